export type ProviderKind = 'SMS' | 'VOICE' | 'LOOKUP';
export type ProviderFieldType = 'TEXT' | 'URL' | 'NUMBER' | 'BOOLEAN' | 'JSON';

/** A value that a user fills in, as a form shows it. */
export interface ProviderField {
  name: string;
  label: string;
  hint: string;
  type: ProviderFieldType;
  isSecret: boolean;
  isRequired: boolean;
  pattern: string | null;
  options: readonly string[];
  /** As text. */
  usual: string | null;
}

export interface ProviderInfo {
  name: string;
  kind: ProviderKind;
  label: string;
  fields: readonly ProviderField[];
  capabilities: {
    recognizesRepeats: boolean;
    batchSize: number;
    perSecond: number | null;
    reportsSegments: boolean;
    reportsPrice: boolean;
    canCheck: boolean;
    signsCallbacks: boolean;
  } | null;
  documentation: string;
  /** Whether anybody has tried it against the live service. */
  isTried: boolean;
}

const lists: (() => readonly ProviderInfo[])[] = [];

/** Each kind adds its own when its module is loaded. */
export const addProviders = (list: () => readonly ProviderInfo[]): void => void lists.push(list);

export const allProviders = (): ProviderInfo[] => lists.flatMap((list) => list());
