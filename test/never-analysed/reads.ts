import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { NestedList, ReadContext } from '../../src/database/reads/lists.ts';
import type { FilterType } from '../../src/input/operators.ts';
import { CALL_REPORT } from '../../src/modules/insight/reports/call-report.ts';
import { CONTACT_REPORT } from '../../src/modules/insight/reports/contact-report.ts';
import { SMS_REPORT } from '../../src/modules/insight/reports/sms-report.ts';
import { schema } from '../../src/schema.ts';
import { idOf, KINDS } from '../support/full-team.ts';

/** A name and the query itself. */
export type NamedQuery = readonly [name: string, query: string];
export type NamedRead = readonly [name: string, read: (ctx: ReadContext, record: string) => Promise<unknown>];

const ROOT = Object.values(schema.getQueryType()!.getFields());

/** A record of each kind that `fillTeam` stores. */
export const RECORDS = Object.values(KINDS).map((kind) => idOf(kind, 1));

/** Every list below a record, and every count, as the schema reads it for one record. */
export const NESTED_LISTS: NamedRead[] = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type)
    ? Object.values(type.getFields()).flatMap(({ name, extensions }): NamedRead[] => {
        const { list, count } = extensions as {
          list?: NestedList<unknown, object>;
          count?: NestedList<unknown, object>;
        };
        if (list) return [[`${type.name}.${name}`, (ctx, record) => list.load(ctx, record, {}, [])]];
        return count ? [[`${type.name}.${name}`, async (ctx, record) => count.count(ctx, record, {})]] : [];
      })
    : [],
);

const isConnection = (type: GraphQLNamedType) => type.name.endsWith('Connection');
const LISTS = ROOT.filter(({ type }) => isConnection(getNamedType(type)));

/** Arguments without which a field cannot be asked for: `id: "…", `. */
const required = ({ args }: GraphQLField<unknown, unknown>) =>
  args
    .filter(({ type }) => String(type).endsWith('!'))
    .map(({ name, type }) => `${name}: ${String(type) === 'ID!' ? `"${idOf(KINDS.SEND, 1)}"` : String(type)}, `)
    .join('');

const inputOf = ({ args }: GraphQLField<unknown, unknown>, name: string) => {
  const given = args.find((arg) => arg.name === name);
  const type = given && getNamedType(given.type);
  return isInputObjectType(type) ? Object.values(type.getFields()) : [];
};

/** Every list of the schema with its count: as it is, and by each of its filters. */
export const PAGES: NamedQuery[] = LISTS.flatMap((field) => {
  const filters = inputOf(field, 'filter').flatMap(({ name, type }) => [
    aValueOf(getNamedType(type), String(type), name),
  ]);
  return ['', ...filters].map((filter): NamedQuery => {
    const given = `${required(field)}first: 20${filter && `, filter: { ${filter} }`}`;
    return [`${field.name} ${filter}`, `{ ${field.name}(${given}) { totalCount nodes { __typename } } }`];
  });
});

/** Something that a filter may look for. */
function aValueOf(type: GraphQLNamedType, given: string, key: string): string {
  const one = isEnumType(type)
    ? type.getValues()[0]!.name
    : {
        Boolean: 'true',
        String: '"a"',
        ID: `"${idOf(KINDS.SEND, 1)}"`,
        DateTimeRange: '{ from: "2026-01-01T00:00:00Z" }',
      }[type.name];
  return `${key}: ${given.startsWith('[') ? `[${one ?? 276}]` : (one ?? (type.name === 'Decimal' ? '"1"' : 276))}`;
}

/** Every list of the schema in each of its orders. */
export const ORDERED: NamedQuery[] = LISTS.flatMap((field) =>
  inputOf(field, 'orderBy').flatMap(({ name, type }) => {
    const order = getNamedType(type);
    if (name !== 'field' || !isEnumType(order)) return [];
    return order.getValues().map((value): NamedQuery => {
      const given = `${required(field)}first: 20, orderBy: { field: ${value.name} }`;
      return [`${field.name} by ${value.name}`, `{ ${field.name}(${given}) { nodes { __typename } } }`];
    });
  }),
);

