import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import { type Cost, createPricer } from './cost.ts';

export interface CostLimit {
  /** Why an operation could answer too much; null when it may run. */
  refusal(args: ExecutionArgs): GraphQLError | null;
  /** `extensions: { cost: true }` in the request asks for the cost, which is answered under `extensions.cost`. */
  told(args: ExecutionArgs, result: ExecutionResult): ExecutionResult;
}

export function createCostLimit(schema: GraphQLSchema, limits: Cost): CostLimit {
  const price = createPricer(schema);
  const costOf = ({ document, operationName, variableValues }: ExecutionArgs) =>
    price(document, operationName, variableValues);
  return {
    refusal: (args) => refusal(costOf(args), limits),
    told(args, result) {
      if (!asksForCost(args.contextValue)) return result;
      return { ...result, extensions: { ...result.extensions, cost: { ...costOf(args), limits } } };
    },
  };
}

function refusal({ nodes, fields, depth }: Cost, limits: Cost): GraphQLError | null {
  if (depth > limits.depth) {
    return new GraphQLError(`The operation is ${depth} fields deep; ${limits.depth} are allowed.`, {
      extensions: { code: 'DEPTH_LIMIT_EXCEEDED', depth, limit: limits.depth },
    });
  }
  if (nodes > limits.nodes) {
    return new GraphQLError(`The operation may answer ${nodes} objects; ${limits.nodes} are allowed.`, {
      extensions: { code: 'COST_LIMIT_EXCEEDED', nodes, limit: limits.nodes },
    });
  }
  if (fields > limits.fields) {
    return new GraphQLError(`The operation may answer ${fields} fields; ${limits.fields} are allowed.`, {
      extensions: { code: 'COST_LIMIT_EXCEEDED', fields, limit: limits.fields },
    });
  }
  return null;
}

/** The context contains the request whether it came through Yoga or directly. */
const asksForCost = (context: unknown): boolean => (context as Context).params?.extensions?.cost === true;
