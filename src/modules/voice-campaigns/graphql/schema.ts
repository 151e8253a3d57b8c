import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { listCampaigns } from '../../campaigns/reads.ts';
import { getRecord } from '../../records/get-record.ts';
import { VOICE } from '../kind.ts';
import { VoiceCampaignFilter, VoiceCampaignOrder } from './inputs.ts';
import './link-types.ts';
import './progress-types.ts';
import './mutations.ts';
import { VoiceCampaignType } from './types.ts';

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
      resolve: (_root, args, ctx, info) => listCampaigns(ctx, VOICE, args, columns(info)),
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
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, VOICE, id, columns(info)),
  }),
);
