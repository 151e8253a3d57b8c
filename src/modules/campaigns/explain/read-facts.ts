import type { Tx } from '../../../database/transaction.ts';
import type { RecipientRule, RecipientStatus, SendStatus } from '../../../generated/prisma/client.ts';
import type { DueContact } from '../../delivery/engine/due.ts';
import { metaOfCampaign } from '../../delivery/meta/meta.ts';
import type { Asked, Facts } from './facts.ts';
import type { ExplainedKind } from './kind.ts';

type Row = Pick<
  Facts,
  'status' | 'statusReason' | 'cycle' | 'isActive' | 'pausedAt' | 'pauseReason' | 'timezone' | 'lastReachedAt'
> & {
  meta: unknown;
  sendId: string | null;
  sendStatus: SendStatus;
  sendMeta: unknown;
  nextStepAt: Date | null;
  audienceAt: Date | null;
  turnAt: Date | null;
  recipientSendId: string | null;
  recipientStatus: RecipientStatus;
  reason: string | null;
  rule: RecipientRule | null;
  decidedAt: Date | null;
  dueAt: Date;
  lookups: number;
  lookedUpAt: Date | null;
  checks: number;
  checkedAt: Date | null;
  refusals?: DueContact['refusals'];
};

export async function readFacts<Reached>(
  tx: Tx,
  kind: ExplainedKind<Reached>,
  asked: Asked,
): Promise<Facts<Reached> | undefined> {
  const { teamId, campaignId, contactId } = asked;
  const { campaigns, sends, recipients, campaignId: campaign, sendId, isActive, stopReason, meta } = kind.tables;
  const [row] =
    await tx.rows<Row>`SELECT c.status, c.${stopReason} AS "statusReason", c.cycle, ${isActive} AS "isActive", c.paused_at AS "pausedAt",
        c.pause_reason AS "pauseReason", t.timezone,
        ${metaOfCampaign(meta)} AS meta, s.id AS "sendId", s.status AS "sendStatus", s.meta AS "sendMeta",
        s.next_step_at AS "nextStepAt", s.audience_at AS "audienceAt", s.turn_at AS "turnAt",
        r.${sendId} AS "recipientSendId", r.status AS "recipientStatus", r.reason, r.rule, r.decided_at AS "decidedAt",
        r.due_at AS "dueAt", r.lookups, r.looked_up_at AS "lookedUpAt", r.checks, r.checked_at AS "checkedAt", ${kind.columns(asked)},
        (${kind.lastReached(asked)}) AS "lastReachedAt"
      FROM ${campaigns} c JOIN teams t ON t.id = c.team_id
      LEFT JOIN LATERAL (SELECT * FROM ${sends} s WHERE s.team_id = ${teamId}::uuid AND s.${campaign} = c.id
        AND s.cycle = c.cycle ORDER BY s.created_at DESC, s.id DESC LIMIT 1) s ON true
      LEFT JOIN ${recipients} r ON r.team_id = ${teamId}::uuid AND r.${campaign} = c.id AND r.cycle = c.cycle
        AND r.contact_id = ${contactId}::uuid
      ${kind.joins(asked)}
      WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid AND c.deleted_at IS NULL`;
  return row && factsOf(kind, row);
}

const factsOf = <Reached>(kind: ExplainedKind<Reached>, row: Row): Facts<Reached> => ({
  ...row,
  meta: kind.metaOf(row.meta),
  send:
    row.sendId === null ? null : { ...row, id: row.sendId, status: row.sendStatus, meta: kind.metaOf(row.sendMeta) },
  recipient: row.recipientSendId === null ? null : { ...row, sendId: row.recipientSendId, status: row.recipientStatus },
  reached: kind.read(row),
});
