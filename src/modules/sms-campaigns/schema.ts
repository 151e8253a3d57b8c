import { builder } from '../../graphql/builder.ts';
import { DateTimeRange, DeletedRecord, orderInput } from '../../graphql/lists.ts';
import { columns } from '../../graphql/selection.ts';
import { CampaignStatusEnum, SendTypeEnum } from '../campaigns/enums.ts';
import {
  deleteSmsCampaign,
  getSmsCampaign,
  listSmsCampaigns,
  pageSmsCampaigns,
  type SmsCampaignPage,
  stopSmsCampaignPlanner,
} from './operations.ts';
import { SmsCampaignType } from './types.ts';

const E14 = 'GET /v1/sms/campaigns';

const SmsCampaignFilter = builder.inputType('SmsCampaignFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    status: t.field({ type: [CampaignStatusEnum], description: 'One of these statuses.' }),
    sendType: t.field({ type: [SendTypeEnum], description: 'One of these send types.' }),
    name: t.string({ description: 'Text within the name; case does not matter.' }),
    createdAt: t.field({ type: DateTimeRange, description: 'When it was created.' }),
  }),
});

const SmsCampaignOrder = orderInput('SmsCampaign', {
  createdAt: 'When it was created.',
  updatedAt: 'When it last changed.',
  name: 'Its name.',
  status: 'Its status, in the order of the enumeration.',
});

builder.queryField('smsCampaigns', (t) =>
  t.connection(
    {
      type: SmsCampaignType,
      access: E14,
      description: 'The team’s SMS campaigns, newest first unless ordered otherwise (E14).',
      args: {
        filter: t.arg({ type: SmsCampaignFilter, description: 'Which campaigns.' }),
        orderBy: t.arg({ type: SmsCampaignOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listSmsCampaigns(ctx, args, columns(info)),
    },
    { description: 'A page of SMS campaigns.' },
    { description: 'An SMS campaign in a list.' },
  ),
);

builder.queryField('smsCampaign', (t) =>
  t.field({
    type: SmsCampaignType,
    access: E14,
    description: 'One SMS campaign. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getSmsCampaign(ctx, id, columns(info)),
  }),
);

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
    sends: { description: 'Its runs.' },
    logs: { description: 'What happened to it and to its runs.' },
  },
});

const SmsCampaignPageType = builder.objectRef<SmsCampaignPage>('SmsCampaignPage').implement({
  description: 'A numbered page of SMS campaigns.',
  fields: (t) => ({
    items: t.expose('items', { type: [SmsCampaignType], access: E14, description: 'The page’s campaigns.' }),
    page: t.exposeInt('page', { description: 'Number of the page, from 1.' }),
    perPage: t.exposeInt('perPage', { description: 'Page size.' }),
    total: t.exposeInt('total', { description: 'Campaigns on all pages.' }),
  }),
});

builder.queryField('smsCampaignPage', (t) =>
  t.field({
    type: SmsCampaignPageType,
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
      perPage: t.arg({ type: 'PositiveInt', required: true, defaultValue: 15, description: 'Page size, 1 to 100.' }),
    },
    resolve: (_root, args, ctx, info) => pageSmsCampaigns(ctx, args, columns(info)),
  }),
);

builder.mutationField('deleteSmsCampaign', (t) =>
  t.field({
    type: DeletedRecord,
    access: 'DELETE /v1/sms/campaigns/{campaign}',
    description:
      'Deletes an SMS campaign (E22). `NOT_FOUND` when the team has none of this id, `CONFLICT` while it is sending.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx) => deleteSmsCampaign(ctx, id),
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
