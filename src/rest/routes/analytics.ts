import { AnalyticsFiltersDocument } from '../../generated/rest-documents.ts';
import { type Route, route } from '../route.ts';

export const analyticsRoutes: readonly Route[] = [
  route({
    operation: 'E15',
    method: 'GET',
    path: '/v1/analytics/filters',
    document: AnalyticsFiltersDocument,
    // Not in the reference: the name of the query parameter.
    variables: ({ query: { type } }) => ({ type }),
  }),
];
