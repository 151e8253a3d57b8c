import './queries.ts';
import { builder } from '../../graphql/builder.ts';
import { DeletedRecord } from '../../graphql/lists.ts';
import { CreateSellerEndpointInput, UpdateProfitRuleInput } from './inputs.ts';
import { updateSellerProfitLogicRule } from './operations/profit-rules.ts';
import { createSellerEndpoint } from './operations/seller-endpoints.ts';
import { deleteSmsTestSchedule } from './operations/test-schedules.ts';
import { ProfitRuleType } from './profit-types.ts';
import { SellerEndpointType } from './seller-types.ts';

builder.mutationField('createSellerEndpoint', (t) =>
  t.field({
    type: SellerEndpointType,
    access: 'POST /v1/hub/endpoints',
    creates: true,
    description:
      'Gives a seller a way to connect (E4). `VALIDATION_FAILED` with `Forbidden username/password combination.` under both when the password contains the username or the username is taken.',
    args: { input: t.arg({ type: CreateSellerEndpointInput, required: true, description: 'The endpoint.' }) },
    resolve: (_root, { input }, ctx) => createSellerEndpoint(ctx, input),
  }),
);

builder.mutationField('updateSellerProfitLogicRule', (t) =>
  t.field({
    type: ProfitRuleType,
    access: 'PUT /v1/hub/profit-logic/rules/{rule}',
    description:
      'Changes a profit rule (E5); the profit before is kept and entered into the history. `NOT_FOUND` when the team has none of this id, `VALIDATION_FAILED` when a reference or a time does not fit.',
    args: {
      id: t.arg.id({ required: true, description: 'Its id.' }),
      input: t.arg({ type: UpdateProfitRuleInput, required: true, description: 'What changes.' }),
    },
    resolve: (_root, { id, input }, ctx) => updateSellerProfitLogicRule(ctx, id, input),
  }),
);

builder.mutationField('deleteSmsTestSchedule', (t) =>
  t.field({
    type: DeletedRecord,
    access: 'DELETE /v1/sms/routing/sms-tests/{smsRoute}/schedule/{id}',
    description:
      'Deletes a test schedule of a route (E18). `NOT_FOUND` when the team has no such route, or the route no such schedule.',
    args: {
      routeId: t.arg.id({ required: true, description: 'The route it tests.' }),
      id: t.arg.id({ required: true, description: 'Its id.' }),
    },
    resolve: (_root, args, ctx) => deleteSmsTestSchedule(ctx, args),
  }),
);
