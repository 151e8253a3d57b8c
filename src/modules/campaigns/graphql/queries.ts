import { MAX_PAGE } from '../../../database/reads/lists.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionOf } from '../../../graphql/connections.ts';
import { columns } from '../../../graphql/selection.ts';
import { getEither, listCampaigns } from '../either.ts';
import { previewAudience } from '../preview-audience.ts';
import {
  listSmsCampaigns,
  listVoiceCampaigns,
  pageSmsCampaigns,
  SMS_SEND,
  type SmsCampaignPage,
  VOICE_SEND,
} from '../reads.ts';
import { SMS } from '../sms/kind.ts';
import { VOICE } from '../voice/kind.ts';
import { CampaignType, fieldsOf } from './campaign.ts';
import {
  CampaignFilter,
  CampaignOrder,
  SmsCampaignFilter,
  SmsCampaignOrder,
  VoiceCampaignFilter,
  VoiceCampaignOrder,
} from './inputs.ts';
import { SmsCampaignType, SmsSendType } from './sms-types.ts';
import { VoiceCampaignType, VoiceSendType } from './voice-types.ts';

const E14 = 'GET /v1/sms/campaigns';

builder.queryFields((t) => ({
  campaigns: t.connection(
    {
      type: CampaignType,
      access: 'viewer',
      description: 'The team’s SMS and voice campaigns, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: CampaignFilter, description: 'Which campaigns.' }),
        orderBy: t.arg({ type: CampaignOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listCampaigns(ctx, args, fieldsOf(info)) as never,
    },
    ...connectionOf(builder, CampaignType),
  ),
  campaign: t.field({
    type: CampaignType,
    nullable: true,
    access: 'viewer',
    description: 'One campaign of either kind. Null with `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getEither(ctx, id, fieldsOf(info)),
  }),
  smsCampaigns: t.page({
    type: SmsCampaignType,
    access: E14,
    description: 'The team’s SMS campaigns, newest first unless ordered otherwise (E14).',
    filter: SmsCampaignFilter,
    orderBy: SmsCampaignOrder,
    list: listSmsCampaigns,
    texts: { filter: 'Which campaigns.' },
  }),
  smsCampaign: t.record({ type: SmsCampaignType, of: SMS, access: E14, description: 'One SMS campaign.' }),
  smsSend: t.record({ type: SmsSendType, of: SMS_SEND, access: E14, description: 'One send of an SMS campaign.' }),
  voiceCampaigns: t.page({
    type: VoiceCampaignType,
    access: 'viewer',
    description: 'The team’s voice campaigns, newest first unless ordered otherwise.',
    filter: VoiceCampaignFilter,
    orderBy: VoiceCampaignOrder,
    list: listVoiceCampaigns,
    texts: { filter: 'Which campaigns.' },
  }),
  voiceCampaign: t.record({ type: VoiceCampaignType, of: VOICE, access: 'viewer', description: 'One voice campaign.' }),
  voiceSend: t.record({
    type: VoiceSendType,
    of: VOICE_SEND,
    access: 'viewer',
    description: 'One send of a voice campaign.',
  }),
  previewAudience: t.int({
    access: 'viewer',
    description:
      'How many contacts a campaign to these segments would reach now: in one of them, in the filter segment where one is named, and not on the suppression list. `VALIDATION_FAILED` when a segment is not the team’s; `BAD_REQUEST` beyond 20 audiences in one request.',
    args: {
      segmentIds: t.arg.idList({ required: true, description: 'Segments to send to; none reaches nobody.' }),
      filterSegmentId: t.arg.id({ description: 'Segment that contacts must also be in.' }),
    },
    resolve: (_root, { segmentIds, filterSegmentId }, ctx) => previewAudience(ctx, segmentIds, filterSegmentId),
  }),
}));

const SmsCampaignKind = builder.enumType('SmsCampaignKind', {
  description: 'The documented `type` of E14.',
  values: {
    planned: { description: 'Send type `planner`.' },
    default: { description: 'Every other send type.' },
  },
});

const SmsCampaignRelation = builder.enumType('SmsCampaignRelation', {
  description: 'The documented `include` of E14.',
  values: {
    offers: { description: 'What the campaign sells.' },
    sends: { description: 'Its sends.' },
    logs: { description: 'What happened to it and to its sends.' },
  },
});

const SmsCampaignPageType = builder.objectRef<SmsCampaignPage>('SmsCampaignPage').implement({
  description: 'A numbered page of SMS campaigns.',
  fields: (t) => ({
    items: t.expose('items', { type: [SmsCampaignType], access: E14, size: 100, description: 'The page’s campaigns.' }),
    page: t.exposeInt('page', { description: 'Number of the page, from 1.' }),
    perPage: t.exposeInt('perPage', { description: 'Page size.' }),
    total: t.exposeInt('total', { description: 'Campaigns on all pages.' }),
  }),
});

builder.queryField('smsCampaignPage', (t) =>
  t.field({
    type: SmsCampaignPageType,
    internal: true,
    access: E14,
    description:
      'SMS campaigns by page number, newest first: what the REST list (E14) is made of. Dashboards page `smsCampaigns` by cursor.',
    args: {
      type: t.arg({ type: SmsCampaignKind, description: 'Which kind; both unless given.' }),
      include: t.arg({
        type: [SmsCampaignRelation],
        description: 'The relations that the operation selects. Checked only: what is loaded is what is selected.',
      }),
      page: t.arg({ type: 'PositiveInt', required: true, defaultValue: 1, description: 'Number of the page, from 1.' }),
      perPage: t.arg({
        type: 'PositiveInt',
        required: true,
        defaultValue: 15,
        description: 'Page size, 1 to 100.',
        extensions: { maximum: MAX_PAGE },
      }),
    },
    resolve: (_root, args, ctx, info) => pageSmsCampaigns(ctx, args, columns(info)),
  }),
);
