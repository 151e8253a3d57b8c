import type { Context } from '../../context.ts';
import { identifier } from '../../database/table.ts';
import { uuidv7 } from '../../database/uuid.ts';
import type { FieldErrors } from '../../errors.ts';
import { type CampaignStatus, type LogCallerType, Prisma } from '../../generated/prisma/client.ts';
import { announceCampaign } from '../../live/announce.ts';
import type { OfferLinks } from '../offers/links.ts';
import type { RecordKind } from '../records/change-record.ts';
import { firstOpening, type Opening, type OpeningMeta } from './opening.ts';
import { isStart, OPEN_RUNS, UNDER_WAY } from './rules.ts';
import type { Startable } from './start-rules.ts';

export type Campaign = Startable & { id: string; teamId: string; status: CampaignStatus; cycle: number };

/** What SMS and voice campaigns differ in; everything else about their life is the same. */
export interface CampaignKind<Of extends Campaign, Columns> extends RecordKind<Of> {
  /** The table of its runs, and that table's column which names the campaign. */
  runs: { table: string; campaign: string };
  logs: LogCallerType;
  /** What it sells. */
  offers: OfferLinks;
  /** Why one that goes out is not deleted. */
  inUse: string;
  write(tx: Prisma.TransactionClient, campaign: Of, columns: Columns & { status: CampaignStatus }): Promise<Of>;
  /** What a campaign lacks before it can start. */
  lackErrors(ctx: Context, tx: Prisma.TransactionClient, campaign: Of): Promise<FieldErrors>;
  /** What the log says beside it when one starts. */
  startWarnings(ctx: Context, campaign: Of): Promise<string[]>;
  /** What starting a campaign changes beside its status. */
  started(campaign: Of): Columns;
  /** The copy of its meta that a run keeps. */
  snapshot(campaign: Of): Prisma.InputJsonObject;
}

/**
 * Writes a campaign and brings its runs in line with its status. One that gets under way has one open run, which waits
 * until it is due; one that no longer is has none. Its log tells of every change.
 */
export async function writeCampaign<Of extends Campaign, Columns>(
  ctx: Context,
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  before: Of,
  columns: Columns & { status: CampaignStatus },
): Promise<Of> {
  const campaign = await kind.write(tx, before, columns);
  await announceCampaign(tx, campaign.id);
  const { id, teamId, status } = campaign;
  if (status === before.status) {
    if (status === 'pending') await refreshRun(tx, kind, campaign);
    return campaign;
  }
  const texts = [
    `Status changed from ${before.status} to ${status}.`,
    ...(isStart(before.status, status) ? await kind.startWarnings(ctx, campaign) : []),
  ];
  for (const text of texts) await tx.log.create({ data: { teamId, callerType: kind.logs, callerId: id, text } });
  if (UNDER_WAY.includes(status)) await openRun(tx, kind, campaign);
  else await closeRuns(tx, kind, campaign);
  return campaign;
}

/** A run that waits takes the campaign's meta over; one that goes out keeps its own, and no second one is opened. */
export async function openRun<Of extends Campaign, Columns>(
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  campaign: Of,
): Promise<void> {
  if ((await refreshRun(tx, kind, campaign)) > 0) return;
  const { runs, link } = runsOf(kind);
  const { meta, at, amount, slot } = await runOf(tx, kind, campaign);
  await tx.$executeRaw`INSERT INTO ${runs} (id, team_id, ${link}, meta, next_step_at, cycle, amount, slot, updated_at)
    SELECT ${uuidv7()}::uuid, ${campaign.teamId}::uuid, ${campaign.id}::uuid, ${meta}::jsonb, ${at}::timestamptz,
      ${campaign.cycle}::int, ${amount}::int, ${slot}, now()
    WHERE NOT EXISTS (SELECT 1 FROM ${runs}
      WHERE ${link} = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid AND ${OPEN})`;
}

export async function closeRuns<Of extends Campaign, Columns>(
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  campaign: Pick<Of, 'id' | 'teamId'>,
): Promise<void> {
  const { runs, link } = runsOf(kind);
  await tx.$executeRaw`UPDATE ${runs} SET status = 'stopped', next_step_at = NULL, updated_at = now(),
      -- A slot whose run has not begun is free for the next start.
      slot = CASE WHEN audience_at IS NULL THEN NULL ELSE slot END
    WHERE ${link} = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid AND ${OPEN}`;
}

async function refreshRun<Of extends Campaign, Columns>(
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  campaign: Of,
): Promise<number> {
  const { runs, link } = runsOf(kind);
  const { meta, at, amount, slot } = await runOf(tx, kind, campaign);
  return tx.$executeRaw`UPDATE ${runs} SET meta = ${meta}::jsonb, next_step_at = ${at}::timestamptz,
    amount = ${amount}::int, slot = ${slot}, updated_at = now()
    WHERE ${link} = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid AND status = 'pending'
      AND audience_at IS NULL`;
}

const OPEN = Prisma.sql`status = ANY(${OPEN_RUNS}::text[]::send_status[])`;

const runsOf = ({ runs }: Pick<CampaignKind<never, never>, 'runs'>) => ({
  runs: identifier(runs.table),
  link: identifier(runs.campaign),
});

async function runOf<Of extends Campaign, Columns>(
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  campaign: Of,
): Promise<{ meta: string; at: string } & Pick<Opening, 'amount' | 'slot'>> {
  const now = new Date();
  const { timezone } = await tx.team.findUniqueOrThrow({ where: { id: campaign.teamId }, select: { timezone: true } });
  const opening = firstOpening(campaign as unknown as OpeningMeta, timezone, now);
  return {
    meta: JSON.stringify(kind.snapshot(campaign)),
    at: (opening?.at ?? now).toISOString(),
    amount: opening?.amount ?? null,
    // A slot opens one send: a campaign that is started again before its slot has come keeps what it had.
    slot: null,
  };
}
