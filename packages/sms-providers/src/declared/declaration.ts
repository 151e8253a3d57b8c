import type { Receipt, Refusal } from '../provider.ts';

/**
 * Everything that sets one provider apart, as data. `declared-provider.ts` runs it.
 */
export interface Declaration {
  /** As the provider writes its name. */
  label: string;
  /** URL of the provider’s API documentation; `custom` has none. */
  reference?: string;
  fields: Readonly<Record<string, Field>>;
  send: SendRequest;
  answer: Answers;
  callbacks: Callbacks;
  capabilities: Capabilities;
  /** A request that proves the credentials without sending anything, e.g. an account look-up. */
  check: Check | null;
}

/** What a user fills in, as text. A secret one is stored encrypted and never answered. */
export interface Field {
  label: string;
  /** What it is, and where the provider's console shows it. */
  hint: string;
  secret?: true;
  /** `url`: an http(s) address, placed into URLs without encoding. */
  kind?: 'text' | 'url';
  /** True unless it says otherwise or has a default. */
  required?: boolean;
  /** A regular expression for the whole value. */
  pattern?: string;
  options?: readonly string[];
  default?: string;
}

export interface Capabilities {
  /** The provider takes a message with the same `{id}` (or `{batch}`) once, so that an unknown one may be sent again. */
  idempotent: boolean;
  /** Above 1, `send.body` needs `each(…)` and `answer` needs `each`. */
  batchSize: number;
  /** Requests at a time. */
  maxInFlight: number;
  /** Messages a second unless the route says otherwise; null: no limit. */
  perSecond: number | null;
  reportsSegments: boolean;
  reportsPrice: boolean;
}

/**
 * Places stand in braces. Of the message: `{to}` (digits), `{from}` (the route's sender), `{fromPlus}` (the same, with a plus sign before a
 * phone number), `{text}`, `{textHex}` (UTF-16BE), `{encoding}` (`gsm` or `unicode`), `{id}` (ours) and `{batch}` (the same for the same messages). Of the
 * route: `{callback}` (its callback URL) and each field by its name. A value is encoded where it is put: in a URL, a form,
 * JSON. An entry whose place has no value is left out.
 */
export type Template = string | number | boolean | null | readonly Template[] | { readonly [name: string]: Template };

/** One value or another, by what a place has: `choose('encoding', {gsm: null, unicode: '2'})`. Null leaves the entry out. */
export const choose = (place: string, of: Readonly<Record<string, Template>>): Template => ({ $choose: place, of });

/** A list with an element for each message of a batch. */
export const each = (element: Template): Template => ({ $each: element });

export type Auth =
  | { scheme: 'basic'; username: string; password: string }
  | { scheme: 'bearer'; token: string }
  | { scheme: 'aws_sigv4'; service: string; region: string; accessKeyId: string; secretAccessKey: string };

export interface RequestTemplate {
  method: 'GET' | 'POST' | 'PUT';
  /** Values are percent-encoded, those of `url` fields apart. The first one of several whose places all have values. */
  url: string | readonly string[];
  query?: Readonly<Record<string, Template>>;
  headers?: Readonly<Record<string, string>>;
  /** The first whose places all have values. */
  auth?: readonly Auth[];
}

export interface SendRequest extends RequestTemplate {
  body?: { type: 'json' | 'form'; content: Template };
}

/** Where a value is: names and positions joined by dots (`messages.0.id`); `?name` in the query; `^name` beside what `unwrap` opens. The first one with a value of several. */
export type Path = string | readonly string[];

/** By path: the words that it may have, `30*` and `*30` for all that begin or end so; true: it has a value; false: it has none. All must hold. */
export type When = Readonly<Record<string, readonly string[] | boolean>>;

export interface Answers {
  /** `json`; a pattern for a text whose named groups are the values; or templates such as `Success "{id}"`, of which the first that fits gives them. */
  format: 'json' | { pattern: string } | { templates: readonly string[] };
  /** The results of a batch's messages. Other paths start in one of them. Without `own`, our id, they are in the order of the messages. */
  each?: { at: string; own?: Path };
  /** Holds of a 2xx answer that accepts the message; without it, any does. */
  accepted?: When;
  /** Null: the provider gives none, and ours stands for it. */
  id: Path | null;
  code?: Path;
  reason?: Path;
  /** Seconds or a date. `Retry-After` is read as well. */
  retryAfter?: Path;
  /** The first that fits decides. Without one: 401, 402, 403, 404 and 405 as `blocked` or `balance`, 429 `throttled`, another 4xx `permanent`, all else unknown. */
  rules: readonly Rule[];
}

