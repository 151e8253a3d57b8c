import { CreateOfferDocument } from '../../generated/rest-documents.ts';
import { type Route, route } from '../route.ts';

export const offerRoutes: readonly Route[] = [
  route({
    operation: 'E10',
    method: 'POST',
    path: '/v1/offers',
    document: CreateOfferDocument,
    body: ['name', 'url', 'profit'],
    variables: ({ body }) => ({ input: body }),
    status: 201,
  }),
];
