import { storable } from 'plain-json';

export interface OutgoingSms {
  /** Our id; the same id again is a repeat. */
  id: string;
  to: string;
  /** A number, short code or name. Null: the provider's own. */
  from: string | null;
  text: string;
}

/** Never retry; retry later; slow down; blocked until someone fixes the route; the person opted out; no money left. */
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
      /** The whole call was refused, which says nothing of an earlier call. */
      isUnread?: boolean;
    }
  /** The link is down and the message did not go out; it waits for the link. */
  | { status: 'unreachable'; reason: string; retryAfterSeconds: number | null }
  /** The provider may have taken it. `isUnanswered`: the whole call got no answer. */
  | { status: 'unknown'; reason: string; isUnanswered?: boolean };

export interface Receipt {
  providerId: string | null;
  messageId: string | null;
  status: 'accepted' | 'delivered' | 'failed' | 'expired' | 'unknown';
  code: number | null;
  reason: string | null;
  at: Date;
  /** As written, where receipts may spell ids differently from answers. The recipient's number comes first. */
  written?: { ids: readonly string[]; numbers: readonly string[] };
  /** The recipient asked the provider not to be contacted. */
  isOptOut?: boolean;
}

export interface Reply {
  /** The same for a repeat. */
  id: string;
  /** With a plus sign where the provider says that it is international. */
  from: string;
  to: string | null;
  text: string;
  at: Date;
  /** The provider has recognised an opt-out, whatever the text says. */
  isStop?: boolean;
  /** Its id follows from what it says, as it came with neither an id nor a time: another one that says the same has it, too. */
  hasDerivedId?: true;
  /** It is a part of a longer text. That may be divided within a character: such a text is not yet fit to be stored. */
  part?: ReplyPart;
}

export interface ReplyPart {
  /** What the parts of a text share. Each kind of reference counts by itself. */
  reference: number;
  /** Its place, from 1. */
  place: number;
  /** At least 2. */
  total: number;
}

export interface Inbound {
  receipts: Receipt[];
  replies: Reply[];
  notTaken?: NotTaken[];
  /** What the provider wants back, instead of our usual answer. */
  answer?: HookAnswer;
}

export interface HookAnswer {
  status: number;
  type: string;
  body: string;
}

export interface NotTaken {
  path: string;
  reason: string;
}

/** Header names in lower case; the body byte for byte. */
export interface InboundRequest {
  /** `POST` unless it says otherwise. */
  method?: string;
  /** As it came, without the question mark. */
  query?: string;
  /** The last part of the path, where the callback URL ends with a secret. */
  pathSecret?: string | null;
  headers: Readonly<Record<string, string | undefined>>;
  /** What is no UTF-8 in it is replaced. */
  body: string;
  /** The body as it came and as it was signed, where it is no UTF-8. */
  bytes?: Buffer;
}

export interface Room {
  /** Messages. */
  count: number;
  /** Call it when they have been sent, or are not to be sent. */
  leave(): void;
}

export interface SmsProvider {
  readonly type: string;
  readonly capabilities: {
    /** Recognises repeats by the message's id, so an unknown message may be sent again. */
    idempotent: boolean;
    batchSize: number;
    /** Calls of `send` at a time. */
    maxInFlight: number;
    perSecond: number | null;
  };
  /**
   * Waits until messages can go out, and keeps room for them: for at most `count`, and at least one. Where it is declared, `send` is
   * called with room alone. Ask before the last look at the messages: what comes after that look, such as a STOP, comes too late.
   */
  ready?(count: number): Promise<Room>;
  /** One result per message, in order. Never rejects. Hands them over at once or not at all. */
  send(batch: readonly OutgoingSms[]): Promise<SendResult[]>;
  /** `POST` alone unless it says otherwise. */
  readonly callbackMethods?: readonly string[];
  verify(request: InboundRequest): boolean;
  parse(request: InboundRequest): Inbound;
  /** Confirms the callback URL where a verified request asks for it. */
  confirm?(request: InboundRequest): Promise<void>;
  /** What `send` would send, with secrets masked. Not every provider is asked over HTTP. */
  preview?(batch: readonly OutgoingSms[]): ShownRequest;
  /** Whether the credentials are good, without sending anything. Not every provider can tell. */
  check?(): Promise<Checked>;
  /** Waits a few seconds at most for pending answers. */
  close(): Promise<void>;
}

export interface ShownRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface Checked {
  isOk: boolean;
  code: string | null;
  reason: string;
  /** What a person does about it. */
  advice: string | null;
}

export interface ProviderEnvironment {
  callbackUrl: string;
  allowPrivate: boolean;
  /** Takes what arrives over the provider's connection. Resolves once it is stored. */
  receive(inbound: Inbound): Promise<void>;
  failed(error: unknown): void;
  unreachable?(error: unknown): void;
  /** Settles when the previous provider has disconnected: operators limit connections per account. */
  former?: Promise<unknown> | undefined;
}

export const rejected = (
  kind: Refusal,
  reason: string,
  code: string | null = null,
  retryAfterSeconds: number | null = null,
): SendResult => ({ status: 'rejected', kind, code, reason, retryAfterSeconds });

export const unknown = (reason: string): SendResult => ({ status: 'unknown', reason });

export const unanswered = (reason: string): SendResult => ({ status: 'unknown', reason, isUnanswered: true });

export const unreachable = (reason: string, retryAfterSeconds: number | null = null): SendResult => ({
  status: 'unreachable',
  reason,
  retryAfterSeconds,
});

/** Digits that a quoted number shares with the number itself, however it is written. */
const SHARED_DIGITS = 7;

const endOf = (number: string) => number.replaceAll(/\D/g, '').slice(-SHARED_DIGITS);

/**
 * What of a provider's results can be stored: a flaw in the id or reason must not make an accepted message unknown. Providers quote
 * numbers of recipients (`to`), and what is said of others must not name them.
 */
export function storableResults(results: readonly SendResult[], to: readonly string[]): SendResult[] {
  const ends = new Set(to.map(endOf));
  const withoutNumbers = (reason: string) =>
    storable(reason).replaceAll(/\d(?:[ ().-]{0,2}\d){6,}/g, (quoted) => (ends.has(endOf(quoted)) ? '…' : quoted));
  return results.map((result) => {
    if (result.status === 'accepted') return { ...result, providerId: storable(result.providerId) };
    const reason = withoutNumbers(result.reason);
    if (result.status !== 'rejected') return { ...result, reason };
    return { ...result, reason, code: result.code === null ? null : storable(result.code) };
  });
}

export const storableResult = (result: SendResult, to: string): SendResult => storableResults([result], [to])[0]!;
