import { type DocumentNode, type ExecutionArgs, getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../context.ts';
import type { Executor } from '../graphql/executor.ts';

const names = new WeakMap<OperationDefinitionNode, string>();

/**
 * What a document that the schema accepts asks for: its root field, `several`, or `other`. The name that a caller gives
 * its operation is anybody's guess and must not become a label.
 */
export function operationOf(document: DocumentNode, operationName?: string | null): string {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 'other';
  const known = names.get(operation);
  if (known !== undefined) return known;
  const fields = new Set(
    operation.selectionSet.selections.map((selection) => (selection.kind === Kind.FIELD ? selection.name.value : '')),
  );
  const [first = ''] = fields;
  const name = fields.size > 1 ? 'several' : first || 'other';
  names.set(operation, name);
  return name;
}

/** Notes what runs, unless the API knows it by a name of its own, and gives it a span where there are any. */
export function observed(executor: Executor): Executor {
  const run = (args: ExecutionArgs) => {
    const { trace, spans } = args.contextValue as Context;
    trace.operation ??= operationOf(args.document, args.operationName);
    return spans ? spans.operation(trace, args.document, () => executor(args)) : executor(args);
  };
  return Object.assign(run, { prepare: executor.prepare });
}
