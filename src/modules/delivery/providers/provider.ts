/** Who takes messages to phones, and what it says of them. */

import { storable } from '../../../input/plain-json.ts';

export interface OutgoingSms {
  /** Our id. A provider that gets the same id again has a repeat. */
  id: string;
  /** E.164 digits without the plus sign. */
  to: string;
  /** A number, short code or name. Null: the provider's own. */
  from: string | null;
  text: string;
}

/**
 * What a refusal means: this number never (`permanent`), this message later (`retryable`), all messages slower
 * (`throttled`), nothing over this route until somebody corrects it (`blocked`), the person does not want messages
 * (`opted_out`), no money left (`balance`).
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
      /** The whole call was refused, so this does not say whether an earlier call took the message. */
      isUnread?: boolean;
    }
  /** Its link is down: the message did not go out, and no answer says anything about it. It waits until the link is back. */
  | { status: 'unreachable'; reason: string; retryAfterSeconds: number | null }
  /** The provider may have taken it. `isUnanswered`: the call as a whole got no answer. */
  | { status: 'unknown'; reason: string; isUnanswered?: boolean };

export interface Receipt {
  /** The id that `send` answered. Null from a provider that reports by `messageId` alone. */
  providerId: string | null;
  messageId: string | null;
  status: 'accepted' | 'delivered' | 'failed' | 'expired' | 'unknown';
  /** The provider's or operator's code. Null when there is none. */
  code: number | null;
  reason: string | null;
  at: Date;
  /** Where the ids of receipts may be spelled otherwise than in answers: as they were written, with the recipient's number and the sender's. */
  written?: { ids: readonly string[]; numbers: readonly string[] };
}

export interface Reply {
  /** A repeat has the same id. */
  id: string;
  /** Digits; with a plus sign before them where the provider says that the number is international. */
  from: string;
  to: string | null;
  text: string;
  at: Date;
}

export interface Inbound {
  receipts: Receipt[];
  replies: Reply[];
  /** What a report says besides that and cannot be taken. */
  notTaken?: NotTaken[];
}

export interface NotTaken {
  /** `receipts.0` */
  path: string;
  reason: string;
}

/** Names of headers in lower case; the body as it came, byte for byte. */
export interface InboundRequest {
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export interface SmsProvider {
  readonly type: string;
  readonly capabilities: {
    /** It recognises repeats by the message's id, so an unknown message may be sent again. */
    idempotent: boolean;
    /** Most messages in one call of `send`. */
    batchSize: number;
    /** Most calls of `send` at a time. */
    maxInFlight: number;
    /** Most messages a second. Null: no limit. */
    perSecond: number | null;
  };
  /** One result per message, in order. Never rejects. */
  send(batch: readonly OutgoingSms[]): Promise<SendResult[]>;
  /** Whether a request to our endpoint comes from the provider. False where none is expected. */
  verify(request: InboundRequest): boolean;
  /** What a verified request says. Throws `ValidationError` when its body is no JSON object. */
  parse(request: InboundRequest): Inbound;
  /** Closes the connections. Waits a few seconds at most for answers that are still to come. */
  close(): Promise<void>;
}

/** What a provider is opened with, besides its settings and credentials. */
export interface ProviderEnvironment {
  /** Our endpoint for its reports. It answers once they are stored. */
  callbackUrl: string;
  /** Where the simulator's people open links: this host instead of the link's. Null: they open none. */
  clicksTo: string | null;
  /** Whether addresses of private networks and of this machine may be connected to. */
  allowPrivate: boolean;
  /** Takes what comes over the provider's own connection. Resolves once it is stored. */
  receive(inbound: Inbound): Promise<void>;
  /** Logs an error while a message was handed over. The message's reason does not show it. */
  failed(error: unknown): void;
  /** Logs that the provider's own connection cannot be made. */
  unreachable?(error: unknown): void;
  /** Settles when the provider before this one has closed its connection: operators limit the connections of an account. */
  former?: Promise<unknown> | undefined;
}

export const rejected = (
  kind: Refusal,
  reason: string,
  code: string | null = null,
  retryAfterSeconds: number | null = null,
): SendResult => ({ status: 'rejected', kind, code, reason, retryAfterSeconds });

export const unknown = (reason: string): SendResult => ({ status: 'unknown', reason });

/** The call got no answer: its messages may have gone out. */
export const unanswered = (reason: string): SendResult => ({ status: 'unknown', reason, isUnanswered: true });

export const unreachable = (reason: string, retryAfterSeconds: number | null = null): SendResult => ({
  status: 'unreachable',
  reason,
  retryAfterSeconds,
});

/** A provider's answer in a form that can be stored. A flaw in its id or reason must not make an accepted message unknown. */
export function storableResult(result: SendResult): SendResult {
  if (result.status === 'accepted') return { ...result, providerId: storable(result.providerId) };
  const reason = storable(result.reason);
  if (result.status !== 'rejected') return { ...result, reason };
  return { ...result, reason, code: result.code === null ? null : storable(result.code) };
}
