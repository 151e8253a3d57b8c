import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { HUB_MESSAGE, hubMessageFilter, listHubMessages } from '../lists.ts';
import { readTraffic, watchTraffic } from '../watch.ts';
import { HubMessageType, HubTrafficType } from './types.ts';

builder.queryFields((t) => ({
  hubMessages: t.page({
    type: HubMessageType,
    access: 'viewer',
    description: 'The messages that sellers submitted (CDRs), newest first.',
    filter: filterInput(hubMessageFilter),
    list: listHubMessages,
    texts: { filter: 'Which messages.' },
  }),
  hubMessage: t.record({
    type: HubMessageType,
    of: HUB_MESSAGE,
    access: 'viewer',
    description: 'One message that a seller submitted.',
  }),
}));

builder.subscriptionField('hubTraffic', (t) =>
  t.field({
    type: HubTrafficType,
    access: 'viewer',
    description:
      'Sends what goes over the hub at once, and again every second. `NOT_FOUND` when the team has no endpoint of this id.',
    args: { sellerEndpointId: t.arg.id({ description: 'Only the messages and connections of this endpoint.' }) },
    subscribe: (_root, { sellerEndpointId }, ctx) => watchTraffic(ctx, sellerEndpointId),
    resolve: (watched, _args, ctx) => readTraffic(ctx, watched),
  }),
);
