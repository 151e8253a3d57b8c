import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { type Compiled, compile } from './compile.ts';
import { conditionsOf } from './flatten.ts';
import { type ReadVariables, variablesOf } from './variables.ts';

export interface ExecutorOptions {
  /** Off: graphql-js runs everything. The suite runs both ways, as graphql-js is the reference for semantics. */
  compile: boolean;
  /** Called once per operation that could not be compiled and is interpreted. */
  onFallback?: (reason: string) => void;
}

export interface Executor {
  (args: ExecutionArgs): Promise<ExecutionResult>;
  /** Compile it at its first run. Stored REST documents come often. */
  prepare(document: DocumentNode): void;
}

/** An operation with one set of values of its conditions. */
interface Variant {
  seen: number;
}

interface Known {
  readonly operation: OperationDefinitionNode;
  readonly read: ReadVariables;
  /** Names of the variables in `@skip` and `@include`. */
  readonly conditions: readonly string[];
  readonly variants: Map<string, Variant>;
}

/** An operation is compiled when it comes again. For a single run it does not pay. */
const COMPILE_AFTER = 3;
/** Most variants of one operation, as callers choose the values. Others are interpreted. */
const KEPT_VARIANTS = 32;
/** Fields in all compiled operations. The least recently used is dropped. */
const KEPT_SELECTIONS = 30_000;
/** Bytes, measured with 400 columns. An operation also keeps its document's text. */
const SELECTION_SIZE = 2_600;

export function createExecutor(schema: GraphQLSchema, options: ExecutorOptions): Executor {
  // As many as parsed documents are kept.
  const operations = new WeakMap<DocumentNode, Map<string, Known | null>>();
  const stored = new WeakSet<DocumentNode>();
  const compiled = new LRUCache<Variant, Compiled>({
    maxSize: KEPT_SELECTIONS,
    dispose: (_, variant) => {
      variant.seen = 0;
    },
  });

  function known(document: DocumentNode, name: string): Known | null {
    const byName = operations.get(document) ?? new Map<string, Known | null>();
    if (byName.size === 0) operations.set(document, byName);
    const kept = byName.get(name);
    if (kept !== undefined) return kept;
    const operation = getOperationAST(document, name || null) ?? null;
    const found: Known | null = operation && {
      operation,
      read: variablesOf(schema, operation),
      conditions: conditionsOf(document),
      variants: new Map<string, Variant>(),
    };
    byName.set(name, found);
    return found;
  }

  function compiledFor(
    document: DocumentNode,
    { operation, conditions, variants }: Known,
    variables: Readonly<Record<string, unknown>>,
  ): Compiled | undefined {
    const key = conditions.map((name) => (typeof variables[name] === 'boolean' ? Number(variables[name]) : '-')).join();
    let variant = variants.get(key);
    if (!variant) {
      if (variants.size === KEPT_VARIANTS || key.includes('-')) return undefined;
      variant = { seen: stored.has(document) ? COMPILE_AFTER - 1 : 0 };
      variants.set(key, variant);
    }
    variant.seen += 1;
    if (variant.seen === COMPILE_AFTER) {
      try {
        const made = compile(schema, document, operation, variables);
        const text = document.loc?.source.body.length ?? 0;
        if (made) compiled.set(variant, made, { size: made.selections + 1 + Math.ceil(text / SELECTION_SIZE) });
      } catch (error) {
        options.onFallback?.(String(error));
      }
    }
    return compiled.get(variant);
  }

  const run = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    const { document, operationName, contextValue, variableValues } = args;
    // Nothing is compiled for a caller who is not signed in.
    if (!options.compile || !(stored.has(document) || (contextValue as Context | undefined)?.viewer))
      return execute(args);
    const operation = known(document, operationName ?? '');
    if (!operation) return execute(args);
    const variables = operation.read(variableValues ?? {});
    if ('errors' in variables) return variables;
    return compiledFor(document, operation, variables.coerced)?.run(args, variables.coerced) ?? execute(args);
  };

  return Object.assign(run, {
    prepare(document: DocumentNode) {
      stored.add(document);
    },
  });
}
