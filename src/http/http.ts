import { isUtf8 } from 'node:buffer';
import type { FastifyReply } from 'fastify';

/** An error in the HTTP exchange, before any operation runs. */
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

/** JSON has no charset parameter. */
export const JSON_TYPE = 'application/json';

/** A charset must be UTF-8, the only one that JSON allows. */
export function isJsonType(contentType: string): boolean {
  if (contentType === JSON_TYPE) return true;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  return (
    /^application\/([\w.!#$&^-]+\+)?json$/.test(type.trim()) &&
    parameters.every((parameter) => !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter))
  );
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): JsonAnswer => ({
  status,
  headers: { 'content-type': JSON_TYPE, ...headers },
  body: JSON.stringify(body),
});

export const sendAnswer = (reply: FastifyReply, { status, headers, body }: JsonAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(body);

/** Null unless the bytes are UTF-8; replacing them would store something other than what was sent. */
export const textOf = (body: Buffer | undefined): string | null =>
  body === undefined ? '' : isUtf8(body) ? body.toString() : null;

/** Still percent-encoded, without the query and one trailing slash. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Escapes each `%` that begins no valid escape. */
export function withValidEscapes(target: string): string {
  const [, path = '', query = ''] = /^([^?]*)(.*)/s.exec(target)!;
  if (!path.includes('%') || isDecodable(path)) return target;
  const mended = path.replaceAll(ESCAPES, (text) => (isDecodable(text) ? text : text.replaceAll('%', '%25')));
  return mended + query;
}

const ESCAPES = /(?:%[0-9a-f]{2})+|%/gi;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
