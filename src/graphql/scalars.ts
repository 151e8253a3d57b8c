import { GraphQLError, GraphQLInt, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import {
  GraphQLDateTime,
  GraphQLEmailAddress,
  GraphQLJSON,
  GraphQLJSONObject,
  GraphQLNonNegativeInt,
  GraphQLPositiveInt,
  GraphQLSafeInt,
  GraphQLUUID,
} from 'graphql-scalars';
import { asciiDigits, plainNumber } from 'phone-numbers';
import { isStorableMoment } from '../input/moments.ts';
import { MAX_INT } from '../input/numbers.ts';
import { trimmed } from '../input/printable.ts';
import { UploadedFile } from '../input/uploaded-file.ts';

/** The columns have 32 bits, but the library allows 2⁵³. And it truncates 1.5, which is no integer. */
function within32Bits(scalar: GraphQLScalarType<number>): GraphQLScalarType<number> {
  const checked = (value: number) => {
    if (value > MAX_INT) throw new GraphQLError(`Value cannot be larger than ${MAX_INT}.`);
    return value;
  };
  return new GraphQLScalarType({
    ...scalar.toConfig(),
    parseValue: (value) => {
      if (!Number.isInteger(value)) throw new GraphQLError('Value is not a whole number.');
      return checked(scalar.parseValue(value));
    },
    parseLiteral: (node, variables) => checked(scalar.parseLiteral(node, variables)),
  });
}

export const PositiveInt = within32Bits(GraphQLPositiveInt as GraphQLScalarType<number>);
export const NonNegativeInt = within32Bits(GraphQLNonNegativeInt as GraphQLScalarType<number>);

function storable(moment: Date): Date {
  if (!isStorableMoment(moment)) throw new GraphQLError('Value is not a moment in the years 1 to 9999, in UTC.');
  return moment;
}

export const DateTime = new GraphQLScalarType<Date, string>({
  ...(GraphQLDateTime.toConfig() as object),
  name: 'DateTime',
  description:
    'A moment as ISO 8601 text in UTC with milliseconds, e.g. `2026-11-21T09:30:00.000Z`, in the years 1 to 9999.',
  serialize: (value) => (typeof value === 'string' ? value : (value as Date).toISOString()),
  parseValue: (value) => storable(GraphQLDateTime.parseValue(value) as Date),
  parseLiteral: (node) => storable(GraphQLDateTime.parseLiteral(node, {}) as Date),
});

const DECIMAL = /^-?\d{1,12}(\.\d{1,6})?$/;

function parseDecimal(value: unknown): string {
  const text = typeof value === 'number' ? exactNumber(value) : value;
  if (typeof text !== 'string' || !DECIMAL.test(text)) {
    throw new GraphQLError('Value is not a decimal of at most 12 digits before and 6 after the point.');
  }
  return withoutZeros(text);
}

/** One text per amount: `"01.50"` becomes `"1.5"`, so that equal inputs are equal texts. */
function withoutZeros(text: string): string {
  const short = text.replace(/^(-?)0+(?=\d)/, '$1');
  const amount = withoutDecimalZeros(short);
  return amount === '-0' ? '0' : amount;
}

const withoutDecimalZeros = (text: string) => (text.includes('.') ? text.replace(/\.0*$|(?<!0)0+$/, '') : text);

/**
 * Accepts JSON numbers without an exponent (JavaScript writes 0.0000001 as `1e-7`) that six decimal places do not
 * round.
 */
function exactNumber(value: number): string {
  const text = value.toFixed(6);
  return Math.abs(value) < 1e12 && Number(text) === value ? text : 'not exact';
}

/** Exact in both directions: text, never a float. */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  description:
    'An exact amount of money or a rate as text, e.g. `"12.5"`: at most 12 digits before and 6 after the point. Input may also be a JSON number.',
  serialize: (value) => withoutDecimalZeros(String(value)),
  parseValue: parseDecimal,
  parseLiteral: (node: ValueNode) =>
    parseDecimal(
      node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING ? node.value : undefined,
    ),
});

/** Stored as digits. What is given is read where its country is known. */
export const PhoneNumber = new GraphQLScalarType<string, string>({
  name: 'PhoneNumber',
  description:
    'A phone number. Returned as E.164 with the plus sign: `"+436641234568"`. Accepted as text in any usual spelling, with its country code, or without where a field for its country is beside it. Digits with the country code may also be a JSON number.',
  serialize: (value) => `+${value}`,
  parseValue: parsePhoneNumber,
  parseLiteral: (node) =>
    parsePhoneNumber(node.kind === Kind.INT ? Number(node.value) : node.kind === Kind.STRING ? node.value : undefined),
});

function parsePhoneNumber(value: unknown): string {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || !plainNumber(text)?.digits) throw new GraphQLError('Value is not a phone number.');
  return plainlySpelled(text);
}

/** The same number, as an erasure looks for it: the audit log keeps what is given. */
const plainlySpelled = (text: string): string =>
  asciiDigits(text)
    .replaceAll(/\p{Format}/gu, '')
    .replaceAll(/(?!^)\p{Dash_Punctuation}/gu, '-');

/** For sizes and counts, which exceed 2³¹. BigInt columns arrive here as bigint or number. */
export const SafeInt = new GraphQLScalarType<number, number>({
  ...(GraphQLSafeInt.toConfig() as object),
  name: 'SafeInt',
  description: 'A whole number between −(2⁵³ − 1) and 2⁵³ − 1, e.g. a size in bytes.',
  serialize: (value) => Number(value),
  parseValue: (value) => GraphQLSafeInt.parseValue(value) as number,
});

/** What REST documents for the id of a country or network. */
export const NumberedId = new GraphQLScalarType<number, number>({
  name: 'Int',
  parseValue: (value) =>
    GraphQLInt.parseValue(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
});

/** `URL` itself takes line breaks and tabs, and drops them. */
const WEB_ADDRESS = /^https?:\/\/[^\s/][^\p{Cc}\u2028\u2029]*$/iu;

/** Stored as written, without what cannot be seen around it: the library's URL object would add a slash to `https://shop.example`. */
export const URLScalar = new GraphQLScalarType<string, string>({
  name: 'URL',
  description: 'A web address as text, `http` or `https`.',
  serialize: String,
  parseValue: (value) => {
    const url = typeof value === 'string' ? trimmed(value) : '';
    if (!WEB_ADDRESS.test(url) || !URL.canParse(url)) {
      throw new GraphQLError('Value is not a valid http or https URL.');
    }
    return url;
  },
});

/** Only a multipart request contains one (GraphQL multipart request specification). */
export const Upload = new GraphQLScalarType<UploadedFile, never>({
  name: 'Upload',
  description: 'An uploaded file: a part of a `multipart/form-data` request that the variable is mapped to.',
  serialize: () => {
    throw new GraphQLError('Files are only uploaded.');
  },
  parseValue: (value) => {
    if (!(value instanceof UploadedFile)) throw new GraphQLError('Value is not an uploaded file.');
    return value;
  },
  parseLiteral: () => {
    throw new GraphQLError('A file is given as a variable.');
  },
});

export {
  GraphQLEmailAddress as EmailAddress,
  GraphQLJSON as JSONValue,
  GraphQLJSONObject as JSONObject,
  GraphQLUUID as UUID,
};
