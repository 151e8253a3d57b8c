import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord } from '../../../graphql/lists.ts';
import { deleteCampaign } from '../../campaigns/start-and-stop.ts';
import { createSmsCampaign, duplicateSmsCampaign, updateSmsCampaign } from '../changes.ts';
import { SMS } from '../kind.ts';
import { stopSmsCampaignPlanner } from '../operations.ts';
import { startSmsCampaign, stopSmsCampaign } from '../start-and-stop.ts';
import { CreateSmsCampaignInput, UpdateSmsCampaignInput } from './inputs.ts';
import { SmsCampaignType } from './types.ts';

builder.mutationField('createSmsCampaign', (t) =>
  t.field({
    type: SmsCampaignType,
    access: 'viewer',
    creates: true,
    description:
      'Creates an SMS campaign, a draft. `VALIDATION_FAILED` when a value is out of bounds or a reference is not the team’s.',
    args: { input: t.arg({ type: CreateSmsCampaignInput, required: true, description: 'The campaign.' }) },
    resolve: (_root, { input }, ctx) => createSmsCampaign(ctx, input),
  }),
);

builder.mutationField('updateSmsCampaign', (t) =>
  t.field({
    type: SmsCampaignType,
    access: 'viewer',
    description:
      'Changes an SMS campaign; a send that waits for its time takes the changes over. `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` when a value is out of bounds, a reference is not the team’s or the status cannot follow the present one.',
    args: {
      id: t.arg.id({ required: true, description: 'Its id.' }),
      input: t.arg({ type: UpdateSmsCampaignInput, required: true, description: 'What changes.' }),
    },
    resolve: (_root, { id, input }, ctx) => updateSmsCampaign(ctx, id, input),
  }),
);

builder.mutationField('duplicateSmsCampaign', (t) =>
  t.field({
    type: SmsCampaignType,
    access: 'viewer',
    creates: true,
    description:
      'Creates a draft with the meta, texts and offers of an SMS campaign; its name ends in `(copy)`. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'The campaign to copy.' }) },
    resolve: (_root, { id }, ctx) => duplicateSmsCampaign(ctx, id),
  }),
);

builder.mutationField('startSmsCampaign', (t) =>
  t.field({
    type: SmsCampaignType,
    access: 'viewer',
    description:
      'Starts an SMS campaign and opens a send: it becomes `running`, or `pending` when its data names a later moment or it had failed. One that is going out stays as it is. `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` under `status` when it was sent already, and under every field that keeps it from reaching anybody, all at once: `texts` (none, or one with `{{ url }}` where no offer is sold), `meta.sendType` and its data (missing, or hours and slots that never come), `meta.segmentIds` (none, or nobody in them; a feed brings its own contacts, so it needs a feed or a segment), `meta.smsRoutingPlanId` (none, without a rule or default route, or a route without provider, credentials or connection) and `meta.hlrSettings.isActive` (no look-up provider). The campaign’s log says when a route is simulated.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => startSmsCampaign(ctx, id),
  }),
);

builder.mutationField('stopSmsCampaign', (t) =>
  t.field({
    type: SmsCampaignType,
    access: 'viewer',
    description:
      'Stops an SMS campaign that waits or goes out, and its open sends; it can be started again. One that is stopped stays as it is. `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` under `status` when it is not under way.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => stopSmsCampaign(ctx, id),
  }),
);

builder.mutationField('deleteSmsCampaign', (t) =>
  t.field({
    type: DeletedRecord,
    access: 'DELETE /v1/sms/campaigns/{campaign}',
    description:
      'Deletes an SMS campaign (E22). `NOT_FOUND` when the team has none of this id, `CONFLICT` while it is sending.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => deleteCampaign(ctx, SMS, id),
  }),
);

builder.mutationField('stopSmsCampaignPlanner', (t) =>
  t.field({
    type: SmsCampaignType,
    access: 'POST /v1/sms/campaigns/{campaign}/planner/stop',
    description:
      'Stops a campaign’s planner (E19). `NOT_FOUND` when the team has none of this id, `VALIDATION_FAILED` when it has no planner.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => stopSmsCampaignPlanner(ctx, id),
  }),
);
