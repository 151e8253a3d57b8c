import type { Context } from '../../../../context.ts';
import { type Db, inTransaction } from '../../../../database/transaction.ts';
import { type CampaignStatus, Prisma } from '../../../../generated/prisma/client.ts';
import type { Opening } from '../../meta/opening.ts';
import { EACH } from '../../reach/look.ts';
import { audienceOfSend } from '../audience.ts';
import { planOf, type SendMeta } from '../plan.ts';
import { SMS_SENDS } from '../send-tables.ts';
import { openSend } from '../write-send.ts';
import { beginKept, type KeptByRule, noteKept, readKept } from './kept.ts';
import { lookAhead } from './look-ahead.ts';
import { type HourOfStep, type PreviewedMessage, readHours, readMessages, readStand } from './read-preview.ts';
import { layShadows } from './shadows.ts';

export interface PreviewedCampaign {
  teamId: string;
  campaignId: string;
  cycle: number;
  meta: SendMeta;
  /** How it would begin. Null: it goes out already, and the preview goes on from there. */
  opening: (Opening & { status: CampaignStatus }) | null;
  from: Date;
  until: Date;
}

export interface Preview {
  from: Date;
  until: Date;
  contacts: number;
  waiting: number;
  cutBy: ('contacts' | 'messages' | 'time')[];
  isActive: boolean;
  status: CampaignStatus;
  statusReason: string | null;
  hours: HourOfStep[];
  kept: KeptByRule[];
  messages: PreviewedMessage[];
}

/** The part of an operation's time that a preview may take. On the embedded database all others wait for it. */
const LONGEST = { server: 0.5, embedded: 0.2 };

/** What a campaign would do from a moment on. A team has one preview at a time; further ones wait. */
export function previewSends(ctx: Context, campaign: PreviewedCampaign): Promise<Preview> {
  const { share, ...reader } = ctx.reader;
  const begin = () => undone({ ...ctx, reader }, (within) => preview(within, campaign));
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

async function preview(ctx: Context, campaign: PreviewedCampaign): Promise<Preview> {
  const { db, reader } = ctx;
  const { teamId, meta, from, until } = campaign;
  const deadline =
    performance.now() + ctx.config.OPERATION_TIMEOUT_MS * LONGEST[reader.embedded ? 'embedded' : 'server'];
  const who = await audienceOfSend(db, teamId, meta, planOf(meta));
  const hasMore = await layShadows(db, { ...campaign, who: who?.(EACH) ?? Prisma.sql`FALSE` });
  await beginKept(db, campaign);
  if (campaign.opening) await begin(db, campaign, campaign.opening);
  const isActive = await isOn(db, campaign);
  const { cut, plainParts } = isActive
    ? await lookAhead(ctx, campaign, { from, until, deadline })
    : { cut: null, plainParts: NOTHING };
  await noteKept(db, campaign, until);
  return {
    from,
    until,
    cutBy: [...(hasMore ? (['contacts'] as const) : []), ...(cut ? [cut] : [])],
    isActive,
    ...(await readStand(db, campaign)),
    hours: await readHours(db, campaign),
    kept: await readKept(db),
    messages: await readMessages(db, campaign, plainParts),
  };
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Starts the campaign over the shadows. A start that was planned for later begins now. */
async function begin(
  db: Db,
  { teamId, campaignId, cycle, from }: PreviewedCampaign,
  { status, ...opening }: NonNullable<PreviewedCampaign['opening']>,
): Promise<void> {
  await db.change`UPDATE sms_campaigns SET status = ${status}::campaign_status,
        planner_data = CASE WHEN send_type = 'planner' THEN planner_data || '{"isActive": true}' ELSE planner_data END
      WHERE team_id = ${teamId}::uuid AND id = ${campaignId}::uuid`;
  const begun =
    await db.rows`WITH gone AS (DELETE FROM sms_sends WHERE team_id = ${teamId}::uuid AND sms_campaign_id = ${campaignId}::uuid
        AND status = 'pending' AND audience_at IS NULL)
      SELECT id FROM sms_sends WHERE team_id = ${teamId}::uuid AND sms_campaign_id = ${campaignId}::uuid
        AND (status IN ('running', 'in_progress') OR (status = 'pending' AND audience_at IS NOT NULL))`;
  if (begun.length === 0) await openSend(db, SMS_SENDS, { teamId, campaignId }, { ...opening, cycle }, from);
}

async function isOn(db: Db, { teamId, campaignId }: PreviewedCampaign): Promise<boolean> {
  const [row] = await db.rows<{
    on: boolean;
  }>`SELECT ${SMS_SENDS.isActive} AS on FROM sms_campaigns c WHERE c.team_id = ${teamId}::uuid AND c.id = ${campaignId}::uuid`;
  return row!.on;
}