const optional = ({ args }: GraphQLField<unknown, unknown>) => !args.some(isRequiredArgument);
const fieldsOf = (type: GraphQLNamedType) => (isObjectType(type) ? Object.values(type.getFields()) : []);

/** What may be selected of a record: its own values at once, then each list or record below it. */
function selectionsOf(type: GraphQLObjectType): string[] {
  const fields = fieldsOf(type).filter(optional);
  const own = fields.filter((field) => isLeafType(getNamedType(field.type))).map(({ name }) => name);
  const below = fields.flatMap((field) => {
    const its = getNamedType(field.type);
    if (!isObjectType(its)) return [];
    return `${field.name}${isConnection(its) ? '(first: 5)' : ''} ${selectionBelow(its)}`;
  });
  return [...(own.length > 0 ? [own.join(' ')] : []), ...below];
}

function selectionBelow(type: GraphQLObjectType): string {
  if (isConnection(type)) {
    return type.getFields().totalCount ? '{ totalCount nodes { __typename } }' : '{ nodes { __typename } }';
  }
  const own = fieldsOf(type).filter((field) => optional(field) && isLeafType(getNamedType(field.type)));
  return `{ ${own.map(({ name }) => name).join(' ') || '__typename'} }`;
}

const nodesOf = (connection: GraphQLNamedType) => {
  const nodes = fieldsOf(connection).find(({ name }) => name === 'nodes');
  const type = nodes && getNamedType(nodes.type);
  return isObjectType(type) ? type : undefined;
};

