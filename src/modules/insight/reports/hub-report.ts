import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import * as key from './key.ts';
import { difference, type Metric, percentOf, sum } from './metrics.ts';
import type { Report, RollUp } from './report.ts';

/** E15 `route_company` and `connected_routes`; the reference does not name their columns. */
const keys = key.keysOf({
  network_id: key.integer('The mobile network of the number.', { scalar: 'ID', group: key.networkName }),
  country_id: key.integer('The country of the number: its ISO 3166-1 numeric code.', {
    scalar: 'ID',
    group: key.countryName,
  }),
  is_connected: key.integer('Whether messages can leave over its route now: 1 or 0.', {
    sql: 'r.is_connected::int',
    join: 'route',
    group: true,
  }),
  price: key.decimal('What the company pays, in the team’s currency: all parts.', { required: true }),
  is_sent: key.integer('Whether a provider accepted it: 1 or 0.', {
    sql: '(t.sent_at IS NOT NULL)::int',
    required: true,
    group: true,
  }),
  sms_parts: key.integer('How many parts it is sent in.', { required: true }),
  dlr_code: key.integer('Code of the operator’s delivery receipt.'),
  cost: key.decimal('What its route costs, in the team’s currency: all parts.', { required: true }),
  profit: key.decimal('Price − cost.', { sql: '(t.price - t.cost)', required: true }),
  sent_at: key.time('When a provider accepted it.'),
  settled_at: key.time('When it was delivered, failed or expired.'),
  created_at: key.time('When it was submitted.', { required: true }),
  updated_at: key.time('When it last changed.', { required: true }),
  id: key.uuid('Its id, which the submit was answered with.', { required: true }),
  team_id: key.uuid('The team.', { required: true, group: key.teamName }),
  company_name: key.text('Whose route it is.', { sql: 'r.company_name', join: 'route', group: true }),
  sms_routing_route_id: key.uuid('The route it takes or took.', { sql: 't.route_id', group: key.nameIn('routes') }),
  name: key.text('Name of its route.', { sql: 'r.name', join: 'route', group: true }),
  network_brand: key.text('Brand of the number’s network.', { sql: 'b.name', join: 'brand', group: true }),
  fail_reason: key.text('Why it was rejected, waits or failed.', { sql: 't.reason' }),
  client_company_id: key.uuid('The company that pays.', { group: key.nameIn('client_companies') }),
  seller_endpoint_id: key.uuid('The endpoint that submitted it.', {
    required: true,
    group: key.nameIn('seller_endpoints', 'COALESCE(n.name, n.username)'),
  }),
  profit_rule_id: key.uuid('The profit rule that made its price.'),
  status: key.choice('Its status.', { required: true, group: true }),
  refusal: key.text('The rule that rejected it; null when it was not rejected.', { group: true }),
  sender_id: key.text('Whom it says it is from.', { sql: 't.sender' }),
  number: key.bigint('The number it goes to; null when its destination is none.', { scalar: 'PhoneNumber' }),
  destination: key.text('Its destination as submitted.', { required: true }),
  reference: key.text('The seller’s reference of it.'),
  sms_id: key.text('The provider’s id of it.'),
});

/** Keys about routes alone. */
export const CONNECTED_ROUTES = ['price', 'created_at', 'updated_at', 'id', 'team_id', 'name', 'company_name'].map(
  (name) => keys.get(name)!,
);

/** Seconds. How long receipts took is counted in these steps, so that sums of sums have percentiles. */
const STEPS = [1, 2, 3, 5, 8, 13, 20, 30, 60, 120, 300, 900, 3_600, 21_600, 86_400, 259_200];
const LAST_STEP = STEPS.at(-1)!;

const WAITED = 'extract(epoch FROM t.settled_at - t.created_at)';
const within = (seconds: number) => `within${seconds}`;

const receipts = (of: (condition: string) => Prisma.Sql): Record<string, Prisma.Sql> =>
  Object.fromEntries(
    STEPS.map((seconds, at) => {
      const longer = at === 0 ? '' : ` AND ${WAITED} > ${STEPS[at - 1]}`;
      const bound = seconds === LAST_STEP ? '' : ` AND ${WAITED} <= ${seconds}`;
      return [
        within(seconds),
        of(`t.sent_at IS NOT NULL AND t.status IN ('delivered', 'failed', 'expired')${longer}${bound}`),
      ];
    }),
  );

