import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { UploadedFile } from '../input/uploaded-file.ts';
import type { Executor } from './executor.ts';

const RETRY_AFTER = 5;

/**
 * Answers an operation that takes longer than `ms` with `TIMEOUT`. A query starts no more reads once it is answered, even if some of
 * its fields still wait for theirs. A mutation continues, because it may be half done, and may still take effect. Uploads take as
 * long as their data takes.
 */
export function withDeadline(executor: Executor, ms: number): Executor {
  const run = (args: ExecutionArgs): Promise<ExecutionResult> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (isUpload(args)) return;
        if (isQuery(args)) endReads(args);
        const originalError = timeout();
        resolve({ errors: [new GraphQLError(originalError.message, { originalError })] });
      }, ms);
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          if (isQuery(args)) endReads(args);
          how(value);
        };
      executor(args).then(settle(resolve), settle(reject));
    });
  return Object.assign(run, { prepare: executor.prepare });
}

const timeout = () => new AppError('TIMEOUT', '', { retryAfter: RETRY_AFTER });

const endReads = ({ contextValue }: ExecutionArgs): void => {
  (contextValue as Context).reader.isAnswered = true;
};

const isQuery = ({ document, operationName }: ExecutionArgs) =>
  getOperationAST(document, operationName)?.operation === 'query';

const isUpload = ({ variableValues }: ExecutionArgs) =>
  Object.values(variableValues ?? {}).some((value) => value instanceof UploadedFile);
