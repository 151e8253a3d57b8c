import type { Tx } from '../../../database/transaction.ts';
import type { CallOutcome, RecipientRule } from '../../../generated/prisma/client.ts';
import { lockSend, reopenSend } from '../../delivery/engine/reopen-send.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { optOut } from '../../delivery/receipts/opt-out.ts';
import { isErased } from '../calls/call-rows.ts';
import { readEndedReason } from '../calls/ended-reasons.ts';
import { countHanded } from './count-handed.ts';
import { MAX_CALL_SECONDS } from './engine.ts';

interface EndedCall {
  teamId: string;
  callId: string;
  /** Null while it is not known. */
  outcome: CallOutcome | null;
  /** The outcome before this change. */
  former: CallOutcome | null;
}

const DAY_MS = 24 * 3_600_000;
/** Somebody who asked to be called later is called after this time when they named no moment, or one that is a mistake. */
const LATER_MS = DAY_MS;
/** A later moment is a mistake, too: its send would wait for it and never end. */
const LATEST_MS = 366 * DAY_MS;
/** What is learnt of a call within this time after its end counts, though its cycle or its campaign has ended meanwhile. */
const REOPENS_MS = 3_600_000;

/**
 * Does what follows from a call that has ended, or whose outcome was found or changed afterwards: its slot is free, a number
 * that asked for it is suppressed at once, and its contact waits for the next call or for none. It runs after each change;
 * the last result stands until the contact is called again.
 */
export async function afterCall(tx: Tx, { teamId, callId, outcome, former }: EndedCall, now: Date): Promise<void> {
  await tx.change`UPDATE call_placements SET status = 'ended', slot_until = NULL
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid AND status <> 'ended'`;
  if (outcome === 'do_not_call' && former !== 'do_not_call') await suppressCalled(tx, teamId, callId, now);
  let found = await recipientOf(tx, teamId, callId, now);
  if (!found) return;
  let next = nextCall(found, outcome, now);
  if (next && found.hasEnded) {
    // Somebody may be starting it again, or deleting it.
    const send = await lockSend(tx, VOICE_SENDS, teamId, found.sendId!);
    found = (await recipientOf(tx, teamId, callId, now))!;
    next = nextCall(found, outcome, now);
    if (send && next && found.hasEnded) await reopenSend(tx, VOICE_SENDS, send, now);
  }
  await tx.change`UPDATE voice_recipients SET status = ${next ? 'waiting' : 'handed'}::recipient_status,
        due_at = ${next?.at ?? now}::timestamptz, reason = ${next?.reason ?? null}, rule = ${next?.rule ?? null}::recipient_rule,
        decided_at = ${now}::timestamptz, cycle = ${next?.cycle ?? found.cycle}::int,
        voice_campaign_send_id = ${next?.sendId ?? found.formerSendId}::uuid
      WHERE team_id = ${teamId}::uuid AND voice_campaign_id = ${found.campaignId}::uuid AND cycle = ${found.cycle}::int
        AND contact_id = ${found.contactId}::uuid`;
  await countHanded(tx, teamId, [
    [found.formerSendId, found.isHanded ? -1 : 0],
    [next?.sendId ?? found.formerSendId, next ? 0 : 1],
  ]);
  // A slot is free and somebody may be due, so the send is looked at now. One that has not begun waits for its moment.
  await tx.change`UPDATE voice_campaign_sends SET next_step_at = LEAST(next_step_at, ${now}::timestamptz)
      WHERE team_id = ${teamId}::uuid AND voice_campaign_id = ${found.campaignId}::uuid AND next_step_at IS NOT NULL
        AND audience_at IS NOT NULL`;
}

interface Recipient {
  contactId: string;
  campaignId: string;
  cycle: number;
  attempts: number;
  isHanded: boolean;
  formerSendId: string;
  maxAttempts: number;
  /** Minutes. */
  retryDelay: number;
  /** The send in which it can wait. Null when none is left. */
  sendId: string | null;
  sendCycle: number | null;
  /** Whether that one is over, as its campaign is. */
  hasEnded: boolean | null;
  endedAt: Date;
  endedReason: string | null;
  callBackAt: Date | null;
}

/**
 * The recipient whose last call this was, locked. It can wait in its campaign's open send, also in that of the next cycle as long as this
 * one has not taken its contact; in its own one, when the campaign was stopped or has ended since.
 */
