import { MAX_PAGE } from '../../../database/lists.ts';
import { builder } from '../../../graphql/builder.ts';
import { columns } from '../../../graphql/selection.ts';
import { listCampaigns } from '../../campaigns/reads.ts';
import { getRecord } from '../../records/get-record.ts';
import '../../campaigns/graphql/queries.ts';
import './link-types.ts';
import './mutations.ts';
import './preview-types.ts';
import './progress-types.ts';
import './queries.ts';
import './unknown-mutations.ts';
import { SMS } from '../kind.ts';
import { pageSmsCampaigns, type SmsCampaignPage } from '../operations.ts';
import { SmsCampaignFilter, SmsCampaignOrder } from './inputs.ts';
import { SmsCampaignType } from './types.ts';

const E14 = 'GET /v1/sms/campaigns';

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
      resolve: (_root, args, ctx, info) => listCampaigns(ctx, SMS, args, columns(info)),
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
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, SMS, id, columns(info)),
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
