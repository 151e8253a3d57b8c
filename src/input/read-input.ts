import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { isObject, isStorable, maxDepth } from 'plain-json';
import type { FieldErrors } from '../errors.ts';
import { placeholder } from './placeholder.ts';
import { type Judge, Refusal, type Text } from './scalars.ts';
import { documentedName, messages } from './validation-messages.ts';

/** Refused values are left out or replaced by placeholders, so that running the operation reveals other errors. */
type ReadInput = (raw: Readonly<Record<string, unknown>>) => {
  variables: Record<string, unknown>;
  errors: FieldErrors | null;
};

export interface Manner {
  readonly nameOf: (name: string) => string;
  readonly tidy: (value: unknown, path: string) => unknown;
  readonly scalar: Judge;
  /** GraphQL's rules: a single value counts as a list of one, and an unknown field is an error. */
  readonly isStrict: boolean;
  /** Prefix of a variable's errors; '' for the body itself. */
  readonly placeOf: (variable: string) => string;
}

interface Slot {
  /** In the schema. */
  readonly name: string;
  /** In the request and in errors. */
  readonly documented: string;
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
}

export function compileInput(schema: GraphQLSchema, operation: OperationDefinitionNode, manner: Manner): ReadInput {
  const slots = (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }): Slot => {
    const known = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]);
    if (!isInputType(known)) throw new Error(`$${variable.name.value} has no input type in this schema`);
    const name = variable.name.value;
    return { name, documented: manner.placeOf(name), type: known, hasDefault: defaultValue !== undefined };
  });
  return (raw) => {
    const walk = new Walk(manner);
    const variables = Object.fromEntries(
      slots.flatMap((slot) => {
        const value = Object.hasOwn(raw, slot.name) ? raw[slot.name] : undefined;
        const isBody = slot.documented === '' && !manner.isStrict;
        return walk.slot(slot, isBody ? (value ?? {}) : value, slot.documented, 0);
      }),
    );
    return { variables, errors: walk.errors.size > 0 ? Object.fromEntries(walk.errors) : null };
  };
}

/** Not in the reference: a megabyte of wrong items would produce tens of megabytes of errors. */
const maxErrors = 1000;

const REFUSED = Symbol('refused');

/** Walks the types, not the data. */
class Walk {
  readonly errors = new Map<string, string[]>();
  readonly #manner: Manner;

  constructor(manner: Manner) {
    this.#manner = manner;
  }

  /** None for an omitted value: GraphQL sets its default. */
  slot({ name, type, hasDefault }: Slot, raw: unknown, path: string, depth: number): [string, unknown][] {
    const { tidy, isStrict } = this.#manner;
    const value = tidy(raw, path);
    const mayBeAbsent = hasDefault || !isNonNullType(type);
    if (value === undefined && mayBeAbsent) return [];
    if (value === null && isNonNullType(type) && hasDefault && !isStrict) return [];
    const read = this.value(value ?? null, type, path, depth);
    if (read !== REFUSED) return [[name, read]];
    return mayBeAbsent ? [] : [[name, placeholder(type)]];
  }

  private value(raw: unknown, type: GraphQLInputType, path: string, depth: number): unknown {
    const { tidy, scalar, isStrict } = this.#manner;
    const value = tidy(raw, path);
    if (isNonNullType(type)) {
      if (value === null || value === undefined) return this.refuse(path, messages.required);
      return this.value(value, type.ofType, path, depth);
    }
    if (value === null || value === undefined) return null;
    if (typeof value === 'string' && !isStorable(value)) return this.refuse(path, messages.text);
    if (depth > maxDepth && typeof value === 'object') return this.refuse(path, messages.depth);
    if (isListType(type)) {
      if (Array.isArray(value)) return this.list(value, type.ofType, path, depth + 1);
      return isStrict ? this.value(value, type.ofType, path, depth + 1) : this.refuse(path, messages.array);
    }
    if (isInputObjectType(type)) return this.object(value, type, path, depth + 1);
    if (isEnumType(type)) {
      const known = typeof value === 'string' && type.getValue(value) !== undefined;
      return known ? value : this.refuse(path, messages.selected);
    }
    const judged = scalar(type, value);
    return judged instanceof Refusal ? this.refuse(path, judged.text) : judged;
  }

  private list(values: readonly unknown[], type: GraphQLInputType, path: string, depth: number): unknown {
    return values.map((item, index) => {
      const read = this.value(item, type, `${path}.${index}`, depth);
      return read === REFUSED ? placeholder(type) : read;
    });
  }

  private object(value: unknown, type: GraphQLInputObjectType, path: string, depth: number): unknown {
    const { isStrict, nameOf } = this.#manner;
    // PHP writes an empty object as `[]`.
    const object = !isStrict && Array.isArray(value) && value.length === 0 ? {} : value;
    if (!isObject(object)) return this.refuse(path, isStrict ? messages.object : messages.array);
    const at = (name: string) => (path === '' ? name : `${path}.${name}`);
    const fields = type.getFields();
    if (isStrict) {
      for (const name of Object.keys(object)) if (!Object.hasOwn(fields, name)) this.refuse(at(name), messages.unknown);
    }
    if (type.isOneOf && (Object.keys(object).length !== 1 || Object.values(object)[0] === null)) {
      return this.refuse(path, messages.oneField);
    }
    return Object.fromEntries(
      slotsOf(type).flatMap((slot) => {
        const documented = nameOf(slot.name);
        const field = Object.hasOwn(object, documented) ? object[documented] : undefined;
        return this.slot(slot, field, at(documented), depth);
      }),
    );
  }

  private refuse(path: string, text: Text): typeof REFUSED {
    const at = path || 'input';
    if (this.errors.size < maxErrors) this.errors.set(at, [text(at)]);
    return REFUSED;
  }
}

const knownSlots = new WeakMap<GraphQLInputObjectType, readonly Slot[]>();

function slotsOf(type: GraphQLInputObjectType): readonly Slot[] {
  const known = knownSlots.get(type);
  if (known !== undefined) return known;
  const slots = Object.values(type.getFields()).map(toSlot);
  knownSlots.set(type, slots);
  return slots;
}

function toSlot(field: GraphQLInputField): Slot {
  const { name, defaultValue } = field;
  return { name, documented: documentedName(name), type: readTypeOf(field), hasDefault: defaultValue !== undefined };
}

/** A field may document another scalar than the schema's, as a UUID in place of an ID. */
export function readTypeOf({ type, extensions }: GraphQLInputField): GraphQLInputType {
  const documented = extensions.documented as GraphQLScalarType | undefined;
  if (documented === undefined) return type;
  return isNonNullType(type) ? new GraphQLNonNull(documented) : documented;
}
