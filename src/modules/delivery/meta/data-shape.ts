import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';
import { readMoment } from '../../../schedule/read-moment.ts';
import { urlErrors } from '../../webhooks/requests/url-errors.ts';

/**
 * The one declaration of a field of nested data: GraphQL's types (by name) in requests and answers, its default, rules that no
 * type can express, and what is stored.
 */
export interface DataField<Given, Stored = Given, IsRequired extends boolean = boolean> {
  readonly input: string;
  readonly output: string;
  readonly isList?: boolean;
  /** Of objects in a list, the most. */
  readonly size?: number;
  readonly description: string;
  /** Whether requests must give it. A field with a default counts as given. */
  readonly isRequired: IsRequired;
  readonly isNullable: boolean;
  readonly preset?: Given;
  readonly errors: (given: Given, path: string) => FieldErrors;
  readonly stored: (given: Given) => Stored;
  /** Its name where it is stored, if that is another. */
  readonly storedAs?: string;
  /** What is answered, where it differs from what is stored. */
  readonly shown?: (stored: never) => unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: each field has values of its own.
export type DataFields = Readonly<Record<string, DataField<any, any>>>;

type GivenBy<Field> = Field extends DataField<infer Given, infer _Stored> ? Given : never;
type StoredBy<Field> = Field extends DataField<infer _Given, infer Stored> ? Stored : never;
type Names<Fields extends DataFields, IsRequired> = {
  [Name in keyof Fields]: Fields[Name]['isRequired'] extends IsRequired ? Name : never;
}[keyof Fields];

type GivenOf<Fields extends DataFields> = { [Name in Names<Fields, true>]: GivenBy<Fields[Name]> } & {
  [Name in Names<Fields, false>]?: GivenBy<Fields[Name]> | null | undefined;
};
type StoredOf<Fields extends DataFields> = {
  [Name in keyof Fields]: StoredBy<Fields[Name]> | (Fields[Name]['isRequired'] extends true ? never : null);
};

/** An object of such fields. `name` is its GraphQL type, with `Input` added in requests. */
export interface DataShape<Fields extends DataFields> {
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  /** Its errors by our own rules. `path` is its place in the request. */
  readonly errors: (given: GivenOf<Fields>, path: string) => FieldErrors;
  /** The stored value: every field, in the declared order, with null for what is absent. */
  readonly stored: (given: GivenOf<Fields>) => StoredOf<Fields>;
}

// biome-ignore lint/suspicious/noExplicitAny: any shape.
type Shape = DataShape<any>;
/** As a request gives it. Documented defaults are filled in; a field that may be null may also be absent. */
export type Given<Of extends Shape> = GivenOf<Of['fields']>;
/** As it is stored and answered. */
export type Stored<Of extends Shape> = StoredOf<Of['fields']>;

export function dataShape<Fields extends DataFields>(
  name: string,
  description: string,
  fields: Fields,
): DataShape<Fields> {
  const entries = Object.entries(fields);
  return {
    name,
    description,
    fields,
    errors: (given: Record<string, unknown>, path) =>
      Object.assign(
        {},
        ...entries.map(([key, { errors }]) => (given[key] == null ? {} : errors(given[key], `${path}.${key}`))),
      ),
    stored: (given: Record<string, unknown>) =>
      Object.fromEntries(
        entries.map(([key, { stored }]) => [key, given[key] == null ? null : stored(given[key])]),
      ) as StoredOf<Fields>,
  };
}

const field = <Value>(
  input: string,
  output: string,
  description: string,
  errors: DataField<Value>['errors'] = () => ({}),
): DataField<Value, Value, false> => ({
  input,
  output,
  description,
  isRequired: false,
  isNullable: true,
  errors,
  stored: (given) => given,
});

/** Makes a field required in requests. */
export const required = <Given, Stored>(optional: DataField<Given, Stored, false>): DataField<Given, Stored, true> => ({
  ...optional,
  isRequired: true,
  isNullable: false,
});

/** Gives a field a default for requests that leave it out. */
export const preset = <Given, Stored>(
  value: NoInfer<Given>,
  optional: DataField<Given, Stored, false>,
): DataField<Given, Stored, true> => ({ ...required(optional), preset: value });

export const whole = (type: 'PositiveInt' | 'NonNegativeInt', description: string) =>
  field<number>(type, 'Int', description);

export const id = (description: string) => field<string>('ID', 'ID', description);

export const ids = (description: string) => ({ ...field<string[]>('ID', 'ID', description), isList: true });

export const choice = <Value>(type: string, description: string) => field<Value>(type, type, description);

export const flag = (description: string) => field<boolean>('Boolean', 'Boolean', description);

export const text = (description: string) => field<string>('String', 'String', description);

/** Of a service of the team: http or https, without credentials. */
export const serviceUrl = (description: string) =>
  field<string>('URL', 'String', description, (given, path) => urlErrors(path, given));

export const texts = (description: string) => ({ ...field<string[]>('String', 'String', description), isList: true });

/** 0 to 100. */
export const percent = (description: string) =>
  field<number>('Float', 'Float', description, (given, path) => ({
    ...(given < 0 && { [path]: [messages.atLeast(path, 0)] }),
    ...(given > 100 && { [path]: [messages.atMost(path, 100)] }),
  }));

/** Not in the reference, where these are strings and no datetimes: they are checked, and stored and answered as given. */
export const moment = (description: string) =>
  field<string>('String', 'String', description, (given, path) =>
    typeof given === 'string' && readMoment(given) === null ? { [path]: [messages.date(path)] } : {},
  );

export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

export const timeOfDay = (description: string) =>
  field<string>('String', 'String', description, (given, path) =>
    TIME_OF_DAY.test(given) ? {} : { [path]: [messages.timeOfDay(path)] },
  );

/** At least one of an enum's values. */
export const some = <Value>(type: string, description: string) => ({
  ...field<Value[]>(type, type, description, (given, path) =>
    given.length === 0 ? { [path]: [messages.atLeastItems(path, 1)] } : {},
  ),
  isList: true,
});

/** Objects that are kept as given. */
export const objects = (description: string, errors?: DataField<Record<string, unknown>[]>['errors']) => ({
  ...field<Record<string, unknown>[]>('JSONObject', 'JSONObject', description, errors),
  isList: true,
});

/** Any object, kept as given. */
export const object = (description: string, errors: DataField<Record<string, unknown>>['errors']) =>
  field<Record<string, unknown>>('JSONObject', 'JSONObject', description, errors);

/** At most `size` of such objects. */
export const nestedList = <Fields extends DataFields>(
  { name, errors, stored }: DataShape<Fields>,
  size: number,
  description: string,
): DataField<GivenOf<Fields>[], StoredOf<Fields>[], false> => ({
  ...field<GivenOf<Fields>[]>(`${name}Input`, name, description, (given, path) =>
    given.length > size
      ? { [path]: [messages.atMostItems(path, size)] }
      : Object.assign({}, ...given.map((one, at) => errors(one, `${path}.${at}`))),
  ),
  isList: true,
  size,
  stored: (given) => given.map(stored),
});

export const nested = <Fields extends DataFields>(
  { name, errors, stored }: DataShape<Fields>,
  description: string,
): DataField<GivenOf<Fields>, StoredOf<Fields>, false> => ({
  ...field<GivenOf<Fields>>(`${name}Input`, name, description, errors),
  stored,
});
