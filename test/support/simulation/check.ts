import type { Services } from '../../../src/context.ts';
import type { Scenario } from './scenario.ts';

/** A message as the provider got it: nothing that the engine says of itself. */
export interface Reached {
  messageId: string;
  to: string;
  at: Date;
}

export interface Outcome {
  teamId: string;
  scenario: Scenario;
  campaignIds: string[];
  contacts: Map<string, { timezone: string | null }>;
  reached: Reached[];
  /** When each number's STOP was answered. */
  stoppedAt: Map<string, { at: Date; moment: number }>;
  /** From the answer to a stop of a campaign until its next start. */
  stops: { campaignId: string; from: number; until: number }[];
  /** When each batch was marked as handed over, in the order of commits. */
  markedAt: Map<string, number>;
  statistics: Record<string, number>;
  /** Calls of the provider whose answer was lost, and workers that died. */
  faults: number;
  endedAt: Date;
}

/** What is wrong, in sentences; empty: everything holds. Read from rows and from what the provider got, by code of its own. */
export async function violations({ db, pool }: Pick<Services, 'db' | 'pool'>, outcome: Outcome): Promise<string[]> {
  const { teamId, campaignIds, reached, stoppedAt, contacts, scenario } = outcome;
  const found: string[] = [];
  const messages = await db.smsMessage.findMany({ where: { teamId } });
  const byId = new Map(messages.map((message) => [message.id, message]));
  const sends = new Map((await db.smsSend.findMany({ where: { teamId } })).map((send) => [send.id, send]));
  const campaigns = new Map((await db.smsCampaign.findMany({ where: { teamId } })).map((one) => [one.id, one]));

  const { rows: batches } = await pool.query<{ id: string; message: string }>(
    'SELECT id, unnest(message_ids) AS message FROM sms_batches WHERE team_id = $1',
    [teamId],
  );
  const batchOf = new Map(batches.map(({ id, message }) => [message, id]));
  const suppressedAt = new Map(
    (await db.suppressedNumber.findMany({ where: { teamId } })).map((one) => [String(one.number), one.createdAt]),
  );

  // Nobody twice in a cycle. A provider that tells repeats apart may be given the same message again.
  const seen = new Map<string, string>();
  const once = new Set<string>();
  for (const { messageId, to, at } of reached) {
    if (scenario.idempotent && once.has(messageId)) continue;
    once.add(messageId);
    const message = byId.get(messageId);
    if (!message) {
      found.push(`${to} got a message that has no row.`);
      continue;
    }
    const send = sends.get(message.smsSendId)!;
    const key = `${message.smsCampaignId} cycle ${send.cycle} ${to}`;
    if (seen.has(key)) found.push(`${key} was reached twice: ${seen.get(key)} and ${messageId}.`);
    seen.set(key, messageId);

    const stop = stoppedAt.get(to);
    const moment = outcome.markedAt.get(batchOf.get(messageId) ?? '') ?? 0;
    if (stop && (at > stop.at || moment > stop.moment))
      found.push(`${to} was reached at ${at.toISOString()}, after its STOP at ${stop.at.toISOString()}.`);
    const suppressed = suppressedAt.get(to);
    if (suppressed && at > suppressed) found.push(`${to} was reached at ${at.toISOString()}, after it was suppressed.`);
    if (
      outcome.stops.some((one) => one.campaignId === message.smsCampaignId && moment > one.from && moment < one.until)
    )
      found.push(`${to} was reached after a stop of the campaign was answered.`);
    const zone = zoneOf(contacts.get(to)!.timezone);
    const local = localTime(at, zone);
    if (scenario.contactHours && !within(local.minutes, scenario.contactHours)) {
      found.push(`${to} was reached at ${local.text} ${zone}, outside quiet hours.`);
    }
    const planner = campaigns.get(message.smsCampaignId)!.plannerData as Planner | null;
    if (planner && !withinPlanner(local, planner))
      found.push(`${to} was reached at ${local.text} ${zone}, outside its window.`);
  }

  // Caps over all campaigns, where the campaign that reached has one.
  for (const [number, times] of group(
    reached.filter(({ messageId }, at) => reached.findIndex((one) => one.messageId === messageId) === at),
    ({ to }) => to,
  )) {
    const zone = zoneOf(contacts.get(number)!.timezone);
    const ordered = [...times].sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const [index, { at, messageId }] of ordered.entries()) {
      const message = byId.get(messageId);
      const limits = message && limitsOf(campaigns.get(message.smsCampaignId)!);
      if (!limits) continue;
      const day = localTime(at, zone).date;
      const sameDay = ordered.slice(0, index + 1).filter((one) => localTime(one.at, zone).date === day).length;
      if (sameDay > limits.perDay)
        found.push(`${number} got ${sameDay} messages on ${day}, its limit is ${limits.perDay}.`);
      const week = isoWeek(day);
      const sameWeek = ordered
        .slice(0, index + 1)
        .filter((one) => isoWeek(localTime(one.at, zone).date) === week).length;
      if (sameWeek > limits.perWeek)
        found.push(`${number} got ${sameWeek} messages in ${week}, its limit is ${limits.perWeek}.`);
    }
  }

  // Everybody of the audience stands somewhere that can be explained.
  const recipients = await db.smsRecipient.findMany({ where: { teamId } });
  for (const { contactId, status, messageId, reason, dueAt, smsSendId } of recipients) {
    const send = sends.get(smsSendId)!;
    const isOpen = ['pending', 'running', 'in_progress'].includes(send.status);
    if (status === 'handed' && !byId.has(messageId ?? '')) found.push(`${contactId} is handed without a message.`);
    if (status === 'skipped' && !reason) found.push(`${contactId} is skipped without a reason.`);
    if (status === 'waiting' && isOpen && !reason && dueAt < outcome.endedAt && send.nextStepAt! < outcome.endedAt) {
      found.push(`${contactId} waits for nothing.`);
    }
    if (status === 'waiting' && send.status === 'sent' && send.statusReason === null) {
      found.push(`${contactId} waits in a send that has ended.`);
    }
  }
  for (const { status, reason } of recipients) {
    const state = status === 'waiting' ? (reason ? 'held' : 'waiting') : status;
    outcome.statistics[state] = (outcome.statistics[state] ?? 0) + 1;
  }
  // A send that reaches everybody takes over whom the stopped ones before it left.
  const everybody = new Map<string, Date>();
  for (const { smsCampaignId, cycle, amount, status, statusReason, createdAt } of sends.values()) {
    const key = `${smsCampaignId} ${cycle}`;
    const last = everybody.get(key);
    const isWhole = amount === null && status === 'sent' && statusReason === null;
    if (isWhole && (!last || last < createdAt)) everybody.set(key, createdAt);
  }
  const suppressedIds = new Set(
    (await db.contact.findMany({ where: { teamId }, select: { id: true, number: true } }))
      .filter(({ number }) => suppressedAt.has(String(number)))
      .map(({ id }) => id),
  );
  for (const { status, smsSendId, smsCampaignId, cycle, contactId } of recipients) {
    const later = everybody.get(`${smsCampaignId} ${cycle}`);
    if (suppressedIds.has(contactId)) continue;
    if (status === 'waiting' && later && sends.get(smsSendId)!.createdAt < later) {
      found.push(`${contactId} waits in a send that was stopped, and a later one ended without it.`);
    }
  }
  const { rows: open } = await pool.query('SELECT id FROM sms_batches WHERE team_id = $1 AND done_at IS NULL', [
    teamId,
  ]);
  if (open.length > 0) found.push(`${open.length} batches never ended.`);
  for (const { id, status } of messages) if (status === 'sending') found.push(`${id} is sending for ever.`);

  // Counters equal rows.
  const { rows: wrong } = await pool.query(
    `SELECT s.sms_send_id, s.step, s.handed, s.accepted, s.failed, s.unknown, s.unsubscribed,
        count(m.id)::int AS messages, (count(m.id) FILTER (WHERE m.is_sent))::int AS sent,
        (count(m.id) FILTER (WHERE m.status IN ('failed', 'expired')))::int AS failures,
        (count(m.id) FILTER (WHERE m.status = 'unknown'))::int AS unknowns,
        (count(m.id) FILTER (WHERE m.unsubscribed_method IS NOT NULL))::int AS unsubscribes
      FROM sms_send_steps s LEFT JOIN sms_messages m ON m.team_id = s.team_id AND m.sms_send_id = s.sms_send_id AND m.step = s.step
      WHERE s.team_id = $1 GROUP BY s.team_id, s.sms_send_id, s.step
      HAVING s.handed <> count(m.id) OR s.accepted <> count(m.id) FILTER (WHERE m.is_sent)
        OR s.failed <> count(m.id) FILTER (WHERE m.status IN ('failed', 'expired'))
        OR s.unknown <> count(m.id) FILTER (WHERE m.status = 'unknown')
        OR s.unsubscribed <> count(m.id) FILTER (WHERE m.unsubscribed_method IS NOT NULL)`,
    [teamId],
  );
  for (const row of wrong) found.push(`Counters differ from rows: ${JSON.stringify(row)}.`);

  // Not a cent too much or too little.
  const [integration] = await db.integration.findMany({ where: { teamId } });
  const spent = messages.reduce((sum, { cost }) => sum + Math.round(Number(cost ?? 0) * 1_000_000), 0);
  const left = Math.round(Number(integration!.balance) * 1_000_000);
  const had = Math.round(Number(scenario.balance) * 1_000_000);
  if (had - spent !== left) found.push(`${spent / 1e6} were spent of ${had / 1e6}, and ${left / 1e6} are left.`);

  for (const { status } of messages) outcome.statistics[status] = (outcome.statistics[status] ?? 0) + 1;

  const unknown = new Set(
    messages
      .filter(({ status }) => status === 'unknown')
      .map(({ smsSendId, createdAt }) => `${smsSendId} ${createdAt.getTime()}`),
  ).size;
  if (unknown > outcome.faults) found.push(`${unknown} claims became unknown, with ${outcome.faults} faults.`);
  if (campaignIds.some((id) => !campaigns.has(id))) found.push('A campaign is gone.');
  return found;
}

