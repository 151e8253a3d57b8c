import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import * as key from './key.ts';
import { difference, percentOf, ratio, sum } from './metrics.ts';
import type { Report, RollUp } from './report.ts';

/** E15 `sms_reports`, in the documented order. */
const keys = key.keysOf({
  network_id: key.integer('The mobile network of the number.', { scalar: 'ID', group: key.networkName }),
  country_id: key.integer('The country of the number: its ISO 3166-1 numeric code.', {
    scalar: 'ID',
    group: key.countryName,
  }),
  is_sent: key.flag('Whether it went out.', { required: true }),
  is_clicked: key.flag('Whether a person opened its link.', { required: true }),
  is_lead: key.flag('Whether it led to a lead.', { required: true }),
  is_sale: key.flag('Whether it led to a sale.', { required: true }),
  text_parts: key.integer('How many parts its text takes.', { required: true }),
  sms_parts: key.integer('How many parts it is sent in.', { required: true }),
  dlr_code: key.integer('Code of the operator’s delivery receipt.'),
  ctr: key.percent('100 when a person opened its link, else 0; null while it was not sent.', {
    sql: '(CASE WHEN t.is_sent THEN 100 * t.is_clicked::int END)',
  }),
  updated_datetime: key.time('When it last changed.', { sql: 't.updated_at', required: true }),
  sent_at: key.time('When it went out.'),
  time_clicked: key.time('When its link was first opened.'),
  sms_id: key.text('The operator’s id of it.'),
  team_id: key.uuid('The team.', { required: true, group: key.teamName }),
  sms_campaign_id: key.uuid('The campaign.', { required: true, group: key.nameIn('sms_campaigns') }),
  sms_campaign_send_id: key.uuid('The campaign’s run.', { sql: 't.sms_send_id', required: true }),
  segment_id: key.uuid('The segment that the contact was found in.', { group: key.nameIn('segments') }),
  contact_id: key.uuid('The contact.', {
    required: true,
    group: key.nameIn('contacts', 'COALESCE(n.name, n.number::text)'),
  }),
  phone_normalized: key.text('The number it went to.', { scalar: 'PhoneNumber', required: true, group: true }),
  foreign_id: key.text('Its id in the team’s own systems.'),
  fail_reason: key.text('Why it failed.'),
  unsubscribed_method: key.text('How its reader unsubscribed.'),
  domain_id: key.uuid('The domain of its link.', { group: true }),
  shortened_url: key.text('The link in it.'),
  offer_id: key.uuid('The offer that it sells.', { group: key.nameIn('offers') }),
  campaign_text_id: key.uuid('The campaign’s text that it was written from.'),
  // Not in the reference.
  final_text: key.text('Its text.', { required: true, sortable: false }),
  sms_routing_plan_id: key.uuid('The routing plan it took.'),
  sms_routing_plan_rule_id: key.uuid('That plan’s rule.'),
  sms_routing_route_id: key.uuid('The route it took.'),
  sms_rule_selected_data: key.text('What the rule chose by.', { sortable: false }),
  sender_id: key.text('Whom it says it is from.'),
  sender_id_id: key.uuid('The record of that sender.'),
  campaign_name: key.text('Name of the campaign.', { sql: 'c.name', join: 'campaign', required: true, group: true }),
  network_brand: key.text('Brand of the number’s network.', { group: true }),
});

const count = (condition: string) => Prisma.raw(`count(*) FILTER (WHERE ${condition})`);

const sums = {
  messages: Prisma.raw('count(*)'),
  sent: count('t.is_sent'),
  delivered: count(`t.status = 'delivered'`),
  failed: count(`t.status IN ('failed', 'expired')`),
  clicked: count('t.is_clicked'),
  leads: count('t.is_lead'),
  sales: count('t.is_sale'),
  replied: count('t.replied_at IS NOT NULL'),
  unsubscribed: count('t.unsubscribed_method IS NOT NULL'),
  parts: Prisma.raw('COALESCE(sum(t.sms_parts) FILTER (WHERE t.is_sent), 0)'),
  cost: Prisma.raw('COALESCE(sum(t.cost), 0)'),
  revenue: Prisma.raw('COALESCE(sum(t.revenue), 0)'),
};

const { cost, revenue, ...counts } = sums;

const ROLL_UP: RollUp = {
  kind: 'sms',
  table: 'sms_roll_ups',
  keys: new Set([
    'network_id',
    'country_id',
    'sent_at',
    'team_id',
    'sms_campaign_id',
    'sms_campaign_send_id',
    'segment_id',
    'domain_id',
    'offer_id',
    'campaign_name',
    'network_brand',
  ]),
  columns: [
    'sms_campaign_id',
    'sms_send_id',
    'segment_id',
    'offer_id',
    'domain_id',
    'country_id',
    'network_id',
    'network_brand',
  ],
  times: ['sent_at'],
  coarse: {
    keys: new Set(['sent_at', 'team_id', 'sms_campaign_id', 'sms_campaign_send_id', 'campaign_name']),
    columns: ['sms_campaign_id', 'sms_send_id'],
  },
  kept: { ...counts, cost: Prisma.raw('sum(t.cost)'), revenue: Prisma.raw('sum(t.revenue)') },
  sums: {
    ...Object.fromEntries(Object.keys(counts).map((name) => [name, Prisma.raw(`COALESCE(sum(t.${name}), 0)::bigint`)])),
    cost,
    revenue,
  },
};

export const SMS_REPORT: Report & { rollUp: RollUp } = {
  name: 'SmsReport',
  rows: 'text messages',
  table: tables.SmsMessage,
  keys,
  joins: {
    campaign: (teamId) => Prisma.sql`JOIN sms_campaigns c ON c.team_id = ${teamId}::uuid AND c.id = t.sms_campaign_id`,
  },
  sums,
  rollUp: ROLL_UP,
  metrics: {
    messages: sum('messages', 'Messages, whatever became of them.'),
    sent: sum('sent', 'Messages that a provider accepted.'),
    delivered: sum('delivered', 'Messages whose receipt says delivered.'),
    failed: sum('failed', 'Messages that failed or expired.'),
    clicked: sum('clicked', 'Messages whose link a person opened, each once; machines are left out.'),
    ctr: percentOf('clicked', 'sent', 'Click-through rate'),
    leads: sum('leads', 'Messages that led to a lead.'),
    cr: percentOf('leads', 'clicked', 'Conversion rate'),
    sales: sum('sales', 'Messages that led to a sale.'),
    epc: ratio('revenue', 'clicked', 'Earnings per click, in the team’s currency to six places', 'money'),
    cost: sum('cost', 'What providers were paid, in the integrations’ currency.', 'money'),
    revenue: sum(
      'revenue',
      'What sales earned, in the team’s currency: the profit that the offer had when each was reported.',
      'money',
    ),
    profit: difference(
      'revenue',
      'cost',
      'Revenue − cost. It means something where the integrations’ currency is the team’s.',
    ),
    parts: sum('parts', 'Parts of the messages that were sent.'),
    replied: sum('replied', 'Messages whose reader wrote back anything but STOP, each once.'),
    reply_rate: percentOf('replied', 'sent', 'Reply rate'),
    unsubscribed: sum('unsubscribed', 'Messages whose reader unsubscribed.'),
  },
};
