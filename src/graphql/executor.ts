import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { withWrittenLists, writeLists } from './json-lists.ts';
import { variablesOf } from './variables.ts';

export interface ExecutorOptions {
  /** Off: graphql-js runs everything; the suite runs both ways, as it is the reference for semantics. */
  compile: boolean;
  /** Told once per operation that could not be compiled and so is interpreted. */
  onFallback?: (reason: string) => void;
}

export interface Executor {
  (args: ExecutionArgs): Promise<ExecutionResult>;
  /** What is known to come often, the stored REST documents, is compiled when it first comes. */
  prepare(document: DocumentNode): void;
}

type Compiled = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

interface Known {
  seen: number;
  compiled: Compiled | null;
}

/** An operation that comes back is worth compiling; one that comes once is not. */
const COMPILE_AFTER = 3;

export function createExecutor(schema: GraphQLSchema, options: ExecutorOptions): Executor {
  // As many as there are documents kept by whoever parsed them.
  const operations = new WeakMap<DocumentNode, Map<string, Known>>();

  function compile(document: DocumentNode, operationName: string): Compiled | null {
    try {
      const operation = getOperationAST(document, operationName || null);
      if (!operation) return null;
      const compiled = compileQuery(
        withWrittenLists(schema),
        withUntypedVariables(writeLists(schema, document)),
        operationName,
        {
          disablingCapturingStackErrors: true,
        },
      );
      if (isCompiledQuery(compiled)) return withCoercedVariables(schema, operation, compiled.query);
      options.onFallback?.(compiled.errors?.[0]?.message ?? 'unknown');
    } catch (error) {
      options.onFallback?.(String(error));
    }
    return null;
  }

  function known(document: DocumentNode, operationName: string): Known {
    const byName = operations.get(document) ?? new Map<string, Known>();
    if (byName.size === 0) operations.set(document, byName);
    const entry = byName.get(operationName) ?? { seen: 0, compiled: null };
    byName.set(operationName, entry);
    return entry;
  }

  const run = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    if (!options.compile) return execute(args);
    const name = args.operationName ?? '';
    const entry = known(args.document, name);
    entry.seen += 1;
    if (entry.seen === COMPILE_AFTER) entry.compiled = compile(args.document, name);
    if (!entry.compiled) return execute(args);
    return entry.compiled(args);
  };

  return Object.assign(run, {
    prepare(document: DocumentNode) {
      known(document, '').seen = COMPILE_AFTER - 1;
    },
  });
}

/**
 * graphql-jit has a coercion of variables of its own, which refuses absent non-null values that have a default and words
 * its errors differently. They are coerced here; the compiled operation takes what it is given.
 */
function withCoercedVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  query: CompiledQuery['query'],
): Compiled {
  const read = variablesOf(schema, operation);
  return ({ rootValue, contextValue, variableValues }) => {
    const variables = read(variableValues ?? {});
    return 'errors' in variables ? variables : query(rootValue, contextValue, variables.coerced);
  };
}

/**
 * The same document with every variable of the type that lets anything through; but for those of `@skip` and `@include`,
 * which must be Boolean and need no coercion.
 */
const withUntypedVariables = (document: DocumentNode): DocumentNode => ({
  ...document,
  definitions: document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? {
          ...definition,
          variableDefinitions: definition.variableDefinitions?.map(({ kind, variable, type }) => ({
            kind,
            variable,
            type: isBoolean(type) ? type : ANYTHING,
          })),
        }
      : definition,
  ),
});

const ANYTHING: TypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } };

const isBoolean = (type: TypeNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE
    ? isBoolean(type.type)
    : type.kind === Kind.NAMED_TYPE && type.name.value === 'Boolean';
