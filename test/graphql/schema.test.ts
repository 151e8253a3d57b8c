import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnName, type Table } from '../../src/database/table.ts';
import { type Access, authorize } from '../../src/graphql/access.ts';
import { schemaRuleViolations } from '../../src/graphql/field-plugin.ts';
import { routes } from '../../src/rest/routes.ts';
import { restSchema, schema } from '../../src/schema.ts';
import type { Viewer } from '../../src/viewer.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);
const rootFields = [restSchema.getQueryType(), restSchema.getMutationType(), restSchema.getSubscriptionType()].flatMap(
  (type) => Object.values(type?.getFields() ?? {}).map((field) => ({ type: type!.name, field })),
);

test('every type, field, argument, input field and enum value says what it is', () => {
  const silent: string[] = [];
  const check = (name: string, described: { description?: string | null }) => {
    if (!described.description?.trim()) silent.push(name);
  };
  for (const type of types) {
    check(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) check(`${type.name}.${field.name}`, field);
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, unknown>[]) {
      check(`${type.name}.${field.name}`, field);
      for (const arg of field.args as GraphQLArgument[]) check(`${type.name}.${field.name}(${arg.name})`, arg);
    }
  }
  expect(silent).toEqual([]);
});

/** Phrases that readers stumbled over, each of which has a plain one. */
const UNCLEAR =
  /out of bounds|unless given|stands? where|statuses of none|goes on\b|takes? (it|them) along|absent stays|answered again|passed over|worked out/i;

test('no description has a phrase that readers stumbled over', () => {
  expect(
    printSchema(schema)
      .split('\n')
      .filter((line) => UNCLEAR.test(line)),
  ).toEqual([]);
});

/** Enums whose values the REST reference has in another style. */
const AS_REST = ['DayOfWeek', 'FilterOperator'];

test('values of enums are lower_snake_case; fields to order by are written as the fields', () => {
  const enums = Object.values(restSchema.getTypeMap()).filter(
    (type): type is GraphQLEnumType => isEnumType(type) && !type.name.startsWith('__') && !AS_REST.includes(type.name),
  );
  const strange = enums.flatMap((type) => {
    const { name } = type;
    const style = name.endsWith('OrderField') ? /^[a-z][a-zA-Z0-9]*$/ : /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
    return type
      .getValues()
      .map((value) => value.name)
      .filter((value) => !style.test(value))
      .map((value) => `${name}.${value}`);
  });
  expect(strange).toEqual([]);
  expect(AS_REST.filter((name) => !isEnumType(restSchema.getType(name)))).toEqual([]);
});

test('every record has an id', () => {
  const without = types.filter(
    (type) => isObjectType(type) && type.extensions.table !== undefined && type.getFields().id === undefined,
  );
  // A member is a person in a team, a recipient a contact in a send; a team has its settings once.
  expect(without.map(({ name }) => name).sort()).toEqual([
    'Member',
    'RouteHealth',
    'SendingSettings',
    'SmsRecipient',
    'SmsSendStep',
  ]);
});

/** Null is another setting than an empty list: every day, no list of feeds. */
const NULL_LISTS = ['FeedData.daysOfWeek', 'FeedData.feedIds'];

test('lists and their items are never null, nor is a field of Mutation', () => {
  const fields = types.flatMap((type) =>
    isObjectType(type)
      ? Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field }))
      : [],
  );
  const lists = fields.filter(({ field: { type } }) => isListType(getNullableType(type)));
  expect(lists.filter(({ field }) => !/^\[\w+!\]!$/.test(`${field.type}`)).map(({ name }) => name)).toEqual(NULL_LISTS);
  const mutations = fields.filter(({ name }) => name.startsWith('Mutation.'));
  expect(mutations.filter(({ field }) => !`${field.type}`.endsWith('!')).map(({ name }) => name)).toEqual([]);
});

test('a list that has one order has no argument for it', () => {
  const orders = types.filter((type) => isEnumType(type) && type.name.endsWith('OrderField')) as GraphQLEnumType[];
  expect(orders.filter((type) => type.getValues().length < 2).map(({ name }) => name)).toEqual([]);
});

test('only REST has what only REST needs', async () => {
  const names = (of: typeof schema) =>
    [of.getQueryType()!, of.getMutationType()!].flatMap((type) => Object.keys(type.getFields()));
  expect(names(restSchema).filter((name) => !names(schema).includes(name))).toEqual([
    'smsCampaignPage',
    'usableTeamTokens',
    'traceTimeline',
    'receiveCallEvent',
    'putVoiceCampaign',
    'stopSmsCampaignPlanner',
    'deleteSmsTestScheduleOfRoute',
    'deleteTeamInvitation',
  ]);
  expect(Object.keys(restSchema.getTypeMap()).filter((name) => !schema.getType(name))).toEqual([
    'SmsCampaignKind',
    'SmsCampaignRelation',
    'RestRecurringDataInput',
    'RestDailyRecurringDataInput',
    'RestVoiceCampaignMetaInput',
    'PutVoiceCampaignInput',
    'CallEventReceipt',
    'RestRecurringData',
    'RestDailyRecurringData',
    'RestVoiceCampaignMeta',
    'MultistepStatus',
    'SmsCampaignPage',
    'TraceTimeline',
  ]);
});

