import { type ExecutionArgs, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Cost, createPricer } from './cost.ts';

/**
 * Refuses an operation that could answer too much, before it runs. `extensions: { cost: true }` beside the query asks
 * for its cost, which then comes under `extensions.cost` of the answer.
 */
export function costPlugin(schema: GraphQLSchema, limits: Cost): Plugin {
  const price = createPricer(schema);
  const refusalOf = ({ document, operationName, variableValues }: ExecutionArgs): [GraphQLError | null, Cost] => {
    const cost = price(document, operationName, variableValues);
    return [refusal(cost, limits), cost];
  };
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const [error, cost] = refusalOf(args);
      if (error) return setResultAndStopExecution({ errors: [error] });
      if (!asksForCost(args.contextValue)) return undefined;
      return {
        onExecuteDone({ result, setResult }) {
          const { extensions, ...rest } = result as ExecutionResult;
          setResult({ ...rest, extensions: { ...extensions, cost: { ...cost, limits } } });
        },
      };
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      const [error] = refusalOf(args);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
  };
}

function refusal({ nodes, depth }: Cost, limits: Cost): GraphQLError | null {
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
  return null;
}

/** What the request brought is in the context of both ways, Yoga's and the short one. */
const asksForCost = (context: unknown): boolean =>
  (context as { params?: { extensions?: { cost?: unknown } } }).params?.extensions?.cost === true;
