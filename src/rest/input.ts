import {
  type DocumentNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import { type FieldErrors, ValidationError } from '../errors.ts';
import { isObject, isStorable, maxDepth } from '../plain-json.ts';
import { documentedName, messages } from '../validation-messages.ts';
import { Refusal, readScalar, type Text } from './scalars.ts';

/** Raw values by variable name → what the executor takes. Throws one {@link ValidationError} with every error. */
export type ReadInput = (raw: Readonly<Record<string, unknown>>) => Record<string, unknown>;

interface Slot {
  /** In the schema, and where the value goes. */
  readonly name: string;
  /** In the request, and in errors. */
  readonly documented: string;
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
}

/** Throws when the document does not fit the schema, which is a mistake to be found at start. */
export function compileInput(schema: GraphQLSchema, document: DocumentNode): ReadInput {
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const slots = definitions.map(({ variable, type, defaultValue }): Slot => {
    const known = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]);
    if (!isInputType(known)) throw new Error(`$${variable.name.value} has no input type in this schema`);
    const name = variable.name.value;
    return { name, documented: documentedName(name), type: known, hasDefault: defaultValue !== undefined };
  });
  return (raw) => {
    const walk = new Walk();
    const variables = Object.fromEntries(
      slots.flatMap((slot) => {
        const isBody = slot.name === 'input';
        const value = isBody ? (raw[slot.name] ?? {}) : raw[slot.name];
        return walk.slot(slot, value, isBody ? '' : slot.documented, 0);
      }),
    );
    if (walk.errors.size > 0) throw new ValidationError(Object.fromEntries(walk.errors) satisfies FieldErrors);
    return variables;
  };
}

/** Not in the reference: a megabyte of wrong list items is not answered with tens of megabytes of texts. */
const maxErrors = 1000;

/** Not in the reference: as Laravel, passwords keep their spaces. */
const untrimmed = /(^|\.)(current_)?password(_confirmation)?$/;

/** Along the types, never along the data: unknown keys are not even looked at. */
class Walk {
  readonly errors = new Map<string, string[]>();

  /** The entry to set, if any. A default applies by itself when the value is left out. */
  slot({ name, type, hasDefault }: Slot, raw: unknown, path: string, depth: number): [string, unknown][] {
    const value = tidy(raw, path);
    const absent = value === undefined || (value === null && isNonNullType(type) && hasDefault);
    if (absent && (hasDefault || !isNonNullType(type))) return [];
    return [[name, this.value(value ?? null, type, path, depth)]];
  }

  private value(raw: unknown, type: GraphQLInputType, path: string, depth: number): unknown {
    const value = tidy(raw, path);
    if (isNonNullType(type)) {
      if (value === null) return this.refuse(path, messages.required);
      return this.value(value, type.ofType, path, depth);
    }
    if (value === null) return null;
    if (typeof value === 'string' && !isStorable(value)) return this.refuse(path, messages.text);
    if (depth > maxDepth && typeof value === 'object') return this.refuse(path, messages.depth);
    if (isListType(type)) return this.list(value, type.ofType, path, depth + 1);
    if (isInputObjectType(type)) return this.object(value, type, path, depth + 1);
    if (isEnumType(type)) {
      const known = typeof value === 'string' && type.getValue(value) !== undefined;
      return known ? value : this.refuse(path, messages.selected);
    }
    const scalar = readScalar(type, value);
    return scalar instanceof Refusal ? this.refuse(path, scalar.text) : scalar;
  }

  private list(value: unknown, type: GraphQLInputType, path: string, depth: number): unknown {
    if (!Array.isArray(value)) return this.refuse(path, messages.array);
    return value.map((item, index) => this.value(item, type, `${path}.${index}`, depth));
  }

  private object(value: unknown, type: GraphQLInputObjectType, path: string, depth: number): unknown {
    // PHP writes an empty object as `[]`.
    const object = Array.isArray(value) && value.length === 0 ? {} : value;
    if (!isObject(object)) return this.refuse(path, messages.array);
    return Object.fromEntries(
      slotsOf(type).flatMap((slot) => {
        const field = Object.hasOwn(object, slot.documented) ? object[slot.documented] : undefined;
        return this.slot(slot, field, path === '' ? slot.documented : `${path}.${slot.documented}`, depth);
      }),
    );
  }

  private refuse(path: string, text: Text): undefined {
    if (this.errors.size < maxErrors) this.errors.set(path, [text(path)]);
  }
}

/** Spaces around a string mean nothing, and an empty one means null. */
function tidy(value: unknown, path: string): unknown {
  if (typeof value !== 'string') return value;
  const text = untrimmed.test(path) ? value : value.trim();
  return text === '' ? null : text;
}

const knownSlots = new WeakMap<GraphQLInputObjectType, readonly Slot[]>();

function slotsOf(type: GraphQLInputObjectType): readonly Slot[] {
  const known = knownSlots.get(type);
  if (known !== undefined) return known;
  const slots = Object.values(type.getFields()).map(toSlot);
  knownSlots.set(type, slots);
  return slots;
}

function toSlot({ name, type, defaultValue }: GraphQLInputField): Slot {
  return { name, documented: documentedName(name), type, hasDefault: defaultValue !== undefined };
}
