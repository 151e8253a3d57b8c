import { isoWeek, localTime, within, withinWeek, zoneOf } from './local-time.ts';
import type { Outcome, Reached, Rows } from './outcome.ts';
import { BEGINS } from './scenario.ts';

interface Planner {
  daysOfWeek: string[];
  weeklySchedule: { default: { start: string; end: string } } | null;
  multistepData: Steps | null;
  dailySmsContactLimit: number;
  weeklySmsContactLimit: number;
}

interface Steps {
  stepSize: number;
  maxSmsToSend: number | null;
}

/** Nobody twice in a cycle, nobody after a STOP or a stop, nobody outside a window; every hand-over is marked before. */
export function reachedRightly(
  outcome: Outcome,
  { messages, sends, campaigns, batchOf, suppressedAt }: Rows,
): string[] {
  const { reached, stoppedAt, contacts, scenario, markedAt, stops } = outcome;
  const found: string[] = [];
  const seen = new Map<string, string>();
  for (const { messageId, to, at, moment } of reached) {
    const message = messages.get(messageId);
    if (!message) {
      found.push(`${to} got a message that has no row.`);
      continue;
    }
    const campaignId = message.smsCampaignId;
    const key = `${campaignId} cycle ${sends.get(message.smsSendId)!.cycle} ${to}`;
    if (seen.has(key)) found.push(`${key} was reached twice: ${seen.get(key)} and ${messageId}.`);
    seen.set(key, messageId);

    // A batch that is given again is marked again: this call belongs to the last mark before it.
    const marked = markedAt.get(batchOf.get(messageId) ?? '')?.findLast((mark) => mark < moment);
    if (marked === undefined) {
      found.push(`${to} was reached before the hand-over was written down.`);
      continue;
    }
    const stop = stoppedAt.get(to);
    if (stop && (at > stop.at || marked > stop.moment)) {
      found.push(`${to} was reached at ${at.toISOString()}, after its STOP at ${stop.at.toISOString()}.`);
    }
    const suppressed = suppressedAt.get(to);
    if (suppressed && at > suppressed) found.push(`${to} was reached at ${at.toISOString()}, after it was suppressed.`);
    if (stops.some((one) => one.campaignId === campaignId && marked > one.from && marked < one.until)) {
      found.push(`${to} was reached after a stop of the campaign was answered.`);
    }
    const zone = zoneOf(contacts.get(to)!.timezone);
    const local = localTime(at, zone);
    if (scenario.contactHours && !within(local.minutes, scenario.contactHours)) {
      found.push(`${to} was reached at ${local.text} ${zone}, outside quiet hours.`);
    }
    const { plannerData, feedData } = campaigns.get(campaignId)!;
    if (feedData && contacts.get(to)!.since <= BEGINS) found.push(`${to} was there before the feed and was reached.`);
    const week = plannerData as Planner | null;
    if (week && !withinWeek(local, week)) found.push(`${to} was reached at ${local.text} ${zone}, outside its window.`);
  }
  return found;
}

/** Caps hold over all campaigns for every message of a campaign that has one. They are counted when messages are claimed. */
export function limits({ reached, contacts, claimedAt }: Outcome, { messages, campaigns, batchOf }: Rows): string[] {
  const found: string[] = [];
  const claimed = ({ messageId }: Reached) => claimedAt.get(batchOf.get(messageId) ?? '') ?? 0;
  for (const [number, { timezone }] of contacts) {
    const zone = zoneOf(timezone);
    const days: string[] = [];
    for (const { at, messageId } of reached.filter(({ to }) => to === number).sort((a, b) => claimed(a) - claimed(b))) {
      const day = localTime(at, zone).date;
      days.push(day);
      const message = messages.get(messageId);
      const limit = message && limitsOf(campaigns.get(message.smsCampaignId)!);
      if (!limit) continue;
      const sameDay = days.filter((one) => one === day).length;
      if (sameDay > limit.perDay)
        found.push(`${number} got ${sameDay} messages on ${day}, its limit is ${limit.perDay}.`);
      const week = isoWeek(day);
      const sameWeek = days.filter((one) => isoWeek(one) === week).length;
      if (sameWeek > limit.perWeek) {
        found.push(`${number} got ${sameWeek} messages in ${week}, its limit is ${limit.perWeek}.`);
      }
    }
  }
  return found;
}

/** Throttles, step sizes and caps of a send. */
export function pace({ reached, campaignIds }: Outcome, { messages, campaigns, sends }: Rows): string[] {
  const found: string[] = [];
  for (const id of campaignIds) {
    const { manualData, multistepData, plannerData } = campaigns.get(id)!;
    const throttle = (manualData as { throttleBatchSize: number } | null)?.throttleBatchSize ?? 0;
    const times = inOrder(reached.filter(({ messageId }) => messages.get(messageId)?.smsCampaignId === id));
    for (const { at } of throttle > 0 ? times : []) {
      const from = at.getTime();
      const within = times.filter((one) => one.at.getTime() >= from && one.at.getTime() < from + 60_000).length;
      if (within > throttle) found.push(`${within} messages went out in a minute, the throttle is ${throttle}.`);
    }
    const steps = (multistepData ?? (plannerData as Planner | null)?.multistepData ?? null) as Steps | null;
    if (!steps) continue;
    for (const send of sends.values()) {
      const ofSend = [...messages.values()].filter((one) => one.smsSendId === send.id && send.smsCampaignId === id);
      if (ofSend.length > (steps.maxSmsToSend ?? Number.POSITIVE_INFINITY)) {
        found.push(`A send handed over ${ofSend.length} messages, its limit is ${steps.maxSmsToSend}.`);
      }
      for (const step of new Set(ofSend.map((one) => one.step))) {
        const size = ofSend.filter((one) => one.step === step).length;
        if (size > steps.stepSize) found.push(`Step ${step} has ${size} messages, not ${steps.stepSize}.`);
      }
    }
  }
  return found;
}

const inOrder = (reached: readonly Reached[]) => [...reached].sort((a, b) => a.at.getTime() - b.at.getTime());

function limitsOf(campaign: { plannerData: unknown; recurringData: unknown }) {
  const planner = campaign.plannerData as Planner | null;
  if (planner) return { perDay: planner.dailySmsContactLimit, perWeek: planner.weeklySmsContactLimit };
  const recurring = campaign.recurringData as { dailyContactLimit: number; weeklyContactLimit: number } | null;
  return recurring && { perDay: recurring.dailyContactLimit, perWeek: recurring.weeklyContactLimit };
}