interface Planner {
  daysOfWeek: string[];
  weeklySchedule: { default: { start: string; end: string } } | null;
  dailySmsContactLimit: number;
  weeklySmsContactLimit: number;
}

function limitsOf(campaign: { plannerData: unknown; recurringData: unknown }) {
  const planner = campaign.plannerData as Planner | null;
  if (planner) return { perDay: planner.dailySmsContactLimit, perWeek: planner.weeklySmsContactLimit };
  const recurring = campaign.recurringData as { dailyContactLimit: number; weeklyContactLimit: number } | null;
  return recurring && { perDay: recurring.dailyContactLimit, perWeek: recurring.weeklyContactLimit };
}

/** All contacts have German numbers: an unknown zone is Germany's. */
const zoneOf = (timezone: string | null) =>
  timezone === null || timezone === 'Mars/Olympus' ? 'Europe/Berlin' : timezone;

interface Local {
  date: string;
  day: string;
  yesterday: string;
  minutes: number;
  text: string;
}

function localTime(at: Date, timeZone: string): Local {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const before = new Date(`${date}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return {
    date,
    day: part('weekday'),
    yesterday: DAYS[before.getUTCDay()]!,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
    text: `${date} ${part('hour')}:${part('minute')}`,
  };
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

function within(minutes: number, { start, end }: { start: string; end: string }): boolean {
  const [from, until] = [minutesOf(start), minutesOf(end)];
  return from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until;
}

/** Hours that run over midnight belong to the day on which they began. */
function withinPlanner(local: Local, { daysOfWeek, weeklySchedule }: Planner): boolean {
  const hours = weeklySchedule?.default;
  if (!hours) return daysOfWeek.includes(local.day);
  const [from, until] = [minutesOf(hours.start), minutesOf(hours.end)];
  if (from < until) return daysOfWeek.includes(local.day) && local.minutes >= from && local.minutes < until;
  return (
    (local.minutes >= from && daysOfWeek.includes(local.day)) ||
    (local.minutes < until && daysOfWeek.includes(local.yesterday))
  );
}

/** By its Thursday. */
function isoWeek(date: string): string {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const first = Date.UTC(day.getUTCFullYear(), 0, 1);
  return `${day.getUTCFullYear()}-W${String(Math.ceil(((day.getTime() - first) / 86_400_000 + 1) / 7)).padStart(2, '0')}`;
}

function group<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