async function recipientOf(tx: Tx, teamId: string, callId: string, now: Date): Promise<Recipient | undefined> {
  const [found] =
    await tx.rows<Recipient>`SELECT r.contact_id AS "contactId", r.voice_campaign_id AS "campaignId", r.cycle, r.attempts,
        r.status = 'handed' AS "isHanded", r.voice_campaign_send_id AS "formerSendId",
        c.max_attempts AS "maxAttempts", c.retry_delay AS "retryDelay", s.id AS "sendId", s.cycle AS "sendCycle",
        s.status = 'sent' AS "hasEnded",
        -- Its provider may name a moment before the call, or one to come.
        greatest(p.handed_at, least(k.ended_at, greatest(${now}::timestamptz, p.handed_at + ${MAX_CALL_SECONDS}::int * interval '1 second')))
          AS "endedAt", k.ended_reason AS "endedReason", k.call_back_at AS "callBackAt"
      FROM voice_recipients r
      JOIN voice_campaigns c ON c.team_id = r.team_id AND c.id = r.voice_campaign_id
      JOIN calls k ON k.team_id = r.team_id AND k.id = r.call_id
      LEFT JOIN call_placements p ON p.team_id = k.team_id AND p.call_id = k.id
      LEFT JOIN LATERAL (SELECT s.id, s.cycle, s.status FROM voice_campaign_sends s
        WHERE s.team_id = ${teamId}::uuid AND s.voice_campaign_id = r.voice_campaign_id AND CASE
          WHEN s.status IN ('pending', 'running', 'in_progress') THEN s.cycle = r.cycle OR s.cycle = r.cycle + 1 AND NOT EXISTS (
            SELECT FROM voice_recipients x WHERE x.team_id = ${teamId}::uuid AND x.voice_campaign_id = r.voice_campaign_id
              AND x.cycle = s.cycle AND x.contact_id = r.contact_id)
          WHEN s.id = r.voice_campaign_send_id THEN s.status = 'stopped' AND s.cycle = r.cycle
            OR s.status = 'sent' AND c.status = 'sent' AND c.deleted_at IS NULL AND s.cycle = c.cycle END
        ORDER BY s.status IN ('pending', 'running', 'in_progress') DESC, s.id DESC LIMIT 1) s ON true
      WHERE r.team_id = ${teamId}::uuid AND r.call_id = ${callId}::uuid FOR UPDATE OF r`;
  return found;
}

interface NextCall {
  sendId: string;
  cycle: number;
  at: Date;
  rule: RecipientRule;
  reason: string;
}

/** When and why the contact is called again. Null when it is not. */
function nextCall(recipient: Recipient, outcome: CallOutcome | null, now: Date): NextCall | null {
  const { attempts, maxAttempts, retryDelay, callBackAt, sendId, sendCycle: cycle, hasEnded } = recipient;
  const endedAt = new Date(recipient.endedAt).getTime();
  if (sendId === null || cycle === null || attempts >= maxAttempts) return null;
  if ((hasEnded || cycle > recipient.cycle) && now.getTime() - endedAt > REOPENS_MS) return null;
  if (outcome === 'call_me_later') {
    // A moment before the end of the call is a mistake: the contact would be called at once, again and again.
    const asked = callBackAt ? new Date(callBackAt).getTime() : endedAt;
    const isMistake = asked <= endedAt || asked > endedAt + LATEST_MS;
    return {
      ...{ sendId, cycle },
      at: new Date(isMistake ? endedAt + LATER_MS : asked),
      rule: 'call_later',
      reason: 'The contact asked to be called later.',
    };
  }
  const found = outcome === null ? undefined : whyAgain(outcome, recipient.endedReason);
  if (found === undefined) return null;
  const at = new Date(endedAt + retryDelay * 60_000);
  return {
    sendId,
    cycle,
    at,
    rule: 'call_again',
    reason: `${found}; call ${attempts + 1} of ${maxAttempts} comes next.`,
  };
}

const REACHED_NOBODY: Partial<Record<CallOutcome, string>> = {
  busy: 'The line was busy',
  no_answer: 'Nobody answered',
};

/** A failure of the carrier or the voice provider counts while its outcome does: nobody found another one. */
function whyAgain(outcome: CallOutcome, endedReason: string | null): string | undefined {
  const ended = endedReason === null ? null : readEndedReason(endedReason);
  const isFault = ended?.isFault === true && ended.outcome === outcome;
  return isFault ? 'The carrier or voice provider failed' : REACHED_NOBODY[outcome];
}

/** Of what was said. */
export const WORDS = 500;

/** Suppresses the number of a call, as its person asked for it. From the commit on it is not contacted. */
export async function suppressCalled(tx: Tx, teamId: string, callId: string, now: Date): Promise<void> {
  const [call] = await tx.rows<{
    number: string;
    chat: string | null;
  }>`SELECT to_number::text AS number, right(chat, ${WORDS}::int) AS chat FROM calls
      WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid`;
  const { number, chat } = call!;
  // Erased meanwhile: nobody writes to them anyway.
  if (isErased({ toNumber: number })) return;
  await optOut(tx, { teamId, number, method: 'call', evidence: chat, messageId: null, now });
}
