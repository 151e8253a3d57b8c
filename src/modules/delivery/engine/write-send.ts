import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { metaOfCampaign } from '../meta/meta.ts';
import type { SendTables } from './send-tables.ts';

interface NewSend {
  at: Date;
  amount: number | null;
  slot: string | Prisma.Sql | null;
  cycle: number;
}

/** What is due already, whatever clock says so, is due by the database's. */
export const dueAt = (at: Date, now: Date): Prisma.Sql =>
  at <= now ? Prisma.sql`LEAST(${at}::timestamptz, now())` : Prisma.sql`${at}::timestamptz`;

/** Opens a send with the campaign's present meta. A slot opens one send, however often this is called. */
export const openSend = (
  tx: Tx,
  { sends, campaigns, campaignId: campaign, meta }: SendTables,
  { teamId, campaignId }: { teamId: string; campaignId: string },
  { at, amount, slot, cycle }: NewSend,
  now: Date,
  when = Prisma.sql`TRUE`,
): Promise<number> =>
  tx.change`INSERT INTO ${sends}
      (team_id, id, ${campaign}, status, meta, cycle, amount, slot, next_step_at, created_at, updated_at)
    SELECT c.team_id, ${uuidv7(now.getTime())}::uuid, c.id, 'pending', ${metaOfCampaign(meta)}, ${cycle}::int, ${amount}::int,
      ${slot}::text, ${dueAt(at, now)}, ${now}::timestamptz, ${now}::timestamptz
    FROM ${campaigns} c WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid AND ${when}
    ON CONFLICT (team_id, ${campaign}, slot) DO NOTHING`;