function receiptPercentile(percent: number): Metric {
  const upTo = (at: number) => STEPS.slice(0, at + 1).map((seconds) => `x."${within(seconds)}"`);
  const needed = `${percent / 100} * (${upTo(STEPS.length).join(' + ')})`;
  const cases = STEPS.map((seconds, at) => `WHEN ${upTo(at).join(' + ')} >= ${needed} THEN ${seconds}`);
  const none = `WHEN ${upTo(STEPS.length).join(' + ')} = 0 THEN NULL`;
  return {
    kind: 'count',
    description: `Seconds from submit to receipt within which ${percent} % of the receipts came, rounded up to one of ${STEPS.join(', ')}. Null without receipts.`,
    sums: STEPS.map(within),
    sql: Prisma.raw(`(CASE ${[none, ...cases].join(' ')} END)`),
  };
}

const COUNTED = {
  messages: 'TRUE',
  accepted: 't.sent_at IS NOT NULL',
  delivered: `t.status = 'delivered'`,
  failed: `t.status IN ('failed', 'expired')`,
  rejected: `t.status = 'rejected'`,
  unknown: `t.status = 'unknown'`,
};

const counted = (of: (condition: string) => string) =>
  Object.fromEntries(Object.entries(COUNTED).map(([name, condition]) => [name, Prisma.raw(of(condition))]));

const money = {
  cost: Prisma.raw('COALESCE(sum(t.cost), 0)'),
  price: Prisma.raw('COALESCE(sum(t.price), 0)'),
};

const count = (condition: string) => Prisma.raw(`count(*) FILTER (WHERE ${condition})`);
const PARTS = `t.status <> 'rejected'`;

const ROLL_UP: RollUp = {
  kind: 'hub',
  table: 'hub_roll_ups',
  keys: new Set([
    'network_id',
    'country_id',
    'is_connected',
    'is_sent',
    'sent_at',
    'created_at',
    'team_id',
    'company_name',
    'sms_routing_route_id',
    'name',
    'network_brand',
    'client_company_id',
    'seller_endpoint_id',
    'status',
    'refusal',
  ]),
  columns: ['seller_endpoint_id', 'client_company_id', 'route_id', 'country_id', 'network_id', 'status', 'refusal'],
  times: ['created_at', 'sent_at'],
  kept: {
    messages: Prisma.raw('count(*)'),
    parts: Prisma.raw(`COALESCE(sum(t.sms_parts) FILTER (WHERE ${PARTS}), 0)`),
    cost: Prisma.raw('sum(t.cost)'),
    price: Prisma.raw('sum(t.price)'),
    ...receipts(count),
  },
  sums: {
    ...counted((condition) => `COALESCE(sum(t.messages) FILTER (WHERE ${condition}), 0)::bigint`),
    parts: Prisma.raw('COALESCE(sum(t.parts), 0)::bigint'),
    ...money,
    ...Object.fromEntries(
      STEPS.map((seconds) => [within(seconds), Prisma.raw(`COALESCE(sum(t."${within(seconds)}"), 0)::bigint`)]),
    ),
  },
};

export const HUB_REPORT: Report = {
  name: 'HubReport',
  rows: 'messages that sellers submitted',
  table: tables.HubMessage,
  keys,
  joins: {
    route: (teamId) => Prisma.sql`LEFT JOIN routes r ON r.team_id = ${teamId}::uuid AND r.id = t.route_id`,
    brand: () =>
      Prisma.sql`LEFT JOIN networks w ON w.id = t.network_id LEFT JOIN network_brands b ON b.id = w.brand_id`,
  },
  sums: {
    ...counted((condition) => `count(*) FILTER (WHERE ${condition})`),
    parts: Prisma.raw(`COALESCE(sum(t.sms_parts) FILTER (WHERE ${PARTS}), 0)`),
    ...money,
    ...receipts(count),
  },
  rollUp: ROLL_UP,
  metrics: {
    messages: sum('messages', 'Messages that were submitted, rejected ones among them.'),
    accepted: sum('accepted', 'Messages that a provider accepted.'),
    delivered: sum('delivered', 'Messages whose receipt says delivered.'),
    delivery_rate: percentOf('delivered', 'accepted', 'Delivery rate'),
    failed: sum('failed', 'Messages that failed or expired.'),
    rejected: sum('rejected', 'Messages that were rejected when they were submitted.'),
    unknown: sum('unknown', 'Messages that a provider may or may not have accepted.'),
    parts: sum('parts', 'Parts of the messages that were not rejected.'),
    cost: sum('cost', 'What routes cost, in the team’s currency.', 'money'),
    price: sum('price', 'What companies pay, in the team’s currency.', 'money'),
    profit: difference('price', 'cost', 'Price − cost, in the team’s currency.'),
    receipt_p50: receiptPercentile(50),
    receipt_p95: receiptPercentile(95),
  },
};
