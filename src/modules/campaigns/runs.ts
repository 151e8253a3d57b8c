import { identifier } from '../../database/table.ts';
import { uuidv7 } from '../../database/uuid.ts';
import type { FieldErrors } from '../../errors.ts';
import { type CampaignStatus, type LogCallerType, Prisma } from '../../generated/prisma/client.ts';
import type { OfferLinks } from '../offers/links.ts';
import type { RecordKind } from '../records/change-record.ts';
import { OPEN_RUNS, UNDER_WAY } from './rules.ts';
import { firstMoment, type Startable } from './start-rules.ts';

export type Campaign = Startable & { id: string; teamId: string; status: CampaignStatus };

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
  lackErrors(tx: Prisma.TransactionClient, campaign: Of): Promise<FieldErrors>;
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
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  before: Of,
  columns: Columns & { status: CampaignStatus },
): Promise<Of> {
  const campaign = await kind.write(tx, before, columns);
  const { id, teamId, status } = campaign;
  if (status === before.status) {
    if (status === 'pending') await refreshRun(tx, kind, campaign);
    return campaign;
  }
  const text = `Status changed from ${before.status} to ${status}.`;
  await tx.log.create({ data: { teamId, callerType: kind.logs, callerId: id, text } });
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
  const { meta, nextStepAt } = runOf(kind, campaign);
  await tx.$executeRaw`INSERT INTO ${runs} (id, team_id, ${link}, meta, next_step_at, updated_at)
    SELECT ${uuidv7()}::uuid, ${campaign.teamId}::uuid, ${campaign.id}::uuid, ${meta}::jsonb, ${nextStepAt}::timestamptz, now()
    WHERE NOT EXISTS (SELECT 1 FROM ${runs}
      WHERE ${link} = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid AND ${OPEN})`;
}

export async function closeRuns<Of extends Campaign, Columns>(
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  campaign: Pick<Of, 'id' | 'teamId'>,
): Promise<void> {
  const { runs, link } = runsOf(kind);
  await tx.$executeRaw`UPDATE ${runs} SET status = 'stopped', next_step_at = NULL, updated_at = now()
    WHERE ${link} = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid AND ${OPEN}`;
}

function refreshRun<Of extends Campaign, Columns>(
  tx: Prisma.TransactionClient,
  kind: CampaignKind<Of, Columns>,
  campaign: Of,
): Promise<number> {
  const { runs, link } = runsOf(kind);
  const { meta, nextStepAt } = runOf(kind, campaign);
  return tx.$executeRaw`UPDATE ${runs} SET meta = ${meta}::jsonb, next_step_at = ${nextStepAt}::timestamptz,
    updated_at = now()
    WHERE ${link} = ${campaign.id}::uuid AND team_id = ${campaign.teamId}::uuid AND status = 'pending'`;
}

const OPEN = Prisma.sql`status = ANY(${OPEN_RUNS}::text[]::send_status[])`;

const runsOf = ({ runs }: Pick<CampaignKind<never, never>, 'runs'>) => ({
  runs: identifier(runs.table),
  link: identifier(runs.campaign),
});

function runOf<Of extends Campaign, Columns>(kind: CampaignKind<Of, Columns>, campaign: Of) {
  const now = new Date();
  const nextStepAt = campaign.status === 'pending' ? firstMoment(campaign, now) : now;
  return { meta: JSON.stringify(kind.snapshot(campaign)), nextStepAt: nextStepAt.toISOString() };
}
