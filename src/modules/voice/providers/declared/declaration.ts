import {
  field,
  hmac,
  type InboundRequest,
  isRecent as isRecentAt,
  isSame,
  type Refusal,
  serviceUrl,
} from 'sms-providers';
import { z } from 'zod';
import type { OutgoingCall, PlacedCall } from '../voice-provider.ts';

export interface DeclaredRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: object;
}

/** A message as E12 takes it, and what the provider wants to hear at once. */
export interface DeclaredEvent {
  message: Record<string, unknown> | null;
  answer?: object;
}

/** Finds the provider's id of the assistant that takes calls to a number of the team. */
export type FindAssistant = (number: { id: string | null; number: string | null }) => Promise<string | null>;

/**
 * Everything that differs between voice providers. `declared-provider.ts` runs it; another provider is another declaration.
 * Fields carry their label (`title`) and hint (`description`) as metadata.
 */
export interface VoiceDeclaration<Settings = never, Credentials = never> {
  readonly label: string;
  /** Where the setup is described. */
  readonly documentation: string;
  /** The address of the provider's own documentation. */
  readonly reference?: string;
  readonly settings: z.ZodObject & z.ZodType<Settings>;
  readonly credentials: z.ZodObject & z.ZodType<Credentials>;
  /** Its events carry the account's webhook secret, which the provider is given with each call. */
  readonly sendsWebhookSecret: boolean;
  /** Null: what is missing to place this call, as a sentence. */
  missing(call: OutgoingCall, settings: Settings): string | null;
  place(call: OutgoingCall, account: Account<Settings, Credentials>): DeclaredRequest;
  /** The id and addresses in an answer of success. */
  accepted(body: unknown, settings: Settings): { id: unknown; listenUrl?: unknown; controlUrl?: unknown };
  /** What the text of a refused request says about it; the first that matches. Without one its status decides. */
  readonly refusals: readonly (readonly [RegExp, Refusal])[];
  refusalOf?(said: string, settings: Settings): Refusal | undefined;
  end?(call: PlacedCall, account: Account<Settings, Credentials>): DeclaredRequest | null;
  /** A request that proves the credentials. */
  check?(account: Account<Settings, Credentials>): DeclaredRequest | null;
  /** The settings and credentials that `verify` reads: after a change the former ones verify for a while, too. */
  readonly verifiedWith: readonly (keyof Settings | keyof Credentials)[];
  /** Null: the webhook secret decides. */
  verify(
    request: InboundRequest,
    account: Pick<Account<Settings, Credentials>, 'settings' | 'credentials'>,
  ): boolean | null;
  read(body: unknown, settings: Settings, findAssistant: FindAssistant): Promise<DeclaredEvent>;
}

export interface Account<Settings, Credentials> {
  settings: Settings;
  credentials: Credentials;
  eventsUrl: string;
}

// biome-ignore lint/suspicious/noExplicitAny: any provider's.
export type AnyVoiceDeclaration = VoiceDeclaration<any, any>;

export const key = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/);

export const address = (usual: string) => field(serviceUrl.default(usual), 'API address', `Usually ${usual}.`);

export const timeout = field(
  z.number().int().min(1_000).max(60_000).default(10_000),
  'Timeout',
  'Milliseconds that a request may take.',
);
export const parallel = field(
  z.number().int().min(1).max(50).default(4),
  'Parallel requests',
  'Requests that a process has open at a time.',
);

/** What agents know of a call, by the names that prompts use. The campaign's own variables come last. */
export function variablesOf({ contact, campaign, offer, variables }: OutgoingCall): Record<string, string> {
  const { name, language, timezone, fields } = contact;
  const known = { name, language, timezone, campaign: campaign.name, offer: offer?.name, offer_url: offer?.url };
  return {
    ...Object.fromEntries(Object.entries(known).filter((entry): entry is [string, string] => entry[1] != null)),
    ...fields,
    ...variables,
  };
}

/** Whether a moment in milliseconds or seconds since 1970 is within five minutes of now. */
export const isRecent = (moment = ''): boolean => isRecentAt(moment, new Date());

export const isHmac = (
  signature: string,
  content: readonly (string | Buffer)[],
  secret: string,
  { algorithm = 'sha256', encoding = 'hex' as 'hex' | 'base64' } = {},
): boolean =>
  isSame(
    signature,
    hmac(algorithm, secret, Buffer.concat(content.map((part) => Buffer.from(part as string)))).toString(encoding),
  );
