import type { DocumentNode, GraphQLSchema } from 'graphql';
import { Analysis, type Plan, type Unit } from './cost-analysis.ts';
import { totalOf, type Variables } from './cost-sum.ts';

/** What an operation may answer at the most. */
export interface Cost {
  /** Objects: pages multiply. */
  nodes: number;
  /** Values of those objects, under whatever names. */
  fields: number;
  /** Fields below each other. */
  depth: number;
}

/** Of one operation of a document that is valid; variables as they were sent. */
export type Pricer = (document: DocumentNode, operationName?: string | null, variables?: Variables | null) => Cost;

/**
 * An operation is analysed when it is first seen; from then on only the page sizes among its variables are looked up.
 * (The complexity plugin of Pothos walks the operation in every request, and does so inside the resolvers.)
 */
export function createPricer(schema: GraphQLSchema): Pricer {
  const plans = {
    nodes: new WeakMap<DocumentNode, Map<string, Plan>>(),
    fields: new WeakMap<DocumentNode, Map<string, Plan>>(),
  };
  let round = 0;

  function planOf(unit: Unit, document: DocumentNode, name: string): Plan {
    const known = plans[unit].get(document) ?? new Map<string, Plan>();
    if (known.size === 0) plans[unit].set(document, known);
    const plan = known.get(name) ?? new Analysis(schema, document, unit).plan(name);
    known.set(name, plan);
    return plan;
  }

  return (document, operationName, variables) => {
    const name = operationName ?? '';
    round += 1;
    const total = ({ sum }: Plan) => Math.min(totalOf(sum, variables ?? {}, round), Number.MAX_SAFE_INTEGER);
    const objects = planOf('nodes', document, name);
    const nodes = total(objects);
    // More objects than can be counted need not be looked into.
    const fields = nodes === Number.MAX_SAFE_INTEGER ? nodes : total(planOf('fields', document, name));
    return { nodes, fields, depth: objects.depth };
  };
}
