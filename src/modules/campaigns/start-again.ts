import type { Tx } from '../../database/transaction.ts';
import type { CampaignStatus } from '../../generated/prisma/client.ts';
import { audienceOfSend } from '../delivery/engine/audience.ts';
import type { SendMeta } from '../delivery/engine/plan.ts';
import type { SendTables } from '../delivery/engine/send-tables.ts';
import { hasMore } from '../delivery/engine/who-is-left.ts';
import { segmentIdsOf } from '../delivery/meta/meta.ts';
import type { Campaign, CampaignKind } from './kind.ts';
import { UNDER_WAY } from './rules.ts';

/**
 * The status that a change is checked against. A manual campaign that has ended, and whose sends left contacts of its audience,
 * starts again as if it had been stopped.
 */
export async function statusBefore<Of extends Campaign>(
  tx: Tx,
  kind: CampaignKind<Of>,
  current: Of,
  to: CampaignStatus | null | undefined,
): Promise<CampaignStatus> {
  const { status, sendType } = current;
  const mayStart = status === 'sent' && sendType === 'manual' && to != null && UNDER_WAY.includes(to);
  return mayStart && (await isAnyoneLeft(tx, kind, current)) ? 'stopped' : status;
}

async function isAnyoneLeft<Of extends Campaign>(tx: Tx, kind: CampaignKind<Of>, current: Of) {
  const { id: campaignId, teamId, cycle } = current;
  const meta = { ...current, segmentIds: segmentIdsOf(current.segmentIds as unknown[]) } as unknown as SendMeta;
  const who = await audienceOfSend(tx, teamId, meta, { isFeed: false });
  const tables = kind.sends;
  return (
    who !== null &&
    (await hasSent(tx, teamId, campaignId, tables)) &&
    hasMore(tx, { teamId, campaignId, sendId: campaignId }, who, { cycle, amount: 1 }, tables)
  );
}

async function hasSent(tx: Tx, teamId: string, campaignId: string, tables: SendTables): Promise<boolean> {
  const ended = await tx.rows`SELECT 1 FROM ${tables.sends} s WHERE s.team_id = ${teamId}::uuid
      AND s.${tables.campaignId} = ${campaignId}::uuid AND s.status = 'sent' LIMIT 1`;
  return ended.length > 0;
}