export const RECEIPT_STATUSES = [
  'accepted',
  'delivered',
  'failed',
  'expired',
  'unknown',
] as const satisfies Receipt['status'][];

export type Outcome = Refusal | 'unreachable' | 'unknown';

export interface Rule {
  status?: readonly number[];
  /** Values of `code`; `30*` and `*30` for all that begin or end so. */
  code?: readonly string[];
  when?: When;
  outcome: Outcome;
  /** What a person does about it. */
  advice?: string;
}

export interface Check extends SendRequest {
  /** Holds of a 2xx answer when the credentials are good; without it, any is. */
  accepted?: When;
}

export interface Callbacks {
  methods: readonly ('GET' | 'POST')[];
  /** `query` for GET alone. */
  formats: readonly ('query' | 'form' | 'json')[];
  signature: Signature;
  /** The list of events; without it the body is one. `''`: the body is the list. Paths that begin with `?` still read the query. */
  each?: string;
  /** A field that holds the event as JSON text, as SNS's `Message`. */
  unwrap?: string;
  receipts: ReceiptMap | null;
  replies: ReplyMap | null;
  /** What the provider wants back; `{"status":"ok"}` unless it says otherwise. */
  answer?: CallbackAnswer;
  /** Echoes a value that the provider sends to prove the address. */
  challenge?: { when: When; echo: Path };
  /** A URL that must be opened to confirm the address, on a host that matches the pattern. */
  confirm?: { when: When; url: Path; host: string };
}

export interface CallbackAnswer {
  status: number;
  type: string;
  body: string;
}

export interface ReceiptMap {
  when?: When;
  /** The provider's id. */
  id?: Path;
  /** Ours. */
  own?: Path;
  status: Path;
  /** The provider's words, in any case; `ESME_*` for all that begin so. Others are read as operators' (`DELIVRD`), else not taken. */
  statuses: Readonly<Record<string, Receipt['status']>>;
  code?: Path;
  /** Codes that say that the recipient has opted out, besides those of the answer's rules. */
  optOuts?: readonly string[];
  reason?: Path;
  /** Texts for codes, where no reason is given. */
  reasons?: Readonly<Record<string, string>>;
  at?: Path;
}

export interface ReplyMap {
  when?: When;
  id: Path;
  from: Path;
  to: Path;
  text: Path;
  /** Texts in UCS-2 come as hexadecimal digits in another place. */
  ucs2?: { when: When; hex: Path };
  at?: Path;
  /** The provider has recognised an opt-out, whatever the text says. */
  stop?: When;
}

/**
 * How callbacks are signed; `key` names the field with the secret. Where it has no value, and with `none`, the callback URL
 * ends with a secret instead. In `content`, `{url}`, `{path}`, `{timestamp}`, `{nonce}`, `{body}` and `{bodySha256}` (32 bytes).
 */
export type Signature =
  | { scheme: 'twilio'; key: string }
  | {
      scheme: 'hmac';
      key: string;
      keyEncoding?: 'utf8' | 'base64' | 'hex';
      algorithm: 'sha1' | 'sha256' | 'sha512';
      encoding: 'hex' | 'base64';
      header: string;
      /** Its prefix in the header, e.g. `sha256=`. */
      prefix?: string;
      content: string;
      timestamp?: string;
      nonce?: string;
    }
  | { scheme: 'ed25519'; key: string; header: string; content: string; timestamp: string }
  /** HS256, HS384 or HS512. The claims named hold the SHA-256 of body and URL, in hex. */
  | { scheme: 'jwt'; key: string; header: string; payloadHash: string; urlHash?: string }
  | { scheme: 'plivo_v3'; key: string }
  /** V3 where it comes, else V2, by which Plivo signs what is of messages: the address without its query, and not the body. */
  | { scheme: 'plivo'; key: string }
  | { scheme: 'header'; key: string; header: string; prefix?: string }
  | { scheme: 'basic'; username: string; key: string }
  | { scheme: 'none' };

/** The values of a route's fields. */
export type Values = Readonly<Record<string, string>>;
