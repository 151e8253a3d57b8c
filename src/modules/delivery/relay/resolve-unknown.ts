import { type Context, viewerOf } from '../../../context.ts';
import { idIn } from '../../../database/partitions.ts';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import type { ResolveUnknownHubMessagesInput } from '../../../generated/inputs.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { markHubMessages } from '../../insight/reports/roll-ups/marks.ts';
import { refuseOthers } from '../engine/reopen-send.ts';
import { endUnsent } from './end.ts';
import { ENDED, type Ended, returnReceipts } from './return-receipts.ts';

export interface ResolvedHubMessages {
  resolvedCount: number;
}

/** Messages that one call resolves at most. For more, call again. */
const MAX_RESOLVED = 5_000;

const NOT_SENT = 'Nobody knew whether it went out; a person decided that it did not.';

/**
 * A person decides what became of sellers' messages without a known result. What went out stays charged; what did not has failed, and its
 * price and cost are given back.
 */
export function resolveUnknownHubMessages(
  ctx: Context,
  { outcome, messageIds }: ResolveUnknownHubMessagesInput,
): Promise<ResolvedHubMessages> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(
    async (tx) => {
      const now = new Date();
      // Those known by now are left alone.
      await refuseOthers(tx, team.id, Prisma.sql`hub_messages`, 'input.messageIds', messageIds, MAX_RESOLVED);
      const unknown = await tx.rows<Unknown>`SELECT id, seller_endpoint_id AS "endpointId" FROM hub_messages
        WHERE team_id = ${team.id}::uuid AND ${idIn(Prisma.sql`id`, messageIds)} AND status = 'unknown' ORDER BY id FOR UPDATE`;
      if (outcome === 'not_sent') await endAsUnsent(tx, team.id, unknown, now);
      else await countAsSent(tx, team.id, unknown, outcome, now);
      return { resolvedCount: unknown.length };
    },
    { again: COLLISION_OR_LOCKED },
  );
}

interface Unknown {
  id: string;
  endpointId: string;
}

/** What an endpoint gets back is one entry of the ledger. */
async function endAsUnsent(tx: Tx, teamId: string, unknown: readonly Unknown[], now: Date): Promise<void> {
  for (const endpointId of new Set(unknown.map((one) => one.endpointId))) {
    const ids = unknown.flatMap((one) => (one.endpointId === endpointId ? [one.id] : []));
    const end = { ids, reasons: ids.map(() => NOT_SENT), status: 'failed', former: 'unknown' } as const;
    await endUnsent(tx, teamId, end, now);
  }
}

/** They count as sent since their result is unknown. Receipts of those that were merely sent go back as they come. */
async function countAsSent(
  tx: Tx,
  teamId: string,
  unknown: readonly Unknown[],
  outcome: 'sent' | 'delivered',
  now: Date,
): Promise<void> {
  if (unknown.length === 0) return;
  const ids = unknown.map(({ id }) => id);
  const isDelivered = outcome === 'delivered';
  const sent = await tx.rows<Ended>(
    Prisma.sql`UPDATE hub_messages m SET status = ${isDelivered ? 'delivered' : 'accepted'}::hub_message_status, reason = NULL,
        sent_at = COALESCE(m.sent_at, m.updated_at), settled_at = ${isDelivered ? now : null}::timestamptz,
        updated_at = ${now}::timestamptz
      WHERE m.team_id = ${teamId}::uuid AND ${idIn(Prisma.sql`m.id`, ids)} RETURNING ${ENDED}`,
  );
  if (isDelivered) await returnReceipts(tx, teamId, sent, now);
  else await markHubMessages(tx, teamId, ids);
}
