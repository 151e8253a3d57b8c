import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Context } from '../context.ts';
import type { Reader } from '../database/table.ts';
import { AppError } from '../errors.ts';
import { UploadedFile } from '../input/uploaded-file.ts';
import type { Executor } from './executor.ts';

const RETRY_AFTER = 5;

/**
 * Answers an operation that takes longer than `ms` with `TIMEOUT`. A query then starts no more reads. A mutation goes
 * on, because it may be half done, and may still take effect. Uploads take as long as their data takes.
 */
export function withDeadline(executor: Executor, ms: number): Executor {
  const run = (args: ExecutionArgs): Promise<ExecutionResult> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (isUpload(args)) return;
        if (isQuery(args)) Object.assign(args.contextValue as Context, { reader: EXPIRED });
        const originalError = timeout();
        resolve({ errors: [new GraphQLError(originalError.message, { originalError })] });
      }, ms);
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          how(value);
        };
      executor(args).then(settle(resolve), settle(reject));
    });
  return Object.assign(run, { prepare: executor.prepare });
}

const timeout = () => new AppError('TIMEOUT', '', { retryAfter: RETRY_AFTER });

/** A reader whose every read fails: nobody waits for the answer any more. */
const EXPIRED = {
  embedded: true,
  pool: { query: (_read: unknown, callback: (error: Error) => void) => callback(timeout()) },
} as unknown as Reader;

const isQuery = ({ document, operationName }: ExecutionArgs) =>
  getOperationAST(document, operationName)?.operation === 'query';

const isUpload = ({ variableValues }: ExecutionArgs) =>
  Object.values(variableValues ?? {}).some((value) => value instanceof UploadedFile);