/** Lists of objects that are no pages, with what bounds them. */
const BOUNDED: Readonly<Record<string, string>> = {
  'AddTagsToContactsPayload.tags': 'tags of one call: 50',
  'Agent.callsByOutcome': 'outcomes',
  'Call.postProcessings': 'steps of a campaign: 50, and the analysis of a feed',
  'CallReport.groups': 'a page of the report',
  'CallReport.rows': 'a page of the report',
  'CallReportGroup.keys': 'keys of a group: 5',
  'Contact.consents': 'channels and purposes of a number',
  ...Object.fromEntries(
    ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => [`DailyRecurringData.${day}`, 'slots of a day: 48']),
  ),
  'DataFile.leftOutColumns': 'columns of a file',
  'DataFile.preview': 'the first rows of a file',
  'HubReport.groups': 'a page of the report',
  'HubReport.rows': 'a page of the report',
  'HubReportGroup.keys': 'keys of a group: 5',
  'Integration.balanceByDay': 'days asked for: 366',
  'NumberLookupMeta.filters': 'conditions of a look-up',
  'Provider.fields': 'settings of a provider',
  'Query.analyticsFilters': 'filters of a report',
  'Query.callReportFilters': 'filters of a report',
  'Query.callsByOutcome': 'outcomes',
  'Query.callsByStatus': 'statuses',
  'Query.countries': 'countries',
  'Query.mySessions': 'sessions of a person',
  'Query.myTeams': 'teams of a person',
  'Query.providers': 'providers of the product',
  'ReorderVoicePostProcessingsPayload.voicePostProcessings': 'steps of a campaign: 50',
  'Route.senders': 'senders of a route: 100',
  'RouteChoice.passedOver': 'candidates of a rule: 10',
  'RoutingPlanRule.candidates': 'candidates of a rule: 10',
  'SegmentFilter.anyOf': 'groups of a segment: 10',
  'SegmentFilter.consentsAll': 'channels and purposes: 4',
  'SegmentFilter.customFields': 'conditions of a segment: 20',
  'SegmentFilterGroup.consentsAll': 'channels and purposes: 4',
  'SegmentFilterGroup.customFields': 'conditions of a segment: 20',
  'SmsCampaign.sendsByStatus': 'statuses',
  'SmsCampaign.texts': 'texts of a campaign: 100',
  'SmsCampaignPreview.hours': 'hours with messages within 31 days',
  'SmsCampaignPreview.kept': 'rules',
  'SmsContactReport.groups': 'a page of the report',
  'SmsContactReport.rows': 'a page of the report',
  'SmsContactReportGroup.keys': 'keys of a group: 5',
  'SmsReport.groups': 'a page of the report',
  'SmsReport.rows': 'a page of the report',
  'SmsReportGroup.keys': 'keys of a group: 5',
  'SmsSend.recipientsByStatus': 'statuses',
  'Team.customFieldNames': 'custom fields: 17',
  'TeamToken.scopes': 'documented endpoints',
  'Viewer.scopes': 'documented endpoints',
  'VoiceCampaign.callsByOutcome': 'outcomes',
  'VoiceCampaign.postProcessings': 'steps of a campaign: 50',
  'VoiceCampaignPreview.callers': 'agents and numbers of a campaign',
  'VoiceCampaignPreview.hours': 'hours with calls within 31 days',
  'VoiceCampaignPreview.kept': 'rules',
  'VoiceNumber.callsByOutcome': 'outcomes',
};

/** Begin with the name of a list and count something else: seconds. */
const OTHER_NUMBERS = ['VoiceCampaignPreview.callSeconds'];

test('a list is counted by its `totalCount` alone: no `callsCount` or `callsAnswered` beside `calls`', () => {
  const counts = types.flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const fields = Object.values(type.getFields());
    const lists = fields.filter((field) => getNamedType(field.type).name.endsWith('Connection'));
    const names = lists.map(({ name }) => `${name.replace(/s$/, '')}s?`).join('|');
    const counted = new RegExp(`^(${names})[A-Z]`);
    return fields
      .filter(({ name, type: of }) => /^(Safe)?Int!?$/.test(`${of}`) && counted.test(name))
      .map(({ name }) => `${type.name}.${name}`);
  });
  expect(counts).toEqual(OTHER_NUMBERS);
});

