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
    body: ['cost', { meta: ['integration_id', 'reason', 'webhook_request_id'] }],
    description:
      'Charges an integration’s balance, once per webhook request however often it is sent (E7). `NOT_FOUND` when the team has no such integration, `BAD_REQUEST` when its balance is not kept here, `PAYMENT_REQUIRED` when too little is left, `CONFLICT` when the webhook request was charged with another cost.',
    variables: ({ body }) => ({ input: body }),
    respond: () => ({ success: true }),
    response: () => object({ success: { type: 'boolean' } }),
    errors: { BAD_REQUEST: eb1, PAYMENT_REQUIRED: eb1, CONFLICT: eb1, NOT_FOUND: eb1 },
  }),
];
