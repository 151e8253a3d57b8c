import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { stringify } from '../database/json-text.ts';

/**
 * A request and an answer as plain data. The node:http front and `app.fetch` both speak it, so that an everyday
 * request pays for no emulated Request/Response.
 */
export interface HttpRequest {
  /** Upper case. */
  readonly method: string;
  /** Still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The peer's address, for throttling and the audit trail. */
  readonly address: string;
  /** Reads the whole body once; rejects with {@link PayloadTooLargeError} past the cap. */
  readonly text: () => Promise<string>;
  /** Reads the body once, as it arrives, without a cap: for whom it may be too long to hold. */
  readonly stream: () => AsyncIterable<Uint8Array>;
  /** Aborts when nobody listens to the answer any more. */
  readonly signal: () => AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer<ArrayBuffer> | null;
  /** What is sent as it comes, where `body` is null: more than one wants to hold. */
  readonly pieces?: AsyncIterable<string> | ReadableStream<Uint8Array> | undefined;
}

/** Names and values in turns, as `writeHead` takes them: an object of a dozen such names costs twenty times as much. */
export type HeaderList = string[];

/** An answer with everything that goes out. */
export interface Answer extends Omit<HttpResponse, 'headers'> {
  readonly headers: HeaderList;
  /** Of the body. */
  readonly bytes: number;
}

/** What an answer says itself goes before what all answers say. */
export function complete({ status, headers, body, pieces }: HttpResponse, common: HeaderList, own: HeaderList): Answer {
  const bytes = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const list = own.slice();
  for (const name in headers) list.push(name, headers[name]!);
  for (let at = 0; at < common.length; at += 2) {
    if (!(common[at]! in headers)) list.push(common[at]!, common[at + 1]!);
  }
  if (body !== null) list.push('content-length', String(bytes));
  return { status, headers: list, body, bytes, pieces };
}

export class PayloadTooLargeError extends Error {}
/** The body ended early, or is no text. */
export class UnreadableBodyError extends Error {}

/** What is wrong with the exchange itself, before any operation: neither a bug nor the domain's. */
export class TransportError extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'TransportError';
    this.status = status;
    this.headers = headers;
  }
}

/** `application/json` or an `application/…+json`; a charset must be UTF-8, the only one JSON has. */
export function isJsonType(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  return (
    /^application\/([\w.!#$&^-]+\+)?json$/.test(type.trim()) &&
    parameters.every((parameter) => !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter))
  );
}

/** JSON is UTF-8; replacing what is not would store something else than was sent. */
export function decodeBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnreadableBodyError('The body is not UTF-8.');
  return bytes.toString();
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: stringify(body) };
}

/** The plain form of a Fetch request. */
export function fromFetch(request: Request, address: string, bodyLimit: number): HttpRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    headers: { host: url.host, ...Object.fromEntries(request.headers) },
    address,
    text: async () => {
      const bytes = await request.arrayBuffer();
      if (bytes.byteLength > bodyLimit) throw new PayloadTooLargeError();
      return decodeBody(Buffer.from(bytes));
    },
    stream: () => (request.body ?? Readable.from([])) as AsyncIterable<Uint8Array>,
    signal: () => request.signal,
  };
}

export const toFetch = ({ status, headers, body, pieces }: Answer): Response =>
  new Response(pieces ? webStream(pieces) : body, { status, headers: [...pairs(headers)] });

const webStream = (pieces: NonNullable<HttpResponse['pieces']>): ReadableStream =>
  pieces instanceof ReadableStream
    ? pieces
    : (Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream);

/** What is destroyed with it ends at once, and not when it has its next piece. */
export const nodeStream = (pieces: NonNullable<HttpResponse['pieces']>): Readable =>
  pieces instanceof ReadableStream ? Readable.fromWeb(pieces as NodeReadableStream) : Readable.from(pieces);

export function* pairs(headers: HeaderList): Generator<[name: string, value: string]> {
  for (let at = 0; at < headers.length; at += 2) yield [headers[at]!, headers[at + 1]!];
}
