import type { GraphQLScalarType } from 'graphql';
import { flawOf, isObject, withoutProto } from 'plain-json';
import { MAX_INT, readDecimal, readInteger, readNumber, signOf } from './numbers.ts';
import { messages } from './validation-messages.ts';

export type Text = (path: string) => string;

export class Refusal {
  readonly text: Text;

  constructor(text: Text) {
    this.text = text;
  }
}

/** Gets a trimmed value that is not null. */
type Read = (value: unknown) => unknown;

interface ScalarRule {
  readonly read: Read;
  readonly text: Text;
  readonly why?: (candidate: unknown) => Text | null;
}

function integer(least: number, most: number): ScalarRule {
  const read = (value: unknown) => {
    const number = readInteger(value);
    if (number === null) return new Refusal(messages.integer);
    if (number < least) return new Refusal((path) => messages.atLeast(path, least));
    if (number > most) return new Refusal((path) => messages.atMost(path, most));
    return number;
  };
  return { read, text: messages.integer };
}

type Sign = 'any' | 'not negative' | 'positive';

const signText = (sign: number, wanted: Sign): Text | null => {
  if (wanted === 'not negative' && sign < 0) return (path) => messages.atLeast(path, 0);
  if (wanted === 'positive' && sign <= 0) return (path) => messages.moreThan(path, 0);
  return null;
};

function float(wanted: Sign): ScalarRule {
  const read = (value: unknown) => {
    const number = readNumber(value);
    if (number === null) return new Refusal(messages.number);
    const text = signText(Math.sign(number), wanted);
    return text === null ? number : new Refusal(text);
  };
  return { read, text: messages.number };
}

/** As text, so that no amount passes through a float. */
function decimal(wanted: Sign): ScalarRule {
  const read = (value: unknown) => {
    const digits = readDecimal(value);
    if (digits === null) return new Refusal(messages.number);
    const text = signText(signOf(digits), wanted);
    return text === null ? digits : new Refusal(text);
  };
  return { read, text: messages.number, why: (digits) => widthText(String(digits)) };
}

/** As the columns. */
const widthText = (digits: string): Text | null => {
  const [whole = '', decimals = ''] = digits.replace('-', '').split('.');
  if (decimals.length > 6) return (path) => messages.decimals(path, 6);
  return whole.length > 12 ? (path) => messages.digits(path, 12) : null;
};

function string(text: Text, accepts: (value: string) => boolean = () => true): ScalarRule {
  const read = (value: unknown) => {
    if (typeof value !== 'string') return new Refusal(messages.string);
    return accepts(value) ? value : new Refusal(text);
  };
  return { read, text };
}

function boolean(value: unknown): unknown {
  if (value === true || value === 1 || value === '1') return true;
  if (value === false || value === 0 || value === '0') return false;
  return new Refusal(messages.boolean);
}

function id(value: unknown): unknown {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : new Refusal(messages.string);
}

/** Digits may be a number, whose size the number plan bounds. */
const phoneNumber = (value: unknown) => (Number.isInteger(value) ? String(value) : id(value));

/** Not in the reference: loosely ISO 8601, as in Laravel. UTC without an offset. */
function dateTime(value: unknown): unknown {
  const pattern = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?\s?([Zz]|[+-]\d\d:?\d\d)?)?$/;
  const match = typeof value === 'string' ? pattern.exec(value) : null;
  if (match === null) return new Refusal(messages.date);
  const [, date, time = '00:00', seconds = ':00', zone = 'Z'] = match;
  return `${date}T${time}${seconds}${zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`;
}

/** Only what PostgreSQL cannot store is refused. */
function free(value: unknown): unknown {
  const flaw = flawOf(value);
  return flaw === null ? withoutProto(value) : new Refusal(messages[flaw]);
}

/** PHP writes an empty object as `[]`. */
function freeObject(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 0) return {};
  return isObject(value) ? free(value) : new Refusal(messages.array);
}

/** Plain integers are limited to 32 bits, like the columns. Larger numbers are `SafeInt`. */
const rules = new Map<string, ScalarRule>([
  ['Int', integer(-MAX_INT - 1, MAX_INT)],
  ['PositiveInt', integer(1, MAX_INT)],
  ['NonNegativeInt', integer(0, MAX_INT)],
  ['UnsignedInt', integer(0, MAX_INT)],
  ['SafeInt', integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)],
  ['Float', float('any')],
  ['NonNegativeFloat', float('not negative')],
  ['PositiveFloat', float('positive')],
  ['Decimal', decimal('any')],
  ['NonNegativeDecimal', decimal('not negative')],
  ['PositiveDecimal', decimal('positive')],
  ['String', string(messages.string)],
  ['NonEmptyString', string(messages.string)],
  ['ID', { read: id, text: messages.string }],
  ['Boolean', { read: boolean, text: messages.boolean }],
  ['PhoneNumber', { read: phoneNumber, text: messages.phoneNumber }],
  ['EmailAddress', string(messages.email)],
  ['UUID', string(messages.uuid)],
  ['URL', string(messages.url, (value) => /^[a-z][a-z0-9+.-]*:\/\//i.test(value))],
  ['DateTime', { read: dateTime, text: messages.date }],
  ['DateTimeISO', { read: dateTime, text: messages.date }],
  ['Date', string(messages.date)],
  ['IP', string(messages.ip)],
  ['IPv4', string(messages.ip)],
  ['IPv6', string(messages.ip)],
  ['TimeZone', string(messages.timezone)],
  ['JSON', { read: free, text: messages.format }],
  ['JSONObject', { read: freeObject, text: messages.array }],
]);

const unknownScalar: ScalarRule = { read: free, text: messages.format };

export type Judge = (type: GraphQLScalarType, value: unknown) => unknown;

/** Accepts `"5"` for a number, as Laravel does. */
export const asMeant: Judge = (type, value) => {
  const rule = rules.get(type.name) ?? unknownScalar;
  const candidate = rule.read(value);
  if (candidate instanceof Refusal) return candidate;
  return accepts(type, candidate) ? candidate : refusal(rule, candidate);
};

/** The scalar decides alone; the rule has the message. */
export const asWritten: Judge = (type, value) => {
  if (accepts(type, value)) return value;
  const rule = rules.get(type.name) ?? unknownScalar;
  const candidate = rule.read(value);
  return candidate instanceof Refusal ? candidate : refusal(rule, candidate);
};

const refusal = ({ text, why }: ScalarRule, candidate: unknown) => new Refusal(why?.(candidate) ?? text);

function accepts(type: GraphQLScalarType, value: unknown): boolean {
  try {
    type.parseValue(value);
    return true;
  } catch {
    return false;
  }
}
