import type { Tx } from '../../../database/transaction.ts';
import { consentNeeded } from '../reach/lacks-consent.ts';
import { contactSchedule } from './contact-schedule.ts';
import { decide } from './decide.ts';
import { contactColumns, type DueContact } from './due.ts';
import { LEASE_MS, type Route, type SendKey } from './engine.ts';
import { planOf, type SendMeta } from './plan.ts';
import { SMS_SENDS } from './send-tables.ts';

import { readStage } from './stage.ts';

/**
 * Which messages of a batch that was left behind may go out again. Time has passed since its claim, so every rule is checked
 * again, but for the route: a message that may have gone out stays on its own. None goes when the campaign was stopped. A stop
 * that comes now waits, as it does for a hand-over.
 */
export async function whoMayGo(tx: Tx, send: SendKey, batchId: string, route: Route, now: Date): Promise<Set<string>> {
  const { teamId, sendId, campaignId } = send;
  const [going] = await tx.rows<{
    meta: SendMeta;
    cycle: number;
    timezone: string;
  }>`SELECT s.meta, s.cycle, t.timezone FROM sms_campaigns c
      JOIN sms_sends s ON s.team_id = c.team_id AND s.id = ${sendId}::uuid
      JOIN teams t ON t.id = c.team_id
      WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid AND c.deleted_at IS NULL
        AND c.status IN ('running', 'in_progress') AND ${SMS_SENDS.isActive} FOR SHARE OF c`;
  if (!going) return new Set();
  const marked = await tx.change`UPDATE sms_batches SET handed_at = ${now}::timestamptz,
        lease_until = ${new Date(now.getTime() + LEASE_MS)}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${batchId}::uuid AND done_at IS NULL`;
  if (marked === 0) return new Set();
  const contacts = await tx.rows<
    DueContact & { messageId: string; countedOn: string | null }
  >`SELECT m.id AS "messageId", (SELECT r.counted_on FROM sms_recipients r WHERE r.team_id = ${teamId}::uuid
        AND r.contact_id = m.contact_id AND r.message_id = m.id) AS "countedOn", ${contactColumns(teamId, consentNeeded('sms', going.meta))} FROM sms_batches b
      JOIN sms_messages m ON m.team_id = b.team_id AND m.id = ANY(b.message_ids)
      JOIN contacts c ON c.team_id = m.team_id AND c.id = m.contact_id
      LEFT JOIN countries n ON n.id = c.country_id
      WHERE b.team_id = ${teamId}::uuid AND b.id = ${batchId}::uuid AND m.status = 'sending'`;
  const plan = planOf(going.meta);
  const planned = await readStage(tx, send, going.meta);
  const stage = { ...planned, rules: [], defaultRouteId: route.id, routes: new Map([[route.id, route]]) };
  const hours = { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: stage.contactHours };
  const schedule = contactSchedule(hours, going.timezone);
  const rules = { stage, schedule, looksUp: false, preChecks: false, cycle: { campaignId, cycle: going.cycle } };
  // A message counts on the day of its claim, and the next day has its own limits.
  const isSameDay = (one: (typeof contacts)[0]) => schedule.periods(one, now).day === one.countedOn;
  return new Set(
    contacts.flatMap((one) => (isSameDay(one) && decide(one, rules, now).kind === 'send' ? [one.messageId] : [])),
  );
}
