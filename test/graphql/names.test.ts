import { readFileSync } from 'node:fs';
import {
  type GraphQLType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema.ts';

/** Rows of reports and what selects them keep the names of the reports’ keys (E14, E15). */
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !/^__|Report(Row|Where)$/.test(name));
const fields = types.flatMap((type) =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields()).map((field) => ({
        name: field.name,
        path: `${type.name}.${field.name}`,
        type: getNamedType(field.type as GraphQLType).name,
      }))
    : [],
);

/** The words in backticks of the last column of “Names” in docs/schema.md. `…` stands for the rest of a name. */
const docs = readFileSync('docs/schema.md', 'utf8');
const table = docs.slice(docs.indexOf('## Names'), docs.indexOf('## Changes'));
const replaced = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| thing'))
  .flatMap((line) => [...line.split('|')[3]!.matchAll(/`([^`]+)`/g)].map(([, word]) => word!));

describe('one word per thing', () => {
  test('the table has words to hold the schema to', () => {
    expect(replaced).toContain('VoiceCampaignSend');
    expect(replaced.length).toBeGreaterThan(20);
  });

  test.each(replaced)('no type or field is called %s', (word) => {
    const pattern = new RegExp(`^${word.replace('…', '\\w+')}$`);
    const names = [...types.map(({ name }) => ({ name, path: name })), ...fields];
    expect(names.filter(({ name }) => pattern.test(name)).map(({ path }) => path)).toEqual([]);
  });
});

test('who carries messages, places calls and looks numbers up is a provider everywhere', () => {
  const names = [...types.map(({ name }) => name), ...fields.map(({ path }) => path)];
  expect(names.filter((name) => /adapter|gateway|mnp|cdr|submission/i.test(name))).toEqual([]);
});

/** Fields of contacts keep their names in imports and reports. */
const OWN_TIMES = /^custom\dDatetime$/;

test('a time ends in At, or is a bound, an hour or a moment', () => {
  const times = fields.filter(({ type, name }) => type === 'DateTime' && !OWN_TIMES.test(name));
  const named = /(At|Until|Since)$|^(at|from|to|since|until|hour|bucket|asOf|estimatedEnd)$/;
  expect(times.filter(({ name }) => !named.test(name)).map(({ path }) => path)).toEqual([]);
});

/** Settings and inputs that say what they do, and properties of a provider. */
const ACTIONS = [
  ...['autoAnalyze', 'byPrice', 'enabled', 'exceptThis', 'lacksTwoFactor', 'requiresTwoFactor', 'rotateSecret'],
  ...['smartEncoding', 'truncate', 'unsubscribed', 'useDedicatedDomains'],
  ...['recognizesRepeats', 'reportsPrice', 'reportsSegments', 'signsCallbacks', 'signsEvents', 'takesAnyCredentials'],
];

test('a flag starts with is, has or can, or says what it does', () => {
  const flags = fields.filter(({ type, name }) => type === 'Boolean' && !/^(is|has|can)[A-Z]/.test(name));
  expect([...new Set(flags.map(({ name }) => name))].sort()).toEqual(ACTIONS.sort());
});

test('an id of a record is an ID; others’ ids are text', () => {
  const texts = fields.filter(({ type, name }) => /Ids?$/.test(name) && type !== 'ID');
  expect([...new Set(texts.map(({ name }) => name))].sort()).toEqual([
    'externalCallId',
    'externalId',
    'feedId',
    'feedIds',
    'foreignId',
    'requestId',
    'senderId',
    'smsId',
    'traceId',
    'voiceProviderId',
    'webhookRequestId',
  ]);
});

/** What others decide, or that outlives the schema which it was written under: see “Values” in docs/schema.md. */
const OPEN_WORDS = [
  ...['AuditEntry.action', 'AuditEntryFilter.action', 'TraceEntry.operation', 'TraceEntryFilter.operation'],
  // A provider’s own words.
  ...['Call.endedReason', 'CallEvent.callStatus', 'CallEvent.type', 'CallEventFilter.type', 'CheckRoutePayload.code'],
  // E2’s, always `Bearer`; and a company.
  ...['AccessToken.tokenType', 'Network.operator'],
  // As sent to a provider.
  'ProviderRequest.method',
  // As a workbench wrote them, kept as given.
  ...['NumberLookupCondition.key', 'NumberLookupCondition.operator'],
  // Of several reports, which have an enum each.
  ...['AnalyticsFilter.key', 'ReportGroupKey.key'],
  // What a person or a provider says in words.
  ...fields.filter(({ name, type }) => /reason$/i.test(name) && type === 'String').map(({ path }) => path),
  // A secret that somebody reads off a screen.
  ...fields.filter(({ name, path }) => name === 'code' && path.endsWith('Input.code')).map(({ path }) => path),
];

test('a closed vocabulary is an enum', () => {
  const word = /(^|[a-z])(status|kind|type|reason|state|channel|source|method|level|format|role|outcome|class|mode)$/i;
  const others = /^(action|operation|operator|code|key|direction|protocol|purpose)$/;
  const texts = fields.filter(({ name, type }) => type === 'String' && (word.test(name) || others.test(name)));
  const open = new Set(OPEN_WORDS);
  expect(texts.map(({ path }) => path).filter((path) => !open.has(path))).toEqual([]);
});

test('a filter by an enum takes several values', () => {
  const filters = types.filter((type) => isInputObjectType(type) && type.name.endsWith('Filter'));
  const single = filters.flatMap((type) =>
    isInputObjectType(type)
      ? Object.values(type.getFields())
          .filter(({ type: of }) => isEnumType(getNamedType(of)) && !isListType(getNullableType(of)))
          .map(({ name }) => `${type.name}.${name}`)
      : [],
  );
  expect(single).toEqual([]);
});

test('a secret that was made is called a secret, and a seller’s a password', () => {
  const made = fields.filter(({ path, name }) => /Payload\./.test(path) && /secret|password/i.test(name));
  expect([...new Set(made.map(({ name }) => name))].sort()).toEqual(['password', 'secret']);
});

test('an order offers a choice', () => {
  const orders = types.filter((type) => isEnumType(type) && type.name.endsWith('OrderField'));
  expect(orders.length).toBeGreaterThan(10);
  expect(orders.filter((type) => isEnumType(type) && type.getValues().length < 2)).toEqual([]);
});

test('JSON is only what a caller, a provider or any record shapes', () => {
  const free = fields.filter(({ type }) => /^JSON/.test(type));
  expect([...new Set(free.map(({ path }) => path))].sort()).toEqual([
    ...['AuditEntry.after', 'AuditEntry.before', 'AuditEntry.input', 'CallEvent.payload'],
    ...['NumberLookupCondition.value', 'ProviderRequest.headers', 'Route.settings', 'SendingSettings.lookupSettings'],
    ...['SetNumberLookupProviderInput.credentials', 'SetNumberLookupProviderInput.settings'],
    ...['SetRouteProviderInput.credentials', 'SetRouteProviderInput.settings'],
    ...['SetVoiceAccountProviderInput.credentials', 'SetVoiceAccountProviderInput.settings'],
    ...['VoiceAccount.settings', 'VoiceCampaignMeta.variables', 'VoiceCampaignMetaInput.variables'],
    'WebhookEvent.payload',
  ]);
});

test('a mutation returns its record, the id of a deleted one, a token, or a payload of its name', () => {
  const strange = Object.values(schema.getMutationType()!.getFields()).filter(({ name, type, args }) => {
    const result = getNamedType(type);
    if (result.name === `${name[0]!.toUpperCase()}${name.slice(1)}Payload`) return false;
    if (result.name === 'DeletedRecord') return !args.some((arg) => arg.name === 'id');
    return !isObjectType(result) || (result.name !== 'AccessToken' && result.name.endsWith('Payload'));
  });
  expect(strange.map(({ name }) => name)).toEqual([]);
});
