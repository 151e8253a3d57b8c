import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse, print, visit } from 'graphql';
import type { DataSet } from './data-set.ts';
import type { ContenderName, ShapeName } from './names.ts';

export interface BenchRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The part of the answer that all contenders must agree on. */
  read(answer: never): unknown;
}

interface Graph {
  data: Record<string, unknown>;
}

const CAMPAIGN = 'id name status createdAt updatedAt';
const OFFER = 'id name url profit';
const SEND = 'id status nextStepAt createdAt updatedAt';
const LOG = 'callerId callerType text createdAt';

/** Twenty campaigns, each with its offers and, when nested, twenty sends of ten logs. */
const fieldsOf = (rows: (fields: string) => string): Record<'nested' | 'light' | 'single', string> => ({
  nested: `${CAMPAIGN} offers ${rows(OFFER)} sends(first: 20) ${rows(`${SEND} logs(first: 10) ${rows(LOG)}`)}`,
  light: `${CAMPAIGN} offers ${rows(OFFER)}`,
  single: CAMPAIGN,
});
/** Of ours, whose lists have pages, and of others. */
const PAGED = fieldsOf((fields) => `{ nodes { ${fields} } }`);
const FIELDS = fieldsOf((fields) => `{ ${fields} }`);

const get = (path: string, headers: Record<string, string>, read: BenchRequest['read']): BenchRequest => ({
  method: 'GET',
  path,
  headers,
  body: '',
  read,
});

function graphql(
  query: string,
  variables: Record<string, unknown>,
  read: (data: never) => unknown,
  headers: Record<string, string> = {},
): BenchRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
    read: ({ data }: Graph) => read(data as never),
  };
}

/** The request of one contender for one shape; undefined where there is none. */
export function requestOf(
  contender: ContenderName,
  shape: ShapeName,
  { campaignId, token, teamId }: DataSet,
  root: string,
): BenchRequest | undefined {
  const bearer = { authorization: `Bearer ${token}` };
  const id = { id: campaignId };
  if (shape === 'e14') {
    if (contender === 'ours' || contender === 'ours-interpreted') return e14OverGraphql(root, bearer);
    if (contender === 'ours-rest') {
      const path = '/api/v1/sms/campaigns?per_page=20&include=offers,sends,logs';
      return get(path, bearer, ({ data }: Graph) => data);
    }
    return undefined;
  }
  switch (contender) {
    case 'floor-a':
    case 'floor-b':
      return get(shape === 'single' ? `/single/${campaignId}` : `/${shape}`, {}, ({ data }: Graph) => data);
    case 'ours':
    case 'ours-interpreted':
      if (shape === 'single') return one(PAGED.single, id, bearer);
      return campaigns(20, PAGED[shape], bearer);
    case 'mercurius':
      return shape === 'single' ? one(FIELDS.single, id) : plainList(FIELDS[shape]);
    case 'plain-prisma':
      if (shape === 'single') return one(FIELDS.single, id);
      // A relation over a table in between shows that table.
      return plainList(FIELDS[shape].replace(`offers { ${OFFER} }`, `offers { offer { ${OFFER} } }`));
    case 'postgraphile':
      return overPostgraphile(shape, campaignId, teamId);
    default:
      return undefined;
  }
}

const one = (fields: string, variables: object, headers: Record<string, string> = {}) =>
  graphql(
    `query ($id: ID!) { smsCampaign(id: $id) { ${fields} } }`,
    { ...variables },
    (data: Graph['data']) => data.smsCampaign,
    headers,
  );

const campaigns = (first: number, fields: string, headers: Record<string, string>) =>
  graphql(
    `{ smsCampaigns(first: ${first}) { nodes { ${fields} } } }`,
    {},
    ({ smsCampaigns }: { smsCampaigns: { nodes: unknown } }) => smsCampaigns.nodes,
    headers,
  );

const plainList = (fields: string) =>
  graphql(`{ smsCampaigns(first: 20) { ${fields} } }`, {}, (data: Graph['data']) => data.smsCampaigns);

/** The nested read of ours with another number of campaigns. */
export const nestedPage = (first: number, { token }: DataSet) =>
  campaigns(first, PAGED.nested, { authorization: `Bearer ${token}` });

