import {
  DeleteSmsCampaignDocument,
  ListSmsCampaignsDocument,
  StopSmsCampaignPlannerDocument,
} from '../../generated/rest-documents.ts';
import { eb1, errorList } from '../error-bodies.ts';
import { type JsonSchema, list, object, paginated, property, string } from '../json-schema.ts';
import { paginate } from '../pagination.ts';
import { commaList } from '../query.ts';
import { type Route, route } from '../route.ts';

export const smsCampaignRoutes: readonly Route[] = [
  route({
    operation: 'E14',
    method: 'GET',
    path: '/v1/sms/campaigns',
    document: ListSmsCampaignsDocument,
    description: 'SMS campaigns by page number, newest first (E14).',
    describe: {
      include:
        'What is answered with each campaign, `sends` and `logs` the newest 100 each; lists not asked for are empty.',
    },
    variables: ({ query: { type, page, per_page, include } }) => ({
      type,
      page,
      per_page,
      include: commaList(include),
      with_offers: asks(include, 'offers'),
      with_sends: asks(include, 'sends'),
      with_logs: asks(include, 'logs'),
    }),
    respond: ({ smsCampaignPage: { items, page, perPage, total } }, { url, search }) => ({
      data: items.map(withEveryRelation),
      ...paginate({ url, search, page, perPage, total, count: items.length }),
    }),
    response: (selection) =>
      paginated(list(withRequiredRelations(property(property(selection, 'smsCampaignPage'), 'items').items))),
  }),
  route({
    operation: 'E19',
    method: 'POST',
    path: '/v1/sms/campaigns/:campaign/planner/stop',
    document: StopSmsCampaignPlannerDocument,
    variables: ({ params }) => ({ campaign: params.campaign }),
    respond: () => ({ message: 'Campaign planner stopped.' }),
    response: () => object({ message: string }),
    errors: { VALIDATION_FAILED: errorList },
  }),
  route({
    operation: 'E22',
    method: 'DELETE',
    path: '/v1/sms/campaigns/:campaign',
    document: DeleteSmsCampaignDocument,
    variables: ({ params }) => ({ campaign: params.campaign }),
    // Not in the reference: the text of E22's success.
    respond: () => ({ message: 'SMS campaign deleted.' }),
    response: () => object({ message: string }),
    errors: { CONFLICT: eb1 },
  }),
];

type Include = Parameters<typeof commaList>[0];

const asks = (include: Include, relation: string) => (commaList(include) ?? []).includes(relation);

interface Page<Row> {
  nodes: readonly Row[];
}

interface Relations {
  offers?: Page<object>;
  logs?: Page<object>;
  sends?: Page<{ logs?: Page<object> }>;
}

/** Relations that were not asked for are empty (E14). */
const withEveryRelation = <Campaign extends Relations>(campaign: Campaign) => ({
  ...campaign,
  offers: campaign.offers?.nodes ?? [],
  sends: (campaign.sends?.nodes ?? []).map((send) => ({ ...send, logs: send.logs?.nodes ?? [] })),
  logs: campaign.logs?.nodes ?? [],
});

function withRequiredRelations(campaign: JsonSchema = {}): JsonSchema {
  const nodes = (of: JsonSchema, name: string) => property(property(of, name), 'nodes');
  const send = nodes(campaign, 'sends').items ?? {};
  return object({
    ...campaign.properties,
    offers: nodes(campaign, 'offers'),
    sends: list(object({ ...send.properties, logs: nodes(send, 'logs') })),
    logs: nodes(campaign, 'logs'),
  });
}
