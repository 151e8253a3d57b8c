import { builder } from '../../graphql/builder.ts';
import { DeletedRecord } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { UpdateVoiceCampaignInput, VoiceCampaignFilter, VoiceCampaignOrder } from './inputs.ts';
import {
  deletePostProcessing,
  getVoiceCampaign,
  listPostProcessings,
  listVoiceCampaigns,
  updateVoiceCampaign,
} from './operations.ts';
import { PostProcessingType, VoiceCampaignType } from './types.ts';

builder.queryField('voiceCampaigns', (t) =>
  t.connection(
    {
      type: VoiceCampaignType,
      access: 'viewer',
      description: 'The team’s voice campaigns, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: VoiceCampaignFilter, description: 'Which campaigns.' }),
        orderBy: t.arg({ type: VoiceCampaignOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listVoiceCampaigns(ctx, args, columns(info)),
    },
    { description: 'A page of voice campaigns.' },
    { description: 'A voice campaign in a list.' },
  ),
);

builder.queryField('voiceCampaign', (t) =>
  t.field({
    type: VoiceCampaignType,
    access: 'viewer',
    description: 'One voice campaign. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getVoiceCampaign(ctx, id, columns(info)),
  }),
);

builder.queryField('voicePostProcessings', (t) =>
  t.connection(
    {
      type: PostProcessingType,
      access: 'viewer',
      description: 'The team’s post-processing steps, newest first, those of no campaign in particular among them.',
      resolve: (_root, args, ctx, info) => listPostProcessings(ctx, args, columns(info)),
    },
    { description: 'A page of post-processing steps.' },
    { description: 'A post-processing step in a list.' },
  ),
);

builder.mutationField('updateVoiceCampaign', (t) =>
  t.field({
    type: VoiceCampaignType,
    access: 'PUT /v1/voice/campaigns/{campaign}',
    description:
      'Changes a voice campaign (E1). `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` when a value is out of bounds, a reference is not the team’s or the status cannot follow the present one.',
    args: {
      id: t.arg.id({ required: true, description: 'Its id.' }),
      input: t.arg({ type: UpdateVoiceCampaignInput, required: true, description: 'What changes.' }),
    },
    resolve: (_root, { id, input }, ctx) => updateVoiceCampaign(ctx, id, input),
  }),
);

builder.mutationField('deleteVoicePostProcessing', (t) =>
  t.field({
    type: DeletedRecord,
    access: 'DELETE /v1/voice/post-processing/{postProcessing}',
    description: 'Deletes a post-processing step (E21). `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => deletePostProcessing(ctx, id),
  }),
);