/**
 * What REST answers under E14 is a stored document: here are its campaigns, of a connection that clients of GraphQL have. Without the
 * aliases that only spell a name with underscores, of which GraphQL allows a caller fewer.
 */
function e14OverGraphql(root: string, headers: Record<string, string>): BenchRequest {
  const stored = parse(readFileSync(join(root, 'src/rest/operations/list-sms-campaigns.graphql'), 'utf8'));
  const isSpelling = (alias: string, name: string) => camelCase(alias) === name;
  const named = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const first = { kind: Kind.ARGUMENT, name: named('first'), value: { kind: Kind.INT, value: '20' } } as const;
  const document = print(
    visit(stored, {
      [Kind.VARIABLE_DEFINITION]: ({ variable }) => (variable.name.value.startsWith('with_') ? undefined : null),
      [Kind.FIELD]: (field) => {
        const { value: name } = field.name;
        if (name === 'smsCampaignPage') return { ...field, name: named('smsCampaigns'), arguments: [first] };
        if (name === 'items') return { ...field, name: named('nodes') };
        if (name === 'page' || name === 'perPage') return null;
        if (name === 'total') return { ...field, name: named('totalCount') };
        return field.alias && isSpelling(field.alias.value, name) ? { ...field, alias: undefined } : undefined;
      },
    }),
  );
  const variables = { with_offers: true, with_sends: true, with_logs: true };
  const nodes = ({ smsCampaigns }: { smsCampaigns: { nodes: unknown } }) => smsCampaigns.nodes;
  return graphql(document, variables, nodes, headers);
}

const NEWEST = 'orderBy: [CREATED_AT_DESC, ROW_ID_DESC]';

function overPostgraphile(shape: 'nested' | 'light' | 'single', campaignId: string, teamId: string): BenchRequest {
  const campaign = 'id: rowId name status createdAt updatedAt';
  if (shape === 'single') {
    return graphql(
      `query ($team: UUID!, $id: UUID!) { campaign: smsCampaignByTeamIdAndRowId(teamId: $team, rowId: $id) { ${campaign} } }`,
      { team: teamId, id: campaignId },
      (data: Graph['data']) => data.campaign,
    );
  }
  const offers = `offers: smsCampaignOffersByTeamIdAndSmsCampaignId(first: 20, orderBy: [POSITION_ASC, OFFER_ID_ASC]) {
    nodes { offer: offerByTeamIdAndOfferId { id: rowId name url profit } } }`;
  const sends = `sends: smsSendsByTeamIdAndSmsCampaignId(first: 20, ${NEWEST}) {
    nodes { id: rowId status nextStepAt createdAt updatedAt
      logs(first: 10, ${NEWEST}, condition: { callerType: sms_campaign_send }) { nodes { ${LOG} } } } }`;
  return graphql(
    `{ campaigns: allSmsCampaigns(first: 20, ${NEWEST}, condition: { teamId: "${teamId}", deletedAt: null }) {
      nodes { ${campaign} ${offers} ${shape === 'nested' ? sends : ''} } } }`,
    {},
    (data: Graph['data']) => data.campaigns,
  );
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00(:00)?)$/;
const DECIMALS = ['profit'];
const ENUMS = ['status', 'callerType'];

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Contenders write times, decimals and enums each in their way and wrap lists differently; what remains must be equal.
 */
export function normalised(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => normalised(item, name));
  if (typeof value === 'object' && value !== null) {
    const { nodes, offer, ...others } = value as Record<string, unknown>;
    const [wrapped] = [nodes, offer].filter((part) => part !== undefined);
    if (wrapped !== undefined && Object.keys(others).length === 0) return normalised(wrapped, name);
    const parts = Object.entries(value).map(([key, part]) => [camelCase(key), part] as const);
    return Object.fromEntries(parts.map(([key, part]) => [key, normalised(part, key)]));
  }
  if (DECIMALS.includes(name)) return Number(value);
  if (typeof value !== 'string') return value;
  if (ENUMS.includes(name)) return value.toLowerCase();
  return TIME.test(value) ? new Date(value).toISOString() : value;
}