const short = (selection: string) => selection.replace(/[ ({].*/s, '');

/** What is below the records of every list, in one operation with its list. */
export const BELOW_PAGES: NamedQuery[] = LISTS.flatMap((field) => {
  const node = nodesOf(getNamedType(field.type));
  return (node ? selectionsOf(node) : []).map((selection): NamedQuery => {
    const query = `{ ${field.name}(${required(field)}first: 20) { nodes { ${selection} } } }`;
    return [`${field.name} with ${short(selection)}`, query];
  });
});

const BY_ID: Record<string, number> = {
  contact: KINDS.CONTACT,
  tag: KINDS.TAG,
  smsCampaign: KINDS.CAMPAIGN,
  call: KINDS.CALL,
  smsMessage: KINDS.MESSAGE,
  voiceCampaign: KINDS.VOICE,
};

/** Records that `fillTeam` stores, by their ids, each with what is below it. */
export const BELOW_RECORDS: NamedQuery[] = ROOT.flatMap((field) => {
  const kind = BY_ID[field.name];
  const type = getNamedType(field.type);
  if (kind === undefined || !isObjectType(type)) return [];
  return selectionsOf(type).map((selection): NamedQuery => {
    const query = `{ ${field.name}(id: "${idOf(kind, 1)}") { ${selection} } }`;
    return [`${field.name} by id with ${short(selection)}`, query];
  });
});

/** Fields that are asked for without arguments and are no list: counts by status, settings, catalogues. No token has `my…`. */
export const OTHERS: NamedQuery[] = ROOT.flatMap((field): NamedQuery[] => {
  const type = getNamedType(field.type);
  if (LISTS.includes(field) || !optional(field) || field.name.startsWith('my')) return [];
  return [[field.name, `{ ${field.name} ${isObjectType(type) ? selectionBelow(type) : ''} }`]];
});

const CONDITIONS: Record<FilterType, string> = {
  text: '{ type: "contains", filter: "a" }',
  number: '{ type: "equals", filter: 1 }',
  date: '{ type: "inRange", dateFrom: "2026-01-01", dateTo: "2026-12-31" }',
};

/** Every report: its rows, by each filter, in each order, and its groups by each key that it is grouped by. */
export const REPORTS: NamedQuery[] = [SMS_REPORT, CONTACT_REPORT, CALL_REPORT].flatMap(({ name, keys }) => {
  const field = `${name[0]!.toLowerCase()}${name.slice(1)}`;
  const totals = `totals ${selectionBelow(schema.getType(`${name}Metrics`) as GraphQLObjectType)}`;
  const rows = (what: string, given: string): NamedQuery => [
    `${field} ${what}`,
    `{ ${field}(${given}first: 100) { rows { rowId } ${totals} } }`,
  ];
  return [
    rows('rows', ''),
    ...[...keys.values()].flatMap(({ key, type, sortable, canGroup }) => [
      rows(`where ${key}`, `filters: { ${key}: ${CONDITIONS[type]} }, `),
      ...(sortable ? [rows(`by ${key}`, `sort: [{ by: ${key} }], `)] : []),
      ...(canGroup ? [groupedBy(field, key, totals)] : []),
    ]),
  ];
});

function groupedBy(field: string, key: string, totals: string): NamedQuery {
  const selection = `groups { keys { value label } } ${totals} freshness { source }`;
  return [`${field} grouped by ${key}`, `{ ${field}(groupBy: [${key}], first: 100) { ${selection} } }`];
}

/** Whom segments and tags take in: counts, and the contacts themselves. */
export const SEGMENTS: NamedQuery[] = [
  '{ segments(first: 3) { nodes { contacts { totalCount } } } contacts { totalCount } }',
  '{ segments(first: 20) { nodes { name contacts { totalCount } audienceCount } } }',
  '{ segments(first: 20) { nodes { contacts(first: 20) { totalCount nodes { id tags { nodes { name } } } } } } }',
  '{ segments(first: 20) { nodes { contacts(last: 20) { totalCount nodes { id tags { nodes { name } } } } } } }',
  ...['all', 'half', 'one', 'none', 'one", "half'].map(
    (tag) => `{ contacts(first: 20, filter: { tags: ["${tag}"] }) { totalCount nodes { id } } }`,
  ),
  ...[
    '{ tagsAny: ["all"], tagsNone: ["half"], unsubscribed: false }',
    '{ hasBeenCalled: true, hasClicked: false, tagsAll: ["all", "half"] }',
    '{ countryIds: [276], anyOf: [{ tagsAny: ["one"] }, { hasClicked: true, tagsNone: ["half"] }, { hasAnswered: true }] }',
  ].map((filter) => `{ previewSegment(filter: ${filter}) { contactsCount audienceCount } }`),
].map((query): NamedQuery => [query, query]);

/** What a dashboard shows of campaigns and calls. */
export const CAMPAIGNS: NamedQuery[] = [
  '{ smsCampaigns(first: 2) { nodes { audiencePreview progress { total held } messageCounts { total } sendsByStatus { count } } } }',
  '{ voiceCampaigns(first: 2) { nodes { audiencePreview progress { total } } } }',
  '{ calls { totalCount } callsByOutcome { count } callsByStatus { count } }',
  '{ smsReport(groupBy: [sms_campaign_id], metrics: [messages, clicked]) { groups { keys { value } } totals { messages } } }',
  '{ smsReport(first: 100) { rows { rowId finalText } totals { messages } } }',
  '{ callReport(first: 100) { rows { rowId } totals { calls } } }',
].map((query): NamedQuery => [query, query]);

/** Those that take ids of several kinds. */
export const EXPLAINED: NamedQuery[] = [
  `{ previewSmsCampaign(id: "${idOf(KINDS.CAMPAIGN, 1)}") { contacts waiting isCut messages { totalCount } } }`,
  `{ explainSmsRecipient(contactId: "${idOf(KINDS.CONTACT, 1)}", smsCampaignId: "${idOf(KINDS.CAMPAIGN, 1)}") { __typename } }`,
  `{ explainVoiceRecipient(contactId: "${idOf(KINDS.CONTACT, 1)}", voiceCampaignId: "${idOf(KINDS.VOICE, 1)}") { __typename } }`,
].map((query): NamedQuery => [query, query]);
