import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema.ts';

const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) || isInterfaceType(type));
const connections = types.flatMap((type) =>
  Object.values(type.getFields())
    .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
    .map((field) => ({
      path: `${type.name}.${field.name}`,
      type: String(field.type),
      node: getNamedType(field.type).name.replace(/Connection$/, ''),
      args: Object.fromEntries(field.args.map(({ name, type: of }) => [name, String(of)])),
      isRoot: type.name === 'Query',
    })),
);

/** An order more is an index more on a table that many rows are written to: their only order is by time. */
const BY_TIME = [
  ...['AuditEntry', 'Call', 'CallEvent', 'CallOutcomeLog', 'CallPostProcessing', 'CampaignLog', 'Consent'],
  ...['ConsentEvent', 'Conversation', 'DirectMessage', 'HubBind', 'HubMessage', 'LedgerEntry', 'Reply'],
  ...['SellerProfitLogicRuleChange', 'SmsMessage', 'SmsSend', 'SmsTestResult', 'TraceEntry', 'VoiceSend'],
  ...['Invitation', 'Member', 'ReplyKeyword', 'WebhookDelivery', 'WebhookEndpoint'],
];

/** These have an order of their own: it is what they are about. */
const OWN_ORDER = {
  ConversationMessage: 'As it was written.',
  DataFileRowError: 'As in the file.',
  HubSender: 'By sender and keyword, as replies find them.',
  NumberLookupResult: 'As in the look-up.',
  RouteHealth: 'By network.',
  RoutingPlanRule: 'By position, as they are tried.',
  SmsPreviewMessage: 'As they go out.',
  SmsRecipient: 'As they are due.',
  SmsSendStep: 'By their number.',
  TimelineEntry: 'As it happened.',
  VoicePreviewCall: 'As they are placed.',
};

describe('a connection', () => {
  test('is never null, shared by the fields of its type, and has nodes, edges, pageInfo and totalCount', () => {
    expect(connections.length).toBeGreaterThan(80);
    expect(connections.filter(({ type, node }) => type !== `${node}Connection!`)).toEqual([]);
    const odd = [...new Set(connections.map(({ node }) => node))].filter((node) => {
      const type = schema.getType(`${node}Connection`);
      const fields = isObjectType(type)
        ? Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`)
        : [];
      return fields.sort().join() !== `edges: [${node}Edge!]!,nodes: [${node}!]!,pageInfo: PageInfo!,totalCount: Int!`;
    });
    expect(odd).toEqual([]);
  });

  test('takes a page from either end, a filter, and an order unless its type has one alone', () => {
    const one = new Set([...BY_TIME, ...Object.keys(OWN_ORDER)]);
    const odd = connections.filter(({ node, args: { first, after, last, before, filter, orderBy, ...others } }) => {
      const isPaged = [first, after, last, before].join() === 'Int,String,Int,String';
      const isOrdered = one.has(node) ? orderBy === undefined : /Order$/.test(orderBy ?? '');
      return !isPaged || !/Filter$/.test(filter ?? '') || !isOrdered || Object.keys(others).length > 0;
    });
    expect(odd.map(({ path, args }) => [path, args])).toEqual([]);
    const nodes = new Set(connections.map(({ node }) => node));
    expect([...one].filter((node) => !nodes.has(node))).toEqual([]);
  });

  test('has the same filter and order wherever its type is listed', () => {
    const argsOf = ({ args }: (typeof connections)[number]) => `${args.filter} ${args.orderBy}`;
    const odd = connections.filter(({ node, ...of }) => {
      const first = connections.find((other) => other.node === node)!;
      return argsOf({ node, ...of }) !== argsOf(first);
    });
    expect(odd.map(({ path, args }) => [path, args])).toEqual([]);
  });
});
