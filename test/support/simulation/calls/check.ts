import type { Services } from '../../../../src/context.ts';
import type { Call, VoiceCampaign, VoiceCampaignSend } from '../../../../src/generated/prisma/client.ts';
import { staleRollUps } from '../../roll-ups.ts';
import { isoWeek, localTime, within, zoneOf } from '../local-time.ts';
import { BEGINS, type CallScenario, type CallWorld } from './world.ts';

/** A call as the provider placed it: nothing that the engine says of itself. */
interface Placed {
  reference: string;
  to: string;
  from: string;
  at: Date;
  /** Orders what happened at one time. */
  moment: number;
}

interface Ended {
  reference: string;
  outcome: string;
  /** By the provider's clock. */
  at: Date;
  /** When the event was answered. */
  moment: number;
}

export interface HappenedCalls {
  placed: Placed[];
  ended: Ended[];
  refusedEvents: string[];
  stops: { campaignId: string; from: number; until: number }[];
  /** When each call was claimed, in the order of commits: limits are counted then. */
  claimedAt: Map<string, number>;
  /** When each call was marked as being placed, in the order of commits. */
  markedAt: Map<string, number>;
  /** Calls of which the engine wrote down that nobody knows whether they were placed. */
  unknown: Set<string>;
  /** Calls that were placed and of whose end the provider never tells. */
  silent: Set<string>;
}

type Outcome = CallWorld & HappenedCalls & { scenario: CallScenario; faults: number };

interface Rows {
  calls: Map<string, Call>;
  sends: Map<string, VoiceCampaignSend>;
  campaigns: Map<string, VoiceCampaign>;
}

const HOUR = 3_600_000;

/** What is wrong, in sentences. Read from rows and from what the provider did, by code of its own. */
export async function callViolations(services: Pick<Services, 'db' | 'pool'>, outcome: Outcome): Promise<string[]> {
  const { db, pool } = services;
  const where = { teamId: outcome.teamId };
  const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
  const rows: Rows = {
    calls: byId(await db.prisma.call.findMany({ where })),
    sends: byId(await db.prisma.voiceCampaignSend.findMany({ where })),
    campaigns: byId(await db.prisma.voiceCampaign.findMany({ where })),
  };
  return [
    ...outcome.refusedEvents,
    ...(await staleRollUps(services, outcome.teamId)),
    ...(await handed(pool, outcome.teamId)),
    ...again(outcome, rows),
    ...slots(outcome),
    ...times(outcome, rows),
    ...forbidden(outcome, rows),
    ...limits(outcome, rows),
    ...pace(outcome, rows),
    ...(await standing(pool, outcome, rows)),
  ];
}

/** What each send counts of its contacts. */
async function handed(pool: Services['pool'], teamId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; counted: number; handed: number }>(
    `SELECT s.id, s.handed AS counted, (SELECT count(*)::int FROM voice_recipients r
        WHERE r.team_id = s.team_id AND r.voice_campaign_send_id = s.id AND r.status = 'handed') AS handed
      FROM voice_campaign_sends s WHERE s.team_id = $1`,
    [teamId],
  );
  return rows.flatMap(({ id, counted, handed }) =>
    counted === handed ? [] : [`Send ${id} counts ${counted} contacts with a call, and has ${handed}.`],
  );
}

const RETRIED = ['busy', 'no_answer'];

/** Nobody twice in a cycle, but after an end that asks for it: no sooner than it asks, and no oftener. */
function again({ placed, ended }: Outcome, { calls, sends, campaigns }: Rows): string[] {
  const found: string[] = [];
  const before = new Map<string, Placed[]>();
  for (const call of placed) {
    const row = calls.get(call.reference);
    if (!row) {
      found.push(`${call.to} was called by a call that has no row.`);
      continue;
    }
    const campaign = campaigns.get(row.voiceCampaignId!)!;
    const key = `${campaign.id} cycle ${sends.get(row.voiceCampaignSendId!)!.cycle} ${call.to}`;
    const earlier = before.get(key) ?? [];
    before.set(key, [...earlier, call]);
    const last = earlier.at(-1);
    if (!last) continue;
    const end = ended.find(({ reference }) => reference === last.reference);
    if (!end || end.moment > call.moment) found.push(`${key} was called again while its call went on, or nobody knew.`);
    else if (earlier.length >= campaign.maxAttempts) found.push(`${key} was called ${earlier.length + 1} times.`);
    else if (RETRIED.includes(end.outcome)) {
      if (call.at.getTime() < end.at.getTime() + campaign.retryDelay * 60_000)
        found.push(`${key} was called too soon.`);
    } else if (end.outcome !== 'call_me_later') found.push(`${key} was called again after ${end.outcome}.`);
    else if (call.at.getTime() < end.at.getTime() + 2 * HOUR) found.push(`${key} was called before it asked for it.`);
  }
  return found;
}