test('every list that can grow is a connection, with the types and arguments of any other', () => {
  const fields = types.flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ type: type.name, field })) : [],
  );
  const isPart = (type: string) => type.endsWith('Connection');
  const lists = fields.filter(
    ({ type, field }) =>
      !isPart(type) && isListType(getNullableType(field.type)) && isObjectType(getNamedType(field.type)),
  );
  expect(lists.map(({ type, field }) => `${type}.${field.name}`).sort()).toEqual(Object.keys(BOUNDED).sort());
  const strange = fields.flatMap(({ type, field }) => {
    const args = field.args.map(({ name }) => name);
    const [, node] = /^(.+)Connection$/.exec(getNamedType(field.type).name) ?? [];
    const isPaged = ['first', 'after', 'last', 'before'].every((name) => args.includes(name));
    if (node) return isPaged && schema.getType(node) ? [] : [`${type}.${field.name}`];
    return args.includes('offset') ? [`${type}.${field.name}`] : [];
  });
  expect(strange).toEqual([]);
});

test('a list below a record takes the filter and the order of the root list of its type', () => {
  const chosen = ({ args }: GraphQLField<unknown, unknown>) =>
    args.filter(({ name }) => ['filter', 'orderBy'].includes(name)).map((arg) => `${arg.name}: ${arg.type}`);
  const roots = Object.values(schema.getQueryType()!.getFields());
  const below = types.flatMap((type) =>
    (isObjectType(type) || isInterfaceType(type)) && type !== schema.getQueryType()
      ? Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field }))
      : [],
  );
  const lacking = below.flatMap(({ name, field }) => {
    const node = getNamedType(field.type).name;
    const root = node.endsWith('Connection') && roots.find(({ type }) => getNamedType(type).name === node);
    return root && chosen(root).some((arg) => !chosen(field).includes(arg)) ? [name] : [];
  });
  expect(lacking).toEqual([]);
});

test('no field breaks one of its rules', () => {
  expect(schemaRuleViolations(restSchema)).toEqual([]);
});

describe('tables', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  test('have every column that a type reads', async () => {
    const { rows } = await app.pool.query<{ name: string }>(
      "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'",
    );
    const columns = new Set(rows.map(({ name }) => name));
    const missing = types.flatMap((type) => {
      const table = type.extensions.table as Table<unknown> | undefined;
      return [...(table?.fields ?? [])]
        .map((field) => `${table?.name}.${columnName(field)}`)
        .filter((name) => !columns.has(name));
    });
    expect(missing).toEqual([]);
  });
});

describe('access', () => {
  const access = (field: GraphQLField<unknown, unknown>) => field.extensions.access as Access;
  const viewer = (scopes: Viewer['token']['scopes'], role: Viewer['role'] = 'owner'): Viewer => ({
    user: null,
    team: { id: '01900000-0000-7000-8000-000000000000', name: 'Acme', timezone: 'UTC' },
    role,
    lacksTwoFactor: false,
    token: { name: null, id: '01900000-0000-7000-8000-000000000001', kind: 'team', scopes },
  });
  const refused = (rule: Access, by: Viewer | null) => {
    try {
      authorize(rule, by);
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('is open to nobody but for signing in and what carries a secret of its own', () => {
    const open = rootFields.filter(({ field }) => refused(access(field), null) === null).map(({ field }) => field.name);
    expect(open.sort()).toEqual([
      'acceptInvitation',
      'confirmEmail',
      'createFirstOwner',
      'login',
      'loginWithCode',
      'receiveCallEvent',
      'requestPasswordReset',
      'resetPassword',
    ]);
  });

  test.each(rootFields.map(({ type, field }) => [`${type}.${field.name}`, field] as const))(
    'to %s is closed to a token that is limited to something else',
    (_name, field) => {
      if (access(field) === 'public') return;
      expect(refused(access(field), viewer([{ method: 'get', endpoint: '/v1/nothing', reason: '' }]))).toBe(
        'FORBIDDEN',
      );
      expect(refused(access(field), viewer([]))).toBeNull();
    },
  );

  test('every documented endpoint but sign-in and the webhook is named by the field its row runs', () => {
    const endpoints = new Set(
      rootFields.flatMap(({ field }) => {
        const rule = access(field);
        return typeof rule === 'object' ? [rule.endpoint] : [rule];
      }),
    );
    const unnamed = routes
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .filter((endpoint) => !endpoints.has(endpoint as never));
    expect(unnamed.sort()).toEqual(['POST /login', 'POST /v1/webhooks/calls/receive/extprovider']);
  });
});
