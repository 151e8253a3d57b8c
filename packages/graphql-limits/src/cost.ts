import { type DocumentNode, GraphQLError, type GraphQLSchema } from 'graphql';
import { Analysis, type CostOptions, type Plan, type Unit } from './cost-analysis.ts';
import { totalOf, type Variables } from './cost-sum.ts';

/** What an operation may answer at most. */
export interface Cost {
  /** Objects. Nested pages multiply. */
  nodes: number;
  /** Values of those objects; each alias counts. */
  fields: number;
  /** Levels of fields. */
  depth: number;
}

/** The cost of one operation of a valid document, with its variables as they were sent. */
export type Pricer = (document: DocumentNode, operationName?: string | null, variables?: Variables | null) => Cost;

/**
 * An operation is analysed the first time it is seen. After that only the page sizes among its variables are looked up.
 * (Pothos' complexity plugin walks the operation in every request, and does so inside the resolvers.)
 */
export function createPricer(schema: GraphQLSchema, options: CostOptions = {}): Pricer {
  const plans = {
    nodes: new WeakMap<DocumentNode, Map<string, Plan>>(),
    fields: new WeakMap<DocumentNode, Map<string, Plan>>(),
  };
  let round = 0;

  function planOf(unit: Unit, document: DocumentNode, name: string): Plan {
    const known = plans[unit].get(document) ?? new Map<string, Plan>();
    if (known.size === 0) plans[unit].set(document, known);
    const plan = known.get(name) ?? new Analysis(schema, document, unit, options).plan(name);
    known.set(name, plan);
    return plan;
  }

  return (document, operationName, variables) => {
    const name = operationName ?? '';
    round += 1;
    const total = ({ sum }: Plan) => Math.min(totalOf(sum, variables ?? {}, round), Number.MAX_SAFE_INTEGER);
    const objects = planOf('nodes', document, name);
    const nodes = total(objects);
    // More objects than can be counted need no further look.
    const fields = nodes === Number.MAX_SAFE_INTEGER ? nodes : total(planOf('fields', document, name));
    return { nodes, fields, depth: objects.depth };
  };
}

/** Why an operation of this cost is refused; null when it may run. */
export function costProblem({ nodes, fields, depth }: Cost, limits: Cost): GraphQLError | null {
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
