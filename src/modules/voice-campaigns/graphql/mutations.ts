import { builder } from '../../../graphql/builder.ts';
import { DeletedRecord } from '../../../graphql/lists.ts';
import { deleteCampaign } from '../../campaigns/start-and-stop.ts';
import { createVoiceCampaign, duplicateVoiceCampaign, updateVoiceCampaign } from '../changes.ts';
import { VOICE } from '../kind.ts';
import { setVoiceCampaignRetries } from '../retries.ts';
import { startVoiceCampaign, stopVoiceCampaign } from '../start-and-stop.ts';
import { CreateVoiceCampaignInput, SetVoiceCampaignRetriesInput, UpdateVoiceCampaignInput } from './inputs.ts';
import { VoiceCampaignType } from './types.ts';

builder.mutationField('createVoiceCampaign', (t) =>
  t.field({
    type: VoiceCampaignType,
    access: 'viewer',
    creates: true,
    description:
      'Creates a voice campaign, a draft. `VALIDATION_FAILED` when a value is out of bounds or a reference is not the team’s.',
    args: { input: t.arg({ type: CreateVoiceCampaignInput, required: true, description: 'The campaign.' }) },
    resolve: (_root, { input }, ctx) => createVoiceCampaign(ctx, input),
  }),
);

builder.mutationField('updateVoiceCampaign', (t) =>
  t.field({
    type: VoiceCampaignType,
    access: 'PUT /v1/voice/campaigns/{campaign}',
    description:
      'Changes a voice campaign (E1). `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` when a value is out of bounds, a reference is not the team’s or the status cannot follow the present one. A status that gets it under way opens a send, and `VALIDATION_FAILED` names what `startVoiceCampaign` would name; a send that waits for its time takes the changes over.',
    args: {
      id: t.arg.id({ required: true, description: 'Its id.' }),
      input: t.arg({ type: UpdateVoiceCampaignInput, required: true, description: 'What changes.' }),
    },
    resolve: (_root, { id, input }, ctx) => updateVoiceCampaign(ctx, id, input),
  }),
);

builder.mutationField('duplicateVoiceCampaign', (t) =>
  t.field({
    type: VoiceCampaignType,
    access: 'viewer',
    creates: true,
    description:
      'Creates a draft with the meta, offers and post-processing steps of a voice campaign; its name ends in `(copy)`. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'The campaign to copy.' }) },
    resolve: (_root, { id }, ctx) => duplicateVoiceCampaign(ctx, id),
  }),
);

builder.mutationField('setVoiceCampaignRetries', (t) =>
  t.field({
    type: VoiceCampaignType,
    access: 'viewer',
    description:
      'Says how often and when a contact is called again that was busy or did not answer, from the next call’s end on. `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` names what is out of bounds.',
    args: {
      id: t.arg.id({ required: true, description: 'The campaign’s id.' }),
      input: t.arg({ type: SetVoiceCampaignRetriesInput, required: true, description: 'How often and when.' }),
    },
    resolve: (_root, { id, input }, ctx) => setVoiceCampaignRetries(ctx, id, input),
  }),
);

builder.mutationField('startVoiceCampaign', (t) =>
  t.field({
    type: VoiceCampaignType,
    access: 'viewer',
    description:
      'Starts a voice campaign and opens a send: it becomes `running`, or `pending` when its data names a later moment or it had failed. One that is going out stays as it is. `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` under `status` when everything went out already, and under every field that keeps it from calling anybody: what is missing or was deleted, segments with nobody who may be contacted, numbers without a voice account of their provider that has an adapter, agents that speak over none of these, hours and slots that never come, look-ups without a provider. Voice campaigns know `manual`, `recurring` and `feed`.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => startVoiceCampaign(ctx, id),
  }),
);

builder.mutationField('stopVoiceCampaign', (t) =>
  t.field({
    type: VoiceCampaignType,
    access: 'viewer',
    description:
      'Stops a voice campaign that waits or goes out, and its open sends; it can be started again. `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` under `status` when it is neither under way nor stopped.',
    args: {
      id: t.arg.id({ required: true, description: 'Its id.' }),
      reason: t.arg.string({ description: 'Why, in words, at most 1,000 characters; `meta.stoppedReason` keeps it.' }),
    },
    resolve: (_root, { id, reason }, ctx) => stopVoiceCampaign(ctx, id, reason),
  }),
);

builder.mutationField('deleteVoiceCampaign', (t) =>
  t.field({
    type: DeletedRecord,
    access: 'viewer',
    description:
      'Deletes a voice campaign. `NOT_FOUND` when the team has none of this id, `CONFLICT` while it is calling.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => deleteCampaign(ctx, VOICE, id),
  }),
);
