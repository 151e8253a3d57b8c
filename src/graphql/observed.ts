import { type DocumentNode, type ExecutionArgs, getOperationAST, Kind, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../context.ts';
import type { Executor } from './executor.ts';

const names = new WeakMap<OperationDefinitionNode, string>();

/** The root field; `several` or `other`. Never the operation's name: callers choose it, and this is a label. */
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

export function observed(executor: Executor): Executor {
  const run = (args: ExecutionArgs) => {
    const { trace, spans } = args.contextValue as Context;
    trace.operation ??= operationOf(args.document, args.operationName);
    return spans ? spans.operation(trace, args.document, () => executor(args)) : executor(args);
  };
  return Object.assign(run, { prepare: executor.prepare });
}
