import { everyForm } from 'phone-numbers';
import type { Tx } from '../../../database/transaction.ts';
import type { Channel, ConsentState } from '../../../generated/prisma/client.ts';
import { linesOf } from '../../../phone-numbers/lines-of.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { keepConsents, type Statement } from '../consent/keep-consents.ts';
import { closeGate } from '../engine/call-gate.ts';
import { judgeNumbersAgain } from '../engine/judge-held.ts';
import { suppressLines } from '../reach/suppress-lines.ts';

export interface OptOut {
  teamId: string;
  /** Null or 0 in messages and calls of a person who was erased meanwhile: then nobody is suppressed, and nothing kept of them. */
  number: string | null;
  method: 'reply' | 'provider' | 'call';
  evidence: string | null;
  messageId: string | null;
  now: Date;
}

export async function optOut(tx: Tx, given: OptOut): Promise<void> {
  const { teamId, number, method, messageId, now } = given;
  await tx.rows(closeGate(teamId));
  const lines = Number(number) > 0 ? await linesOf(tx, teamId, [number!]) : [];
  if (lines.length > 0) await suppressLines(tx, teamId, lines, { reason: REASONS[method], at: now });
  await keepConsents(tx, teamId, lines.map(statementOf('withdrawn', null, given)));
  if (messageId !== null) await creditOptOut(tx, { teamId, messageId, method, now });
}

export async function creditOptOut(
  tx: Tx,
  { teamId, messageId, method, now }: Pick<OptOut, 'teamId' | 'method' | 'now'> & { messageId: string },
): Promise<void> {
  await markMessages(tx, teamId, [messageId]);
  await tx.change`WITH first AS (
        UPDATE sms_messages SET unsubscribed_method = ${method}, updated_at = ${now}::timestamptz
        WHERE team_id = ${teamId}::uuid AND id = ${messageId}::uuid AND unsubscribed_method IS NULL
        RETURNING sms_send_id, step)
      UPDATE sms_send_steps s SET unsubscribed = s.unsubscribed + 1 FROM first
      WHERE s.team_id = ${teamId}::uuid AND s.sms_send_id = first.sms_send_id AND s.step = first.step`;
}

const REASONS: Record<OptOut['method'], string> = {
  reply: 'Asked not to be contacted in a reply.',
  provider: 'The provider says that the number asked not to be contacted.',
  call: 'Asked not to be called.',
};

export const numbersOf = (tx: Tx, teamId: string, messageIds: readonly string[]) =>
  tx.rows<{ messageId: string; number: string }>`SELECT id AS "messageId", phone_normalized AS number FROM sms_messages
      WHERE team_id = ${teamId}::uuid AND id = ANY(${messageIds}::uuid[])`;

/** Only if the person has not opted out since. */
export async function optIn(tx: Tx, given: OptOut & { number: string }): Promise<void> {
  const { teamId, number, now } = given;
  const forms = everyForm(number);
  const suppressed = await tx.rows<{ isLater: boolean }>`
      SELECT created_at > ${now}::timestamptz AS "isLater" FROM suppressed_numbers
      WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[]) ORDER BY number FOR UPDATE`;
  const optedOut = await tx.rows`
      SELECT id FROM consent_events WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[])
      AND state = 'withdrawn' AND channel IS NULL AND occurred_at > ${now}::timestamptz LIMIT 1`;
  // Sent before the last STOP, but late.
  if (suppressed.some(({ isLater }) => isLater) || optedOut.length > 0) return;
  await tx.change`DELETE FROM suppressed_numbers WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[])`;
  await tx.change`UPDATE contacts SET unsubscribed_at = NULL, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND number = ANY(${forms}::bigint[]) AND unsubscribed_at IS NOT NULL`;
  await judgeNumbersAgain(tx, teamId, [number]);
  const lines = await linesOf(tx, teamId, [number]);
  await keepConsents(tx, teamId, lines.map(statementOf('granted', 'sms', given)));
}

const SOURCES = { reply: 'keyword', provider: 'provider', call: 'call' } as const;

/** Who opts out does so for every channel; START is for text messages. Both are for every purpose. */
const statementOf =
  (state: ConsentState, channel: Channel | null, { method, evidence, messageId, now }: OptOut) =>
  (number: string): Statement => ({
    number,
    channel,
    purpose: null,
    state,
    source: SOURCES[method],
    evidence,
    messageId,
    occurredAt: now,
  });
