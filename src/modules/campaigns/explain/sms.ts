import type { Tx } from '../../../database/transaction.ts';
import { type MessageStatus, Prisma } from '../../../generated/prisma/client.ts';
import type { RouteChoice } from '../../delivery/engine/choose-route.ts';
import { LIMIT_REACHED } from '../../delivery/engine/claim.ts';
import { contactSchedule } from '../../delivery/engine/contact-schedule.ts';
import { decide } from '../../delivery/engine/decide.ts';
import { paceOf } from '../../delivery/engine/pace.ts';
import { planOf, type SendMeta, type SendPlan } from '../../delivery/engine/plan.ts';
import { SMS_SENDS } from '../../delivery/engine/send-tables.ts';
import { readStage } from '../../delivery/engine/stage.ts';
import { type Asked, type Facts, openSendOf } from './facts.ts';
import type { ClaimRules, ExplainedKind, Paused } from './kind.ts';
import type { Verdict } from './rules.ts';

export interface ReachedBySms {
  id: string;
  status: MessageStatus;
  step: number | null;
  failReason: string | null;
  ruleData: string | null;
  routeId: string | null;
  route: string | null;
  choice: RouteChoice | null;
  /** Names of the routes that were passed over. */
  passedNames: string[] | null;
  claimedAt: Date;
  sentAt: Date | null;
  settledAt: Date | null;
}

export const SMS_EXPLAINED: ExplainedKind<ReachedBySms> = {
  thing: 'SMS campaign',
  channel: 'sms',
  tables: SMS_SENDS,
  metaOf: (stored) => stored as SendMeta,
  columns: ({
    teamId,
  }) => Prisma.sql`r.step, m.id AS "messageId", m.status AS "messageStatus", m.fail_reason AS "failReason",
    m.sms_rule_selected_data AS "ruleData", m.created_at AS "claimedAt", m.sent_at AS "sentAt",
    m.settled_at AS "settledAt", r.refusals, m.sms_routing_route_id AS "routeId", o.name AS route, m.route_choice AS choice,
    (SELECT array_agg(x.name ORDER BY x.name) FROM routes x WHERE x.team_id = ${teamId}::uuid
      AND (m.route_choice -> 'passed' -> x.id::text) IS NOT NULL) AS "passedNames"`,
  joins: ({ teamId }) => Prisma.sql`LEFT JOIN LATERAL (SELECT * FROM sms_messages m
      WHERE m.team_id = ${teamId}::uuid AND m.id = r.message_id AND r.status = 'handed' OFFSET 0) m ON true
    LEFT JOIN routes o ON o.team_id = ${teamId}::uuid AND o.id = m.sms_routing_route_id`,
  lastReached: ({ teamId, contactId }) => Prisma.sql`SELECT max(x.sent_at) FROM sms_messages x
    WHERE x.team_id = ${teamId}::uuid AND x.contact_id = ${contactId}::uuid AND x.sms_campaign_id = c.id`,
  read(row) {
    const { messageId, messageStatus, ...message } = row as MessageRow;
    return messageId === null ? null : { ...message, id: messageId, status: messageStatus };
  },
  ofReached: ofMessage,
  rulesOf,
  limitReached: LIMIT_REACHED,
  pauseOf,
};

type MessageRow = Omit<ReachedBySms, 'id' | 'status'> & { messageId: string | null; messageStatus: MessageStatus };

async function rulesOf(
  tx: Tx,
  { teamId, campaignId }: Asked,
  { timezone, cycle }: Facts,
  meta: SendMeta,
): Promise<ClaimRules> {
  const plan = planOf(meta);
  const stage = await readStage(tx, { teamId, campaignId, sendId: '' }, meta);
  const hours = { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: stage.contactHours };
  const schedule = contactSchedule(hours, timezone);
  const looksUp = meta.hlrSettings?.isActive ?? false;
  // What its pre-check answers shows once it was asked.
  const rules = { stage, schedule, looksUp, preChecks: false, cycle: { campaignId, cycle } };
  return {
    plan,
    schedule,
    decide(contact, at) {
      const found = decide(contact, rules, at);
      if (found.kind === 'hold' && found.needsChange) return { ...found, until: null };
      if (found.kind !== 'send') return found;
      return { kind: 'send', chosen: { routeId: found.route.id, choice: found.choice } };
    },
  };
}

async function pauseOf(
  tx: Tx,
  { teamId, campaignId }: Asked,
  { id, nextStepAt }: NonNullable<Facts['send']>,
  plan: SendPlan,
  now: Date,
): Promise<Paused | null> {
  const [step] = await tx.rows<{
    step: number;
    filledAt: Date | null;
  }>`SELECT step, filled_at AS "filledAt" FROM sms_send_steps
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${id}::uuid ORDER BY step DESC LIMIT 1`;
  const judged = step?.filledAt && new Date(step.filledAt.getTime() + plan.stepDelay * 60_000);
  if (judged && judged > now) {
    const text = `Step ${step.step} is full; after ${plan.stepDelay} minutes it is judged, and the next one begins.`;
    return { rule: 'step_delay', text, until: judged };
  }
  const pace = await paceOf(tx, { teamId, campaignId, sendId: id }, plan, now);
  if (pace.allowed > 0) return null;
  const text =
    plan.perMinute > 0
      ? `The campaign sends at most ${plan.perMinute} messages in 60 seconds.`
      : `The campaign sends at most ${plan.perHour} messages an hour.`;
  return { rule: 'throttle', text, until: pace.roomAt ?? nextStepAt ?? now };
}

/** A contact that has a message: what the provider and its receipts said. */
function ofMessage(facts: Facts<ReachedBySms>): Verdict {
  const { reached: message, recipient } = facts;
  if (!message) return { ...NEXT, rule: 'unknown', text: 'Its message is gone.', status: 'unknown', decidedAt: null };
  const { status, failReason, routeId, route, choice, ruleData, passedNames, claimedAt, sentAt, settledAt } = message;
  const next = { nextAt: null, chosen: routeId === null ? null : { routeId, choice } };
  const rule = ruleData === null ? 'the routing plan’s default' : `a rule of the routing plan (${ruleData || 'any'})`;
  const passed = passedNames ? `, not over ${passedNames.join(', ')}` : '';
  const how = `Step ${message.step ?? 1} reached it over route ${route ?? 'that is gone'}${passed}, ${rule}`;
  const why = failReason ? `: ${failReason}` : '.';
  switch (status) {
    case 'sending':
      return { ...next, rule: 'sending', text: 'Its message is being handed over.', status, decidedAt: claimedAt };
    case 'unknown':
      return {
        ...next,
        rule: 'unknown',
        text: `It is unknown whether its message went out${why} A person decides: count it as sent, or send it again.`,
        status,
        decidedAt: claimedAt,
      };
    case 'failed':
    case 'expired':
      return { ...next, rule: status, text: `Its message ${ENDED[status]}${why}`, status, decidedAt: settledAt };
    default: {
      const open = openSendOf(facts);
      const text = `${how}; ${status === 'delivered' ? 'it was delivered.' : 'the provider took it.'}`;
      if (!open || open.id === recipient?.sendId) return { ...next, rule: 'reached', text, status, decidedAt: sentAt };
      const more = 'An earlier send of this cycle did: the present one leaves it out.';
      return { ...next, rule: 'reached_in_cycle', text: `${text} ${more}`, status, decidedAt: sentAt };
    }
  }
}

const NEXT = { nextAt: null };
const ENDED = { failed: 'failed', expired: 'could not be delivered in time' };
