import type { Tx } from '../../../../database/transaction.ts';
import type { RecipientRule } from '../../../../generated/prisma/client.ts';
import type { SendKey } from '../engine.ts';
import type { SendTables } from '../send-tables.ts';

type Key = Omit<SendKey, 'sendId'>;
type Tables = Pick<SendTables, 'recipients' | 'campaignId'>;

/** Contacts that one rule kept from a message or call, for a time or for good. */
export interface KeptByRule {
  status: 'held' | 'skipped';
  rule: RecipientRule;
  reason: string;
  contacts: number;
  /** When the first of them was kept. */
  since: Date;
  /** Until when the last of them was held. Null: they were skipped. */
  until: Date | null;
}

/** Decisions from before the preview do not count, except for contacts that still wait. */
export async function beginKept(tx: Tx, { recipients, campaignId: campaign }: Tables, { teamId, campaignId }: Key) {
  await tx.query(`/* across teams: a temporary table */ CREATE TEMPORARY TABLE pg_temp.preview_kept (contact_id uuid, cycle int,
    reason text, rule text, status text, since timestamptz, until timestamptz, PRIMARY KEY (contact_id, cycle, reason)) ON COMMIT DROP`);
  await tx.change`INSERT INTO pg_temp.preview_kept (contact_id, cycle, reason, status)
      SELECT contact_id, cycle, reason, 'before' FROM ${recipients}
      WHERE team_id = ${teamId}::uuid AND ${campaign} = ${campaignId}::uuid AND status = 'skipped' AND reason IS NOT NULL`;
}

/** A contact's row shows only the last rule that kept it, so every turn is noted. */
export const noteKept = (
  tx: Tx,
  { recipients, campaignId: campaign }: Tables,
  { teamId, campaignId }: Key,
  now: Date,
) =>
  tx.change`INSERT INTO pg_temp.preview_kept AS k (contact_id, cycle, reason, rule, status, since, until)
      SELECT contact_id, cycle, reason, rule::text, CASE status WHEN 'waiting' THEN 'held' ELSE 'skipped' END, ${now}::timestamptz,
        CASE status WHEN 'waiting' THEN due_at END
      FROM ${recipients} WHERE team_id = ${teamId}::uuid AND ${campaign} = ${campaignId}::uuid
        AND (status = 'skipped' OR (status = 'waiting' AND due_at > ${now}::timestamptz))
        AND reason IS NOT NULL AND rule IS NOT NULL
      ON CONFLICT (contact_id, cycle, reason) DO UPDATE SET until = EXCLUDED.until
        WHERE k.status = 'held' AND k.until <> EXCLUDED.until`;

export const readKept = (tx: Tx): Promise<KeptByRule[]> =>
  tx.rows<KeptByRule>`SELECT status, rule, reason, count(DISTINCT contact_id)::int AS contacts, min(since) AS since,
        max(until) AS until
      FROM pg_temp.preview_kept WHERE status <> 'before' GROUP BY status, rule, reason
      ORDER BY contacts DESC, status, rule, reason`;