/** Calls that go on at a time, of the account and of each number, from what the provider saw. */
function slots({ placed, ended, scenario, numbers }: Outcome): string[] {
  const goesOn = (call: Placed, { moment, at }: Placed) => {
    const end = ended.find(({ reference }) => reference === call.reference);
    const isOver = end && end.moment < moment;
    // One of whose end nobody told is asked to end after an hour.
    return call.moment <= moment && !isOver && at.getTime() - call.at.getTime() < HOUR;
  };
  return placed.flatMap((call) => {
    const going = placed.filter((one) => goesOn(one, call));
    const ofNumber = going.filter(({ from }) => from === call.from).length;
    const most = numbers.get(call.from) ?? Number.POSITIVE_INFINITY;
    return [
      ...(going.length > scenario.accountCalls ? [`${going.length} calls of ${scenario.accountCalls} go on.`] : []),
      ...(ofNumber > most ? [`${ofNumber} calls of ${most} go on from ${call.from}.`] : []),
    ];
  });
}

/** Quiet hours, and who was there before a feed. */
function times({ placed, contacts, scenario }: Outcome, { calls, campaigns }: Rows): string[] {
  return placed.flatMap(({ reference, to, at }) => {
    const { timezone, since } = contacts.get(to)!;
    const zone = zoneOf(timezone);
    const local = localTime(at, zone);
    const isQuiet = scenario.contactHours && !within(local.minutes, scenario.contactHours);
    const isFeed = campaigns.get(calls.get(reference)?.voiceCampaignId ?? '')?.sendType === 'feed';
    return [
      ...(isQuiet ? [`${to} was called at ${local.text} ${zone}, outside quiet hours.`] : []),
      ...(isFeed && since <= BEGINS ? [`${to} was there before the feed and was called.`] : []),
    ];
  });
}

/** Not after a contact asked for it, and not after a stop of the campaign was answered. */
function forbidden({ placed, ended, markedAt, stops }: Outcome, { calls }: Rows): string[] {
  const asked = new Map<string, number>();
  for (const { reference, outcome, moment } of ended) {
    if (outcome === 'do_not_call') asked.set(placed.find((one) => one.reference === reference)!.to, moment);
  }
  return placed.flatMap(({ reference, to, moment }) => {
    const marked = markedAt.get(reference);
    if (marked === undefined || marked > moment) return [`${to} was called before that was written down.`];
    const { voiceCampaignId } = calls.get(reference) ?? {};
    const isStopped = stops.some(
      (one) => one.campaignId === voiceCampaignId && marked > one.from && marked < one.until,
    );
    return [
      ...(marked > (asked.get(to) ?? Number.POSITIVE_INFINITY) ? [`${to} was called after it asked not to be.`] : []),
      ...(isStopped ? [`${to} was called after a stop of the campaign was answered.`] : []),
    ];
  });
}

/** Calls to a contact on one of its days and in one of its weeks, over all campaigns, for campaigns that have a limit. */
function limits({ placed, contacts, claimedAt }: Outcome, { calls, campaigns }: Rows): string[] {
  const found: string[] = [];
  const claimed = ({ reference }: Placed) => claimedAt.get(reference) ?? 0;
  for (const [number, { timezone }] of contacts) {
    const days: string[] = [];
    for (const { reference, at } of placed.filter(({ to }) => to === number).sort((a, b) => claimed(a) - claimed(b))) {
      const day = localTime(at, zoneOf(timezone)).date;
      days.push(day);
      const data = campaigns.get(calls.get(reference)?.voiceCampaignId ?? '')?.recurringData as {
        dailyContactLimit: number;
        weeklyContactLimit: number;
      } | null;
      if (!data) continue;
      const ofDay = days.filter((one) => one === day).length;
      const ofWeek = days.filter((one) => isoWeek(one) === isoWeek(day)).length;
      if (ofDay > data.dailyContactLimit) found.push(`${number} was called ${ofDay} times on ${day}.`);
      if (ofWeek > data.weeklyContactLimit) found.push(`${number} was called ${ofWeek} times in ${isoWeek(day)}.`);
    }
  }
  return found;
}

