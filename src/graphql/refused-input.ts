import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { AppError, type FieldErrors, ValidationError } from '../errors.ts';
import { compileInput } from '../input/read-input.ts';
import { graphqlInput } from './input-manner.ts';

/**
 * When the types refuse a part of the input, the operation runs all the same, without that part and without leaving a
 * change. So one answer contains the errors of the types and those of the rules.
 */

/** Throws the refused fields together with the errors that `work` finds. */
export async function refuseAll(refused: FieldErrors, work: () => unknown): Promise<never> {
  throw new ValidationError({ ...refused, ...(await found(refused, work)) });
}

/** Errors other than broken rules are caused by the missing values. */
async function found(refused: FieldErrors, work: () => unknown): Promise<FieldErrors> {
  try {
    await work();
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) return {};
    const paths = Object.keys(refused).map(comparable);
    const isAbout = (path: string) => paths.some((one) => one.startsWith(path) || path.startsWith(one));
    return Object.fromEntries(Object.entries(error.fields ?? {}).filter(([path]) => !isAbout(comparable(path))));
  }
}

/** Makes the names of both APIs equal. Ends in a dot, so that `meta` is no part of `metaphor`. */
const comparable = (path: string) => `${path.replaceAll('_', '').toLowerCase()}.`;

const UNDO = new Error('undone');

/** Runs `work` in a transaction that is always rolled back. */
export function undone(context: Context, work: (context: Context) => Promise<unknown>): Promise<never> {
  return inTransaction(context, async (within) => {
    await work({ ...within, loaders: new Map() });
    throw UNDO;
  });
}

type Execute = (args: ExecutionArgs) => Promise<ExecutionResult>;

/**
 * The answer to an operation whose variables graphql-js refused, or whose `literals` were refused and are variables now
 * (`liftLiterals`); null when values are not the reason.
 */
export async function answerRefused(
  schema: GraphQLSchema,
  args: ExecutionArgs,
  execute: Execute,
  errors: readonly GraphQLError[],
  literals?: { fields: FieldErrors; places: ReadonlyMap<string, string> },
): Promise<ExecutionResult | null> {
  const operation = getOperationAST(args.document, args.operationName);
  if (!operation || operation.operation === 'subscription') return null;
  const manner = graphqlInput(operation);
  const placeOf = (variable: string) => literals?.places.get(variable) ?? manner.placeOf(variable);
  const read = compileInput(schema, operation, { ...manner, placeOf })(args.variableValues ?? {});
  if (!read.errors && !literals) return null;
  const refused = { ...read.errors, ...literals?.fields };
  const context = args.contextValue as Context;
  context.refused = refused;
  const { errors: found = [] } = await execute({ ...args, variableValues: read.variables });
  const causes = found.map(({ originalError }) => originalError).filter((cause) => cause instanceof AppError);
  const denied = causes.find(({ code }) => code === 'UNAUTHENTICATED' || code === 'FORBIDDEN');
  const all = Object.assign({}, refused, ...causes.map(({ fields }) => fields)) as FieldErrors;
  const originalError = denied ?? new ValidationError(all);
  const error = new GraphQLError(originalError.message, { nodes: errors[0]?.nodes, originalError });
  return { errors: [literals ? Object.assign(error, { locations: errors[0]?.locations }) : error] };
}
