import { type DocumentNode, type ExecutionArgs, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';

export interface ExecutorOptions {
  /** Off: graphql-js runs everything; the suite runs both ways, as it is the reference for semantics. */
  compile: boolean;
  /** Told once per operation that could not be compiled and so is interpreted. */
  onFallback?: (reason: string) => void;
}

export interface Executor {
  (args: ExecutionArgs): Promise<ExecutionResult>;
  /** Compiles at once what is known to come often: the stored REST documents. */
  prepare(document: DocumentNode): void;
}

interface Known {
  seen: number;
  compiled: CompiledQuery['query'] | null;
}

/** An operation that comes back is worth compiling; one that comes once is not. */
const COMPILE_AFTER = 3;
const KEPT_OPERATIONS = 1_000;

export function createExecutor(schema: GraphQLSchema, options: ExecutorOptions): Executor {
  const operations = new LRUCache<DocumentNode, Map<string, Known>>({ max: KEPT_OPERATIONS });

  function compile(document: DocumentNode, operationName: string): CompiledQuery['query'] | null {
    try {
      const compiled = compileQuery(schema, document, operationName, { disablingCapturingStackErrors: true });
      if (isCompiledQuery(compiled)) return compiled.query;
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
    if (entry.seen === 0) byName.set(operationName, entry);
    return entry;
  }

  const run = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    if (!options.compile) return execute(args);
    const name = args.operationName ?? '';
    const entry = known(args.document, name);
    entry.seen += 1;
    if (entry.seen === COMPILE_AFTER) entry.compiled = compile(args.document, name);
    if (!entry.compiled) return execute(args);
    return entry.compiled(args.rootValue, args.contextValue, args.variableValues ?? {});
  };

  return Object.assign(run, {
    prepare(document: DocumentNode) {
      if (!options.compile) return;
      const entry = known(document, '');
      entry.seen = COMPILE_AFTER;
      entry.compiled = compile(document, '');
    },
  });
}
