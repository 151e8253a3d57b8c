import type { ExecutionArgs, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { type Cost, costProblem, createPricer, type Pricer } from 'graphql-limits';
import type { Context } from '../context.ts';

export interface CostLimit {
  /** Why an operation could answer too much; null when it may run. */
  refusal(args: ExecutionArgs): GraphQLError | null;
  /** `extensions: { cost: true }` in the request asks for the cost, which is answered under `extensions.cost`. */
  told(args: ExecutionArgs, result: ExecutionResult): ExecutionResult;
}

/** Pages of REST lists are asked for by `perPage`. */
export const pricerOf = (schema: GraphQLSchema): Pricer =>
  createPricer(schema, { pageArguments: ['first', 'last', 'perPage'] });

export function createCostLimit(schema: GraphQLSchema, limits: Cost): CostLimit {
  const price = pricerOf(schema);
  const costOf = ({ document, operationName, variableValues }: ExecutionArgs) =>
    price(document, operationName, variableValues);
  return {
    refusal: (args) => costProblem(costOf(args), limits),
    told(args, result) {
      if (!asksForCost(args.contextValue)) return result;
      return { ...result, extensions: { ...result.extensions, cost: { ...costOf(args), limits } } };
    },
  };
}

/** The context contains the request whether it came through Yoga or directly. */
const asksForCost = (context: unknown): boolean => (context as Context).params?.extensions?.cost === true;
