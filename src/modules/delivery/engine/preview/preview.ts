import type { Context } from '../../../../context.ts';
import { type Db, inTransaction, type Tx } from '../../../../database/transaction.ts';
import { type CampaignStatus, Prisma } from '../../../../generated/prisma/client.ts';
import type { Opening } from '../../meta/opening.ts';
import { EACH } from '../../reach/look.ts';
import { audienceOfSend } from '../audience.ts';
import { planOf, type SendMeta } from '../plan.ts';
import type { SendTables } from '../send-tables.ts';
import { openSend } from '../write-send.ts';
import { beginKept, type KeptByRule, noteKept, readKept } from './kept.ts';
import { type Clock, lookAhead, type Rehearsal } from './look-ahead.ts';
import { layShadows, type Shadows } from './shadows.ts';

export interface PreviewedCampaign {
  teamId: string;
  campaignId: string;
  cycle: number;
  meta: SendMeta;
  /** How it would begin. Null: it goes out already, and the preview continues from there. */
  opening: (Opening & { status: CampaignStatus }) | null;
  from: Date;
  until: Date;
}

/** What is the same for every channel. */
export interface Preview {
  from: Date;
  until: Date;
  contacts: number;
  waiting: number;
  cutBy: ('contacts' | 'amount' | 'time')[];
  isActive: boolean;
  status: CampaignStatus;
  statusReason: string | null;
  kept: KeptByRule[];
}

/** How a channel is rehearsed, and what it reads of the shadows in the end. */
export interface Play<Result> {
  shadows: Shadows;
  /** What a start changes in its campaigns besides their status: columns of an UPDATE. */
  started: Prisma.Sql;
  open(within: Context, campaign: PreviewedCampaign, clock: Clock): Opened<Result>;
}

interface Opened<Result> {
  rehearsal: Rehearsal;
  read(): Promise<Result>;
}

/**
 * `contacts`: most contacts that a preview looks at. `time`: the part of an operation's time after which it begins no further
 * turn. On the embedded database all others wait for it.
 */
const LIMITS = { server: { contacts: 10_000, time: 0.5 }, embedded: { contacts: 2_000, time: 0.03 } };

/** What a campaign would do from a moment on. A team has one preview at a time; further ones wait. */
export function previewSends<Result>(
  ctx: Context,
  play: Play<Result>,
  campaign: PreviewedCampaign,
): Promise<Preview & Result> {
  const { share, ...reader } = ctx.reader;
  const begin = () => undone({ ...ctx, reader }, (within) => preview(within, play, campaign));
  if (!share) return begin();
  return new Promise((resolve, reject) => {
    share.take((end) => void begin().finally(end).then(resolve, reject), reject, true);
  });
}

const UNDO = new Error('The preview leaves nothing behind.');

/** Runs `work` and undoes all that it did. */
async function undone<T>(ctx: Context, work: (within: Context) => Promise<T>): Promise<T> {
  let done: { result: T } | undefined;
  const inside = async (within: Context) => {
    done = { result: await work(within) };
    throw UNDO;
  };
  await inTransaction(ctx, inside).catch((error: unknown) => {
    if (error !== UNDO) throw error;
  });
  return done!.result;
}

async function preview<Result>(
  ctx: Context,
  play: Play<Result>,
  campaign: PreviewedCampaign,
): Promise<Preview & Result> {
  const { db, reader } = ctx;
  const { tables } = play.shadows;
  const { teamId, meta, from, until } = campaign;
  const most = LIMITS[reader.embedded ? 'embedded' : 'server'];
  const deadline = performance.now() + ctx.config.OPERATION_TIMEOUT_MS * most.time;
  const who = await audienceOfSend(db, teamId, meta, planOf(meta));
  const clock = { now: from };
  const opened = play.open(ctx, campaign, clock);
  const hasMore = await layShadows(db, play.shadows, {
    ...campaign,
    who: who?.(EACH) ?? Prisma.sql`FALSE`,
    most: most.contacts,
  });
  await beginKept(db, tables, campaign);
  if (campaign.opening) await begin(db, play, campaign, campaign.opening);
  await noteKept(db, tables, campaign, from);
  const isActive = await isOn(db, tables, campaign);
  const cut = isActive ? await lookAhead(db, tables, campaign, clock, opened.rehearsal, { until, deadline }) : null;
  await noteKept(db, tables, campaign, until);
  return {
    from,
    until,
    cutBy: [...(hasMore ? (['contacts'] as const) : []), ...(cut ? [cut] : [])],
    isActive,
    ...(await readStand(db, tables, campaign)),
    kept: await readKept(db),
    ...(await opened.read()),
  };
}

/** Starts the campaign over the shadows. A start that was planned for later begins now. */
async function begin(
  db: Db,
  { shadows: { tables }, started }: Pick<Play<unknown>, 'shadows' | 'started'>,
  { teamId, campaignId, cycle, from }: PreviewedCampaign,
  { status, ...opening }: NonNullable<PreviewedCampaign['opening']>,
): Promise<void> {
  const { campaigns, sends, campaignId: campaign } = tables;
  await db.change`UPDATE ${campaigns} SET status = ${status}::campaign_status${started}
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid`;
  const begun =
    await db.rows`WITH gone AS (DELETE FROM ${sends} WHERE team_id = ${teamId}::uuid AND ${campaign} = ${campaignId}::uuid
        AND status = 'pending' AND audience_at IS NULL)
      SELECT id FROM ${sends} WHERE team_id = ${teamId}::uuid AND ${campaign} = ${campaignId}::uuid
        AND (status IN ('running', 'in_progress') OR (status = 'pending' AND audience_at IS NOT NULL))`;
  if (begun.length === 0) await openSend(db, tables, { teamId, campaignId }, { ...opening, cycle }, from);
}

async function isOn(db: Db, { campaigns, isActive }: SendTables, { teamId, campaignId }: PreviewedCampaign) {
  const [row] = await db.rows<{
    on: boolean;
  }>`SELECT ${isActive} AS on FROM ${campaigns} c WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid`;
  return row!.on;
}

/** The campaign's state in the end. */
async function readStand(
  tx: Tx,
  { campaigns, recipients, campaignId: campaign, stopReason }: SendTables,
  { teamId, campaignId }: PreviewedCampaign,
): Promise<Pick<Preview, 'status' | 'statusReason' | 'contacts' | 'waiting'>> {
  const [row] = await tx.rows<Awaited<ReturnType<typeof readStand>>>`SELECT status, ${stopReason} AS "statusReason",
        (SELECT count(*)::int FROM contacts t WHERE t.team_id = c.team_id) AS contacts,
        (SELECT count(*)::int FROM ${recipients} r WHERE r.team_id = c.team_id AND r.${campaign} = c.id
          AND r.status IN ('waiting', 'looking_up')) AS waiting
      FROM ${campaigns} c WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid`;
  return row!;
}
