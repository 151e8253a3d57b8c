import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import { isObject, parsedInUtc } from 'plain-json';
import type { InboundRequest } from '../provider.ts';
import type { Signature, Values } from './declaration.ts';
import { plivoText, signedTwilioTexts } from './signed-texts.ts';

interface Given {
  request: InboundRequest;
  /** The whole address, as the provider knows it. */
  url: string;
  values: Values;
  now: Date;
}

type Scheme = Signature['scheme'];
type Of<Name extends Scheme> = Extract<Signature, { scheme: Name }>;

/** Seconds. */
const GOOD_FOR = 300;

export const MIN_KEY_BYTES = 8;

/** Without its key, and with `none`, the callback URL has a secret. */
export const isSecretInPath = (signature: Signature, values: Values): boolean =>
  signature.scheme === 'none' || !Object.hasOwn(values, signature.key) || !values[signature.key];

export const isSignedBy = (signature: Signature, given: Given): boolean => {
  const verifies = VERIFY[signature.scheme] as (signature: Signature, given: Given) => boolean;
  try {
    return verifies(signature, given);
  } catch {
    return false;
  }
};

const VERIFY: { [Name in Scheme]: (signature: Of<Name>, given: Given) => boolean } = {
  twilio: ({ key }, { request, url, values }) =>
    signedTwilioTexts(request, url).some((text) =>
      isSame(header(request, 'x-twilio-signature'), hmac('sha1', values[key]!, text).toString('base64')),
    ),
  hmac(signature, { request, url, values, now }) {
    const { key, keyEncoding = 'utf8', algorithm, encoding, prefix = '', content, timestamp } = signature;
    const time = timestamp === undefined ? '' : header(request, timestamp);
    if (timestamp !== undefined && !isRecent(time, now)) return false;
    const nonce = signature.nonce === undefined ? '' : header(request, signature.nonce);
    const secret = Buffer.from(values[key]!, keyEncoding);
    if (secret.length < MIN_KEY_BYTES) return false;
    const signed = hmac(algorithm, secret, bytesOf(content, request, url, time, nonce));
    return isSame(header(request, signature.header), prefix + signed.toString(encoding));
  },
  ed25519({ key, header: name, content, timestamp }, { request, url, values, now }) {
    const time = header(request, timestamp);
    const raw = Buffer.from(values[key]!, 'base64');
    if (!isRecent(time, now) || raw.length !== 32) return false;
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
    const signed = bytesOf(content, request, url, time, '');
    return verify(null, signed, publicKey, Buffer.from(header(request, name), 'base64'));
  },
  jwt(signature, { request, url, values, now }) {
    const token = header(request, signature.header).replace(/^Bearer +/i, '');
    const claims = claimsOf(token, values[signature.key]!);
    if (!claims || !isCurrent(claims, now)) return false;
    const { [signature.payloadHash]: payload, [signature.urlHash ?? '']: address } = claims;
    const isBody = payload === undefined ? request.body === '' : isSame(textOf(payload), sha256(bytesIn(request)));
    return isBody && (signature.urlHash === undefined || isSame(textOf(address), sha256(url)));
  },
  plivo_v3({ key }, { request, url, values }) {
    const nonce = header(request, 'x-plivo-signature-v3-nonce');
    const text = `${plivoText(request, url)}.${nonce}`;
    const expected = hmac('sha256', values[key]!, text).toString('base64');
    const signatures = header(request, 'x-plivo-signature-v3').split(',');
    return nonce !== '' && signatures.some((one) => isSame(one.trim(), expected));
  },
  plivo({ key }, given) {
    if (header(given.request, 'x-plivo-signature-v3') !== '')
      return VERIFY.plivo_v3({ scheme: 'plivo_v3', key }, given);
    const { request, url, values } = given;
    const nonce = header(request, 'x-plivo-signature-v2-nonce');
    const expected = hmac('sha256', values[key]!, url.split('?', 1)[0] + nonce).toString('base64');
    // The second is by the token of the main account, whichever subaccount sends.
    const names = ['x-plivo-signature-v2', 'x-plivo-signature-ma-v2'];
    const signatures = names.flatMap((name) => header(request, name).split(','));
    return nonce !== '' && signatures.some((one) => isSame(one.trim(), expected));
  },
  header: ({ key, header: name, prefix = '' }, { request, values }) =>
    isSame(header(request, name), prefix + values[key]),
  basic({ username, key }, { request, values }) {
    const expected = Buffer.from(`${values[username] ?? ''}:${values[key]}`).toString('base64');
    return isSame(header(request, 'authorization').replace(/^Basic +/i, ''), expected);
  },
  none: () => false,
};

/** The header of an Ed25519 public key in DER. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

const header = ({ headers }: InboundRequest, name: string) => headers[name] ?? '';

const textOf = (given: unknown) => (typeof given === 'string' ? given : '');

/** Constant time, whatever the lengths. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}

export const hmac = (algorithm: string, key: string | Buffer, content: string | Buffer) =>
  createHmac(algorithm, key).update(content).digest();

const bytesIn = ({ body, bytes }: InboundRequest): string | Buffer => bytes ?? body;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** Seconds or milliseconds since the epoch, or ISO 8601. */
export function isRecent(given: string, now: Date): boolean {
  const number = /^\d{9,14}$/.test(given) ? Number(given) : Number.NaN;
  const seconds = Number.isNaN(number) ? parsedInUtc(given) / 1_000 : number < 1e11 ? number : number / 1_000;
  return Math.abs(now.getTime() / 1_000 - seconds) <= GOOD_FOR;
}

function bytesOf(content: string, request: InboundRequest, url: string, timestamp: string, nonce: string): Buffer {
  const parts: Record<string, string | Buffer> = {
    ...{ url, timestamp, nonce, path: new URL(url).pathname, body: bytesIn(request) },
    bodySha256: createHash('sha256').update(bytesIn(request)).digest(),
  };
  return Buffer.concat(content.split(/\{(\w+)\}/).map((part, at) => Buffer.from(at % 2 === 0 ? part : parts[part]!)));
}

/** HMAC alone: a token must not choose `none` or a public key. */
const JWT_HASHES: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

function claimsOf(token: string, secret: string): Record<string, unknown> | null {
  const [head = '', payload = '', signature = '', ...more] = token.split('.');
  const { alg } = partOf(head) ?? {};
  const hash = typeof alg === 'string' && Object.hasOwn(JWT_HASHES, alg) ? JWT_HASHES[alg]! : null;
  if (hash === null || more.length > 0) return null;
  const expected = hmac(hash, secret, `${head}.${payload}`).toString('base64url');
  return isSame(signature, expected) ? partOf(payload) : null;
}

function partOf(text: string): Record<string, unknown> | null {
  const part: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
  return isObject(part) ? part : null;
}

/** A token that says neither when it was made nor when it ends could be used for ever. */
function isCurrent({ iat, nbf, exp }: Record<string, unknown>, now: Date): boolean {
  const seconds = now.getTime() / 1_000;
  const begins = [iat, nbf].filter((at) => typeof at === 'number');
  if (typeof exp === 'number' && exp + GOOD_FOR < seconds) return false;
  if (begins.some((at) => Math.abs(at - seconds) > GOOD_FOR)) return false;
  return begins.length > 0 || typeof exp === 'number';
}
