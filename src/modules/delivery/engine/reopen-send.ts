import { idIn } from '../../../database/partitions.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import { ValidationError } from '../../../errors.ts';
import { type CampaignStatus, Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { factsOf, recordEvents } from '../../webhooks/events/record-events.ts';
import type { SendKey } from './engine.ts';
import type { SendTables } from './send-tables.ts';
import { dueAt } from './write-send.ts';

/** A send with its campaign. Both are locked, so no claim, stop or second decision comes in between. */
export interface LockedSend extends SendKey {
  campaignStatus: CampaignStatus;
  isOpen: boolean;
  /** Whether the campaign has begun a new cycle since. */
  isOfEarlierCycle: boolean;
}

/** Locks the campaign first, as everything that stops a campaign does. */
export async function lockSend(
  tx: Tx,
  { sends, campaigns, campaignId }: SendTables,
  teamId: string,
  sendId: string,
): Promise<LockedSend | undefined> {
  await tx.rows`SELECT FROM ${campaigns} c WHERE c.team_id = ${teamId}::uuid AND c.id = (SELECT s.${campaignId}
      FROM ${sends} s WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid) FOR UPDATE`;
  return tx.row<LockedSend>`SELECT s.team_id AS "teamId", s.id AS "sendId", s.${campaignId} AS "campaignId",
        c.status AS "campaignStatus", s.status IN ('pending', 'running', 'in_progress') AS "isOpen",
        s.cycle < c.cycle AS "isOfEarlierCycle"
      FROM ${sends} s JOIN ${campaigns} c ON c.team_id = s.team_id AND c.id = s.${campaignId}
      WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid AND c.deleted_at IS NULL FOR UPDATE OF s`;
}

/** What would reach contacts a second time in another cycle. */
export function refuseEarlierCycle({ isOfEarlierCycle }: LockedSend, outcome: string): void {
  if (!isOfEarlierCycle) return;
  const mistake = `cannot be ${outcome}: the campaign has begun its next cycle, which reaches these contacts again`;
  throw new ValidationError({ 'input.outcome': [messages.because('input.outcome', mistake)] });
}

/** At most so many ids, each of a record of the team. */
export async function refuseOthers(
  tx: Tx,
  teamId: string,
  table: Prisma.Sql,
  path: string,
  ids: readonly string[],
  most: number,
): Promise<void> {
  if (ids.length > most) throw new ValidationError({ [path]: [messages.atMostItems(path, most)] });
  const found = await tx.rows<{
    id: string;
  }>`SELECT id FROM ${table} WHERE team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`id`, ids.filter(isUuid))}`;
  const known = new Set(found.map(({ id }) => id));
  const wrong = ids.flatMap((id, at) => (known.has(id.toLowerCase()) ? [] : [`${path}.${at}`]));
  if (wrong.length > 0)
    throw new ValidationError(Object.fromEntries(wrong.map((one) => [one, [messages.selected(one)]])));
}

/** Opens a send again that contacts came back to. It is due now, also when it or its campaign had ended. */
export async function reopenSend(tx: Tx, tables: SendTables, send: LockedSend, now: Date): Promise<void> {
  const { sends, campaigns, stopReason, event } = tables;
  const { teamId, sendId, campaignId, campaignStatus, isOpen } = send;
  const hasEnded = campaignStatus === 'sent' || campaignStatus === 'failed';
  await tx.change`UPDATE ${sends} SET next_step_at = ${dueAt(now, now)}, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND ${tables.campaignId} = ${campaignId}::uuid
        AND status IN ('running', 'in_progress') AND next_step_at > ${now}::timestamptz`;
  if (isOpen || !hasEnded) return;
  await tx.change`UPDATE ${sends} SET status = 'running', status_reason = NULL, ended_at = NULL,
        next_step_at = ${dueAt(now, now)}, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid`;
  await tx.change`UPDATE ${campaigns} SET status = 'running', ${stopReason} = NULL, updated_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid`;
  await recordEvents(tx, teamId, event, factsOf('campaign_status_changed', [campaignId]), now);
}
