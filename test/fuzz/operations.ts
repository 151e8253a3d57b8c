import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Root } from '../contract/schema-calls.ts';
import type { InputOf } from './inputs.ts';

type Field = GraphQLField<unknown, unknown>;

interface Variable {
  name: string;
  type: string;
  value: unknown;
}

/** A piece of an operation, and the variables it needs. */
interface Piece {
  text: string;
  variables: Variable[];
}

export interface Operation {
  query: string;
  variables: Record<string, unknown>;
}

const MAX_FIELDS = 6;
const DEPTH = 3;

/** Operations on a root field with any arguments, here and below, and any selection. */
export function operationOn({ kind, field }: Root, inputOf: InputOf): fc.Arbitrary<Operation> {
  return pieceOf(field, field.name, DEPTH, inputOf).map(({ text, variables }) => {
    const definitions = variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    return {
      query: `${kind} Q${definitions && `(${definitions})`} { ${text} }`,
      variables: Object.fromEntries(variables.map(({ name, value }) => [name, value])),
    };
  });
}

function pieceOf(field: Field, path: string, depth: number, inputOf: InputOf): fc.Arbitrary<Piece> {
  return fc
    .tuple(argumentsOf(field, path, inputOf), selectionOf(field.type, path, depth, inputOf))
    .map(([given, selection]) => ({
      text: `${field.name}${given.text && `(${given.text})`} ${selection.text}`,
      variables: [...given.variables, ...selection.variables],
    }));
}

function argumentsOf({ args }: Field, path: string, inputOf: InputOf): fc.Arbitrary<Piece> {
  const values = Object.fromEntries(args.map(({ name, type }) => [name, inputOf(type, (key) => key)]));
  const requiredKeys = args.filter(isRequiredArgument).map(({ name }) => name);
  return fc.record(values, { requiredKeys }).map((given) => {
    const chosen = args.filter(({ name }) => name in given);
    return {
      text: chosen.map(({ name }) => `${name}: $${path}_${name}`).join(', '),
      variables: chosen.map(({ name, type }) => ({
        name: `${path}_${name}`,
        type: String(type),
        value: (given as Record<string, unknown>)[name],
      })),
    };
  });
}

function selectionOf(type: GraphQLOutputType, path: string, depth: number, inputOf: InputOf): fc.Arbitrary<Piece> {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return fc.constant({ text: '', variables: [] });
  const fields = Object.values(named.getFields()).filter((field) => depth > 0 || isLeaf(field));
  if (fields.length === 0) return fc.constant({ text: '{ __typename }', variables: [] });
  return fc
    .oneof(
      fc.uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: MAX_FIELDS }),
      // Whole objects now and then, but not whole trees.
      fc.constant(fields.filter((field) => isLeaf(field) || !isMany(field))),
    )
    .chain((chosen) => fc.tuple(...chosen.map((field) => pieceOf(field, `${path}_${field.name}`, depth - 1, inputOf))))
    .map((pieces) => ({
      text: `{ __typename ${pieces.map(({ text }) => text).join(' ')} }`,
      variables: pieces.flatMap(({ variables }) => variables),
    }));
}

const isLeaf = (field: Field) => isLeafType(getNamedType(field.type));
const isMany = ({ type }: Field) => isListType(type) || /Connection$/.test(getNamedType(type).name);
