import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
  type VariableDefinitionNode,
  valueFromAST,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { isRefusedValue } from '../database/reads/page.ts';
import { type Flat, flatten } from './flatten.ts';
import { OfReference, withWrittenLists } from './json-lists.ts';
import { writtenLists } from './json-selection.ts';

type Values = Record<string, unknown>;

export interface Compiled {
  /** `variables` are coerced, and belong to the run from then on. */
  run(args: ExecutionArgs, variables: Values): ExecutionResult | Promise<ExecutionResult>;
  /** Fields in its code. */
  readonly selections: number;
}

/** Compiling this many fields blocks the process for 35 ms. */
const MAX_SELECTIONS = 1_500;

/**
 * Compiles an operation with its conditions decided; null when it must be interpreted because of its size or its names.
 * Throws where graphql-jit cannot compile it.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Values,
): Compiled | null {
  const replace = writtenLists[operation.operation];
  const flat = flatten(schema, document, operation, conditions, { limit: MAX_SELECTIONS, replace });
  if (!flat || !hasOneChange(flat.operation) || asksForSchema(flat.operation)) return null;
  const compiled = compileQuery(withWrittenLists(schema), documentOf(flat), '', {
    disablingCapturingStackErrors: true,
  });
  if (!isCompiledQuery(compiled)) throw compiled.errors?.[0] ?? new Error('unknown');
  return { run: withErrorsOfReference(flat, runner(flat, compiled.query)), selections: flat.selections };
}

/**
 * After a refused field of a mutation graphql-js stops, but compiled code continues. So several fields are interpreted.
 */
const hasOneChange = ({ operation, selectionSet: { selections } }: OperationDefinitionNode) =>
  operation !== 'mutation' ||
  new Set(selections.map((node) => node.kind === Kind.FIELD && (node.alias ?? node.name).value)).size === 1;

/** Operations are compiled against a schema with additional leaves, which callers must not see. */
const asksForSchema = ({ selectionSet: { selections } }: OperationDefinitionNode) =>
  selections.some((node) => node.kind === Kind.FIELD && ['__schema', '__type'].includes(node.name.value));

/** When an argument is wrong, graphql-js runs the operation, because it writes the error. */
function runner({ given, needed }: Flat, query: CompiledQuery['query']): Compiled['run'] {
  return (args, variables) => {
    for (const name of needed) if ((variables[name] ?? null) === null) return execute(args);
    for (const { name, type, value } of given) {
      const made = valueFromAST(value, type, variables);
      if (made === undefined) return execute(args);
      variables[name] = made;
    }
    return query(args.rootValue, args.contextValue, variables);
  };
}

/**
 * Of several errors graphql-js reports those up to the first that makes `data` null, in the order in which they
 * occurred. So it runs a query with several errors again; the loaders still have what was read. The same where a forged cursor
 * made PostgreSQL refuse a statement: the statement may be that of a field above.
 */
const withErrorsOfReference =
  ({ operation: { operation } }: Flat, run: Compiled['run']): Compiled['run'] =>
  async (args, variables) => {
    const { errors, data } = await run(args, variables);
    if (!errors) return { data };
    const { originalError } = errors[0]!;
    const isOfReference = errors.length > 1 || originalError instanceof OfReference || isRefusedValue(originalError);
    return isOfReference && operation === 'query' ? execute(args) : { errors, data };
  };

/** Every variable has a type that accepts anything, as the values are coerced before. */
function documentOf({ operation, given }: Flat): DocumentNode {
  const own = operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  const variableDefinitions = [...own, ...given.map(({ name }) => name)].map(variableOf);
  return { kind: Kind.DOCUMENT, definitions: [{ ...operation, name: undefined, variableDefinitions }] };
}

const ANYTHING: TypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } };

const variableOf = (name: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
  type: ANYTHING,
});
