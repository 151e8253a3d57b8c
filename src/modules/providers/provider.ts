/** Who takes messages to phones, and what it says of them. */

import { storable } from '../../input/plain-json.ts';

export interface OutgoingSms {
  /** Ours: a provider that is given the same one again has a repeat in its hands. */
  id: string;
  /** E.164 digits without the plus sign. */
  to: string;
  /** A number, short code or name; null: the provider's own. */
  from: string | null;
  text: string;
}

/**
 * What a refusal means: this number never (`permanent`), this message later (`retryable`), all messages slower
 * (`throttled`), nothing over this route until somebody mends it (`blocked`), the person does not want it (`opted_out`),
 * no money (`balance`).
 */
export const REFUSALS = ['permanent', 'retryable', 'throttled', 'blocked', 'opted_out', 'balance'] as const;
export type Refusal = (typeof REFUSALS)[number];

export type SendResult =
  | { status: 'accepted'; providerId: string }
  | {
      status: 'rejected';
      kind: Refusal;
      code: string | null;
      reason: string;
      retryAfterSeconds: number | null;
      /** The whole call was refused: the provider does not say whether it took the message when it was asked before. */
      isUnread?: boolean;
    }
  /** It may have been taken. */
  | { status: 'unknown'; reason: string };

export const RECEIPT_STATUSES = ['accepted', 'delivered', 'failed', 'expired', 'unknown'] as const;

export interface Receipt {
  /** What `send` answered; of a provider that knows ours, `messageId` may stand alone. */
  providerId: string | null;
  messageId: string | null;
  status: (typeof RECEIPT_STATUSES)[number];
  /** The provider's or operator's code; null: none. */
  code: number | null;
  reason: string | null;
  at: Date;
}

export interface Reply {
  /** The same for a repeat. */
  id: string;
  /** Digits without the plus sign. */
  from: string;
  to: string | null;
  text: string;
  at: Date;
}

export interface Inbound {
  receipts: Receipt[];
  replies: Reply[];
}

/** Names of headers in lower case; the body as it came, byte for byte. */
export interface InboundRequest {
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface SmsProvider {
  readonly type: string;
  readonly capabilities: {
    /** It tells repeats apart by the message's id, so that an unknown message may be sent again. */
    idempotent: boolean;
    /** Messages per call of `send`. */
    batchSize: number;
    /** Calls of `send` at a time. */
    maxInFlight: number;
    /** Messages; null: as fast as it goes. */
    perSecond: number | null;
  };
  /** One result per message, in order. Never rejects. */
  send(batch: readonly OutgoingSms[]): Promise<SendResult[]>;
  /** Whether a request to our endpoint comes from the provider. False where none is expected. */
  verify(request: InboundRequest): boolean;
  /** What a verified request says. Throws `ValidationError` when it is not of the documented shape. */
  parse(request: InboundRequest): Inbound;
  /** Gives connections back; what is on its way is waited for, a few seconds at most. */
  close(): Promise<void>;
}

/** What a provider is opened with, besides its settings and credentials. */
export interface ProviderEnvironment {
  /** Our endpoint for what it reports; it answers once this is stored. */
  callbackUrl: string;
  /** Where the simulator's people open links: this host instead of the link's. Null: they open none. */
  clicksTo: string | null;
  /** Whether addresses of private networks and of this machine may be connected to. */
  allowPrivate: boolean;
  /** Takes what comes over the provider's own connection; resolves once it is stored. */
  receive(inbound: Inbound): Promise<void>;
  /** Logs what broke while a message was handed over: readers of its reason learn nothing of it. */
  failed(error: unknown): void;
  /** Logs that the provider's own connection cannot be made. */
  unreachable?(error: unknown): void;
  /** The provider that this one takes the place of gives its connection back: operators take only so many of an account. */
  former?: Promise<unknown> | undefined;
}

export const rejected = (
  kind: Refusal,
  reason: string,
  code: string | null = null,
  retryAfterSeconds: number | null = null,
): SendResult => ({ status: 'rejected', kind, code, reason, retryAfterSeconds });

export const unknown = (reason: string): SendResult => ({ status: 'unknown', reason });

/** What a provider answered, as it can be stored: a flaw in its id or reason makes nothing unknown that it took. */
export function storableResult(result: SendResult): SendResult {
  if (result.status === 'accepted') return { ...result, providerId: storable(result.providerId) };
  const reason = storable(result.reason);
  if (result.status === 'unknown') return { ...result, reason };
  return { ...result, reason, code: result.code === null ? null : storable(result.code) };
}
