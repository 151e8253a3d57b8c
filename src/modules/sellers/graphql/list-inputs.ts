import { builder } from '../../../graphql/builder.ts';
import { orderInput, textWithin } from '../../../graphql/lists.ts';

export const SellerEndpointFilter = builder.inputType('SellerEndpointFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    clientCompanyId: t.field({ type: 'UUID', description: 'Of this company.' }),
    smsRoutingPlanId: t.field({ type: 'UUID', description: 'Whose messages take this routing plan.' }),
    username: t.string(textWithin('the username')),
    tag: t.string({ description: 'With exactly this tag.' }),
    isSendingAllowed: t.boolean({ description: 'Allowed to send or not.' }),
  }),
});

export const SellerEndpointOrder = orderInput('SellerEndpoint', {
  createdAt: 'When it was created.',
  username: 'Its username.',
});
