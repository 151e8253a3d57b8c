import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Context } from '../context.ts';
import { isLarger } from '../database/reads/json-text.ts';
import { AppError } from '../errors.ts';
import type { Executor } from './executor.ts';

/**
 * Limits, in characters, what is read for an answer and what the answer contains. Both, because an operation may select
 * one column under a hundred names. A mutation has taken effect even when its answer is too large.
 */
export function withAnswerSize(executor: Executor, limit: number): Executor {
  const run = async (args: ExecutionArgs): Promise<ExecutionResult> => {
    (args.contextValue as Context).reader.room = { left: limit };
    const result = await executor(args);
    return isLarger(result.data, limit) ? { errors: [tooLarge()] } : result;
  };
  return Object.assign(run, { prepare: executor.prepare });
}

function tooLarge(): GraphQLError {
  const originalError = new AppError('RESPONSE_TOO_LARGE', '');
  return new GraphQLError(originalError.message, { originalError });
}
