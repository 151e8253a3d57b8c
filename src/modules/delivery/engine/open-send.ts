import type { Tx } from '../../../database/transaction.ts';
import type { Prisma, SendType } from '../../../generated/prisma/client.ts';
import type { SendKey } from './engine.ts';
import { firstInTurn } from './in-turn.ts';
import type { Judging } from './judge-again.ts';
import type { SendMeta } from './plan.ts';
import type { SendTables } from './send-tables.ts';

/** A send that is due, with its campaign; both are locked until the transaction ends. */
export interface OpenSend extends SendKey, Judging {
  status: 'pending' | 'running' | 'in_progress';
  campaignStatus: 'pending' | 'running' | 'in_progress' | 'draft' | 'sent' | 'failed' | 'stopped';
  sendType: SendType | null;
  meta: SendMeta;
  /** The campaign’s present `is_active`, not that of when the send began. */
  isActive: boolean;
  cycle: number;
  amount: number | null;
  slot: string | null;
  audienceUpTo: string | null;
  audienceAt: Date | null;
  audienceSize: number;
  startedAt: Date | null;
  /** The team's time zone, an IANA name. */
  timezone: string;
}

/** The send of a channel whose turn it is. */
export const nextSend = <Send extends OpenSend>(tx: Tx, channel: Sends<Send>, now: Date): Promise<Send | undefined> =>
  firstInTurn(tx, channel.tables, now, (which) => lockSend(tx, channel, which));

/** How a channel's sends are read. */
export interface Sends<Send extends OpenSend> {
  readonly tables: SendTables;
  /** Columns and joins of a due send `s` and its campaign `c`, beside those that every send has. */
  readonly columns: Prisma.Sql;
  readonly joins: Prisma.Sql;
  /** A row of these as the channel reads it. */
  read(row: object): Send;
}

async function lockSend<Send extends OpenSend>(
  tx: Tx,
  { tables, columns, joins, read }: Sends<Send>,
  which: Prisma.Sql,
): Promise<Send | undefined> {
  const { sends, campaigns, campaignId, isActive } = tables;
  const [send] =
    await tx.rows<object>`SELECT s.team_id AS "teamId", s.id AS "sendId", s.${campaignId} AS "campaignId", s.status,
        c.status AS "campaignStatus", c.send_type AS "sendType", s.meta, ${isActive} AS "isActive", s.cycle, s.amount,
        s.slot, s.audience_up_to AS "audienceUpTo", s.audience_at AS "audienceAt", s.audience_size AS "audienceSize",
        s.started_at AS "startedAt", s.judged_up_to AS "judgedUpTo", s.judged_contact AS "judgedContact", s.is_searching AS "isSearching", t.timezone${columns}
      FROM ${sends} s
      JOIN ${campaigns} c ON c.team_id = s.team_id AND c.id = s.${campaignId}
      JOIN teams t ON t.id = s.team_id${joins}
      WHERE ${which} FOR NO KEY UPDATE OF s, c SKIP LOCKED`;
  return send && read(send);
}

/** When the next send is due. Null when none is open. */
export async function nextMoment(tx: Tx): Promise<Date | null> {
  const [row] = await tx.rows<{
    at: Date | null;
  }>`SELECT /* across teams: whatever is due next */ min(next_step_at) AS at FROM sms_sends
      WHERE status IN ('pending', 'running', 'in_progress')${tx.reach.within('team_id')}`;
  return row?.at ?? null;
}
