import { createHash } from 'node:crypto';
import { plainNumber } from 'phone-numbers';
import { isMoment, isObject, parsedInUtc, parseLooseJson } from 'plain-json';
import { UnreadableBodyError } from './errors.ts';
import type { Inbound, InboundRequest, NotTaken, Receipt, Reply } from './provider.ts';
import { statusOf } from './receipt-statuses.ts';
import { idOf, textOf } from './service-answer.ts';

type Given = Readonly<Record<string, unknown>>;
type Read<Element> = Element | string;

/** See docs/sms-providers.md. A malformed element must not lose a STOP beside it. */
export function readInbound({ headers, body }: InboundRequest, now = new Date()): Inbound {
  const given = parseLooseJson(body);
  if (!isObject(given)) throw new UnreadableBodyError();
  const request = headers['webhook-id'] ?? '';
  const receipts = readEach('receipts', given.receipts, (one) => readReceipt(one, now));
  const replies = readEach('replies', given.replies, (one) => readReply(one, request, now));
  return {
    receipts: receipts.read,
    replies: replies.read,
    notTaken: [...receipts.notTaken, ...replies.notTaken],
  };
}

function readEach<Element extends object>(name: string, given: unknown, read: (one: Given) => Read<Element>) {
  const elements = given === null || given === undefined ? [] : Array.isArray(given) ? given : [given];
  const notTaken: NotTaken[] = [];
  const taken = elements.flatMap((one: unknown, at) => {
    const result = isObject(one) ? read(one) : 'It is not an object.';
    if (typeof result !== 'string') return [result];
    notTaken.push({ path: `${name}.${at}`, reason: result });
    return [];
  });
  return { read: taken, notTaken };
}

/** A text says why it is not taken. */
export function readReceipt(given: Given, now: Date): Read<Receipt> {
  const providerId = idOf(given.provider_id);
  const messageId = idOf(given.message_id);
  if (providerId === null && messageId === null) return 'It has neither a provider_id nor a message_id.';
  const word = textOf(given.status, 50);
  const status = statusOf(word);
  if (!status) return word === '' ? 'It has no status.' : `Its status is unknown: ${word}.`;
  const code = Number(textOf(given.code, 12) || Number.NaN);
  return {
    providerId,
    messageId,
    status,
    code: Number.isInteger(code) && Math.abs(code) < 2 ** 31 ? code : null,
    reason: textOf(given.reason, 500) || null,
    at: momentOf(given.timestamp, now) ?? now,
  };
}

/** Without what may be nested too deeply to be written. */
const flat = (given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value !== 'object' || value === null));

/** `sip:+49…@ims.example;user=phone`, `+49…/TYPE=PLMN`, `tel:+49…;phone-context=…`. */
const ADDRESS = /^(?:[a-z]+:)?(\+?[\d ().-]+)(?:@|\/TYPE=|;[a-z]).*$/i;

/** For a reply that came with neither an id nor a time, of all else that it came with. */
export const derivedId = (given: unknown) =>
  ({ id: hashed(given), hasDerivedId: true }) satisfies Pick<Reply, 'id' | 'hasDerivedId'>;

const hashed = (given: unknown): string => createHash('sha256').update(JSON.stringify(given)).digest('base64url');

/** A reply without an id gets one that its repeats share. */
export function readReply(given: Given, request: string, now: Date): Read<Reply> {
  const sender = textOf(given.from, 60);
  const plain = plainNumber(sender.replace(ADDRESS, '$1'));
  if (sender === '') return 'It has no sender.';
  if (!plain || !/^\d{3,15}$/.test(plain.digits)) return 'Its sender is not a phone number.';
  if (typeof given.text === 'object' && given.text !== null) return 'Its text is not a text.';
  const id = idOf(given.id);
  const said = [request, flat(given)];
  const isNameless = id === null && textOf(given.timestamp, 50) === '';
  return {
    ...(isNameless ? derivedId(said) : { id: id ?? hashed(said) }),
    from: `${plain.hasPlus ? '+' : ''}${plain.digits}`,
    to: textOf(given.to, 20) || null,
    text: textOf(given.text, 5_000),
    at: momentOf(given.timestamp, now) ?? now,
  };
}

/**
 * ISO 8601, loosely (UTC without an offset), or seconds or milliseconds since the epoch. Null for a future moment: a clock
 * that is fast, or a local time without its offset. A STOP of tomorrow would outlast today's START.
 */
function momentOf(given: unknown, now: Date): Date | null {
  const text = textOf(given, 50);
  const number = /^\d{9,16}(\.\d+)?$/.test(text) ? Number(text) : null;
  const at = number === null ? isoOf(text) : number * (number < 1e11 ? 1_000 : number < 1e14 ? 1 : 1e-3);
  return isMoment(at) && at <= now.getTime() ? new Date(Math.trunc(at)) : null;
}

function isoOf(text: string): number {
  const match =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ]+(\d\d:\d\d)(:\d\d(?:[.,]\d+)?)?)? *([Zz]|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/.exec(text);
  if (!match) return Number.NaN;
  const [, date, time = '00:00', seconds = ':00', zone = 'Z'] = match;
  const offset = /^[+-]/.test(zone) ? zone : 'Z';
  return parsedInUtc(`${date}T${time}${seconds.replace(',', '.')}${offset}`);
}
