import { ListMnpLookupsDocument } from '../../generated/rest-documents.ts';
import { type JsonSchema, list, object, property } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const enrichmentRoutes: readonly Route[] = [
  route({
    operation: 'E16',
    method: 'GET',
    path: '/v1/enrichment/mnp',
    document: ListMnpLookupsDocument,
    description: 'The team’s newest 100 number-portability checks, newest first (E16).',
    respond: ({ numberLookups: { nodes } }) => ({
      data: nodes.map(({ cost, ...lookup }) => ({ ...lookup, cost: Number(cost) })),
    }),
    response: (selection) =>
      object({ data: list(withNumericCost(property(property(selection, 'numberLookups'), 'nodes').items)) }),
  }),
];

const withNumericCost = (lookup: JsonSchema = {}): JsonSchema =>
  object({ ...lookup.properties, cost: { type: 'number' } });
