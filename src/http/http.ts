import { isUtf8 } from 'node:buffer';
import type { FastifyReply } from 'fastify';

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

/** Without a charset, which JSON does not have. */
export const JSON_TYPE = 'application/json';

/** `application/json` or an `application/…+json`; a charset must be UTF-8, the only one JSON has. */
export function isJsonType(contentType: string): boolean {
  if (contentType === JSON_TYPE) return true;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  return (
    /^application\/([\w.!#$&^-]+\+)?json$/.test(type.trim()) &&
    parameters.every((parameter) => !/^\s*charset\s*=/.test(parameter) || /=\s*"?utf-?8"?\s*$/.test(parameter))
  );
}

/** Written, with its headers. */
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

/** Null when it is not UTF-8: replacing what is not would store something else than was sent. */
export const textOf = (body: Buffer | undefined): string | null =>
  body === undefined ? '' : isUtf8(body) ? body.toString() : null;

/** Of a request's target: still percent-encoded, without the query and without the one slash at the end that is tolerated. */
export function pathOf(target: string): string {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