/** Throttles of a minute and limits of a clock hour. */
function pace({ placed, campaignIds }: Outcome, { calls, campaigns }: Rows): string[] {
  return campaignIds.flatMap((id) => {
    const { manualData, feedData } = campaigns.get(id)!;
    const throttle =
      (manualData as { throttleBatchSize: number } | null)?.throttleBatchSize || Number.POSITIVE_INFINITY;
    const hourly = (feedData as { hourlyCallsLimit: number } | null)?.hourlyCallsLimit || Number.POSITIVE_INFINITY;
    const at = placed
      .filter(({ reference }) => calls.get(reference)?.voiceCampaignId === id)
      .map((one) => one.at.getTime());
    return at.flatMap((from) => {
      const inMinute = at.filter((one) => one >= from && one < from + 60_000).length;
      const inHour = at.filter((one) => Math.floor(one / HOUR) === Math.floor(from / HOUR)).length;
      return [
        ...(inMinute > throttle ? [`${inMinute} calls in a minute, the throttle is ${throttle}.`] : []),
        ...(inHour > hourly ? [`${inHour} calls in an hour, the limit is ${hourly}.`] : []),
      ];
    });
  });
}

/** In the end every call is over, every contact is explained, counters are what rows add up to, and faults explain what is unknown. */
async function standing(
  pool: Services['pool'],
  { teamId, unknown, silent, faults }: Outcome,
  { calls, sends, campaigns }: Rows,
) {
  const found: string[] = [];
  const all = [...calls.values()];
  for (const { id, status } of all) if (status !== 'ended') found.push(`${id} is ${status} for ever.`);
  // Each of them is a fault's, but those of whose end the provider tells nothing.
  const untold = all.filter(({ id, endedReason }) => endedReason === 'no event told of its end' && !silent.has(id));
  const nobodyKnows = new Set([...unknown, ...untold.map(({ id }) => id)]);
  if (nobodyKnows.size > faults) found.push(`${nobodyKnows.size} calls became unknown, with ${faults} faults.`);
  for (const campaign of campaigns.values()) {
    const own = all.filter(({ voiceCampaignId }) => voiceCampaignId === campaign.id);
    const counted = [campaign.callsTotal, campaign.callsInFlight, campaign.callsEnded, campaign.callsAnswered];
    const are = [own.length, 0, own.length, own.filter(({ isAnswered }) => isAnswered).length];
    if (String(counted) !== String(are)) found.push(`The counters say ${counted}, the calls ${are}.`);
  }
  const { rows: recipients } = await pool.query<{
    status: string;
    contact: string;
    cycle: number;
    campaign: string;
    send: string;
    reason: string | null;
    call: string;
  }>(
    `SELECT status::text, contact_id AS contact, cycle, voice_campaign_id AS campaign, voice_campaign_send_id AS send, reason,
      call_id AS call FROM voice_recipients WHERE team_id = $1`,
    [teamId],
  );
  for (const { status, reason, call } of recipients) {
    if (status === 'looking_up') found.push('A contact is looked up for ever.');
    if (status === 'skipped' && !reason) found.push('A contact is skipped without a reason.');
    if (status === 'handed' && !calls.has(call)) found.push('A contact was called without a call.');
  }
  // Who was called by an earlier send and is called once more is not counted again.
  const wasCalled = ({ contact, campaign, cycle, send }: (typeof recipients)[0]) =>
    all.some(
      (call) =>
        call.contactId === contact &&
        call.voiceCampaignId === campaign &&
        call.voiceCampaignSendId !== send &&
        sends.get(call.voiceCampaignSendId!)!.cycle === cycle,
    );
  for (const { id, amount } of sends.values()) {
    const size = recipients.filter((one) => one.send === id && !wasCalled(one)).length;
    if (amount !== null && size > amount) found.push(`A send of ${amount} contacts has ${size}.`);
  }
  return found;
}
