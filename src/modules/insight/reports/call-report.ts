import { tables } from '../../../database/tables.ts';
import { CallOutcome, Prisma } from '../../../generated/prisma/client.ts';
import { readableName } from '../../../input/validation-messages.ts';
import { namesOfZone } from '../../../schedule/zone-names.ts';
import * as key from './key.ts';
import { percentOf, ratio, sum } from './metrics.ts';
import type { Report, RollUp } from './report.ts';

/** A provider’s times may be decades apart. */
const DURATION =
  '(CASE WHEN t.ended_at >= t.started_at THEN LEAST(round(extract(epoch FROM t.ended_at - t.started_at)), 86400)::int END)';

const AGENT = key.nameIn('agents');

/** The reference has no catalog of calls. */
const keys = key.keysOf({
  country_id: key.integer('The country: its ISO 3166-1 numeric code.', { scalar: 'ID', group: key.countryName }),
  to_number: key.bigint('The contact’s number.', { scalar: 'PhoneNumber', required: true, group: true }),
  is_processed: key.flag('Whether the provider’s report on it was applied.', { required: true }),
  is_answer_machine: key.flag('Whether a machine took it.', { required: true, group: true }),
  is_answered: key.flag('Whether it was taken, by a person or a machine.', { required: true, group: true }),
  is_picked_up: key.flag('Whether the line was opened.', { required: true, group: true }),
  is_lead: key.flag('Whether it made a lead.', { required: true, group: true }),
  is_sale: key.flag('Whether it made a sale.', { required: true, group: true }),
  events_count: key.integer('How many events the provider sent about it.', { required: true }),
  tool_logs_count: key.integer('How many of them were calls of tools.', { required: true }),
  duration: key.integer('Whole seconds from its first ring to its end, a day at most.', {
    sql: DURATION,
  }),
  cost: key.decimal('What the provider charges, in its currency.'),
  scheduled_at: key.time('When it is to be made; when an inbound call came.'),
  started_at: key.time('When it began to ring.'),
  ended_at: key.time('When it ended.'),
  lead_submitted_at: key.time('When its lead was passed on.'),
  last_event_at: key.time('When the provider’s newest applied event happened.'),
  created_at: key.time('When it was created.', { required: true }),
  updated_at: key.time('When it last changed.', { required: true }),
  id: key.uuid('Its id.', { required: true }),
  team_id: key.uuid('The team.', { required: true, group: key.teamName }),
  contact_id: key.uuid('The contact.', { group: key.nameIn('contacts', 'COALESCE(n.name, n.number::text)') }),
  number_id: key.uuid('The team’s number that was used.', { group: key.nameIn('numbers', 'n.number::text') }),
  agent_id: key.uuid('The agent that it was given to.', { group: AGENT }),
  call_agent_id: key.uuid('The agent that spoke.', { group: AGENT }),
  voice_campaign_id: key.uuid('The campaign that made it.', { group: key.nameIn('voice_campaigns') }),
  voice_campaign_send_id: key.uuid('That campaign’s run.'),
  campaign_name: key.text('Name of the campaign.', { sql: 'c.name', join: 'campaign', group: true }),
  external_id: key.text('The provider’s id of it.'),
  timezone: key.text('IANA name of its time zone; equals finds its other names, too.', {
    group: true,
    namesOf: namesOfZone,
  }),
  status: key.choice('Its status.', { required: true, group: true }),
  call_outcome: key.choice('Its outcome; null until it is known.', { group: true }),
  call_source: key.choice('Where it comes from.', { required: true, group: true }),
  ended_reason: key.text('Why it ended, as the provider says.', { group: true }),
  recording_url: key.text('Where its recording is.', { sortable: false }),
  chat: key.text('The transcript.', { sortable: false }),
  summary: key.text('The provider’s summary of the conversation.', { sortable: false }),
});

const PLACED = `t.call_source <> 'inbound' AND t.status NOT IN ('scheduled', 'queued')`;
const outcomes = Object.values(CallOutcome);

const COUNTED: Record<string, string> = {
  calls: 'TRUE',
  placed: PLACED,
  answered: `${PLACED} AND t.is_answered`,
  leads: 't.is_lead',
  sales: 't.is_sale',
  ...Object.fromEntries(outcomes.map((outcome) => [`outcome_${outcome}`, `t.call_outcome = '${outcome}'`])),
};

const counts = (of: (condition: string) => string) =>
  Object.fromEntries(Object.entries(COUNTED).map(([name, condition]) => [name, Prisma.raw(of(condition))]));

const COST = Prisma.raw('COALESCE(sum(t.cost), 0)');

const ROLL_UP: RollUp = {
  kind: 'call',
  table: 'call_roll_ups',
  keys: new Set([
    'country_id',
    'is_answer_machine',
    'is_answered',
    'is_picked_up',
    'is_lead',
    'is_sale',
    'started_at',
    'created_at',
    'team_id',
    'agent_id',
    'voice_campaign_id',
    'voice_campaign_send_id',
    'campaign_name',
    'status',
    'call_outcome',
    'call_source',
  ]),
  columns: [
    'voice_campaign_id',
    'voice_campaign_send_id',
    'agent_id',
    'country_id',
    'status',
    'call_outcome',
    'call_source',
    'is_answered',
    'is_answer_machine',
    'is_picked_up',
    'is_lead',
    'is_sale',
  ],
  times: ['created_at', 'started_at'],
  kept: {
    calls: Prisma.raw('count(*)'),
    duration: Prisma.raw(`sum(${DURATION})`),
    cost: Prisma.raw('sum(t.cost)'),
  },
  sums: {
    ...counts((condition) => `COALESCE(sum(t.calls) FILTER (WHERE ${condition}), 0)::bigint`),
    duration: Prisma.raw('COALESCE(sum(t.duration), 0)::bigint'),
    cost: COST,
  },
};

export const CALL_REPORT: Report & { rollUp: RollUp } = {
  name: 'CallReport',
  rows: 'calls',
  table: tables.Call,
  keys,
  joins: {
    campaign: (teamId) =>
      Prisma.sql`LEFT JOIN voice_campaigns c ON c.team_id = ${teamId}::uuid AND c.id = t.voice_campaign_id`,
  },
  sums: {
    ...counts((condition) => `count(*) FILTER (WHERE ${condition})`),
    duration: Prisma.raw(`COALESCE(sum(${DURATION}), 0)::bigint`),
    cost: COST,
  },
  rollUp: ROLL_UP,
  metrics: {
    calls: sum('calls', 'Calls, planned and inbound ones among them.'),
    placed: sum('placed', 'Outbound calls that have left the queue.'),
    answered: sum('answered', 'Placed calls that were taken, by a person or a machine.'),
    answer_rate: percentOf('answered', 'placed', 'Answer rate'),
    duration: sum('duration', 'Whole seconds from first ring to end, of all calls that ended.'),
    average_duration: ratio('duration', 'calls', 'Seconds per call', 'share'),
    leads: sum('leads', 'Calls that made a lead.'),
    sales: sum('sales', 'Calls that made a sale.'),
    cost: sum('cost', 'What providers charge, in their currency.', 'money'),
    ...Object.fromEntries(
      outcomes.map((outcome) => [
        `outcome_${outcome}`,
        sum(`outcome_${outcome}`, `Calls with the outcome ${readableName(outcome)}.`),
      ]),
    ),
  },
};
