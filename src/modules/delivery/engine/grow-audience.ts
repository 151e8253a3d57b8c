import type { Tx } from '../../../database/transaction.ts';
import type { Condition } from '../reach/look.ts';
import { addArrivals, addToAudience } from './audience.ts';
import { statusChanges } from './change-status.ts';
import type { SendKey } from './engine.ts';
import type { OpenSend } from './open-send.ts';
import type { SendPlan } from './plan.ts';

import { type SendTables, SMS_SENDS } from './send-tables.ts';

interface Growing
  extends SendKey,
    Pick<OpenSend, 'cycle' | 'amount' | 'audienceUpTo' | 'audienceAt' | 'audienceSize'> {}

/** Adds one chunk. True when the audience is complete and contacts may be reached. */
export async function growAudience(
  tx: Tx,
  send: Growing,
  who: Condition,
  plan: SendPlan,
  now: Date,
  tables: SendTables = SMS_SENDS,
): Promise<boolean> {
  const { cycle, amount, audienceUpTo: upTo } = send;
  const chunk = plan.isFeed
    ? await addArrivals(tx, send, who, { cycle, upTo, startedAt: await firstStart(tx, send, tables) }, now, tables)
    : await addToAudience(tx, send, who, { cycle, amount, upTo }, now, tables);
  const size = send.audienceSize + chunk.added;
  const isNew = send.audienceAt === null;
  await tx.change`UPDATE ${tables.sends} SET audience_up_to = ${chunk.upTo}::uuid, audience_size = ${size}::int,
        audience_at = CASE WHEN ${chunk.isComplete} THEN COALESCE(audience_at, ${now}::timestamptz) ELSE audience_at END,
        turn_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
      WHERE team_id = ${send.teamId}::uuid AND id = ${send.sendId}::uuid`;
  send.audienceSize = size;
  if (isNew && chunk.isComplete) {
    const text = plan.isFeed ? 'Waiting for contacts of the feed.' : `${size} contacts are in the audience.`;
    await statusChanges(tables).changeStatus(tx, send, { send: 'running', campaign: 'running' }, text, now);
  }
  return chunk.isComplete || !isNew;
}

/**
 * When the first send of a feed campaign began as a feed, as long as none has seen every contact that was there before. Null
 * afterwards: any contact found then has arrived, as a new contact or as a new one of the segment.
 */
export async function firstStart(
  tx: Tx,
  { teamId, campaignId, cycle }: Pick<Growing, 'teamId' | 'campaignId' | 'cycle'>,
  tables: SendTables,
): Promise<Date | null> {
  const [row] = await tx.rows<{
    at: Date;
    isKnown: boolean;
  }>`SELECT min(created_at) AS at, bool_or(audience_at IS NOT NULL) AS "isKnown"
      FROM ${tables.sends} WHERE team_id = ${teamId}::uuid AND ${tables.campaignId} = ${campaignId}::uuid AND cycle = ${cycle}::int
        AND meta ->> 'sendType' = 'feed'`;
  return row!.isKnown ? null : row!.at;
}
