import type { ProviderField } from 'sms-providers';

export type ProviderKind = 'sms' | 'voice' | 'lookup';

export interface ProviderInfo {
  name: string;
  kind: ProviderKind;
  label: string;
  fields: readonly ProviderField[];
  /** It takes credentials of any name besides, as its settings name them. */
  takesAnyCredentials: boolean;
  capabilities: {
    recognizesRepeats: boolean;
    batchSize: number;
    perSecond: number | null;
    reportsSegments: boolean;
    reportsPrice: boolean;
    canCheck: boolean;
    signsCallbacks: boolean;
  } | null;
  voiceCapabilities: { canCheck: boolean; canEnd: boolean; signsEvents: boolean } | null;
  documentation: string;
  /** URL of the provider’s API documentation. */
  reference: string | null;
  /** Whether anybody has tried it against the live service. */
  isTried: boolean;
}

const lists: (() => readonly ProviderInfo[])[] = [];

/** Each kind adds its own when its module is loaded. */
export const addProviders = (list: () => readonly ProviderInfo[]): void => void lists.push(list);

export const allProviders = (): ProviderInfo[] => lists.flatMap((list) => list());
