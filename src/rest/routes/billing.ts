import { ChargeIntegrationDocument } from '../../generated/rest-documents.ts';
import { eb1 } from '../error-bodies.ts';
import { object } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const billingRoutes: readonly Route[] = [
  route({
    operation: 'E7',
    method: 'POST',
    path: '/v1/billing/charge',
    document: ChargeIntegrationDocument,
    variables: ({ body }) => ({ input: body }),
    respond: () => ({ success: true }),
    response: () => object({ success: { type: 'boolean' } }),
    errors: { BAD_REQUEST: eb1, PAYMENT_REQUIRED: eb1, CONFLICT: eb1, NOT_FOUND: eb1 },
  }),
];
