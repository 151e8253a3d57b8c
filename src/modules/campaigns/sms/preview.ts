import { type Context, viewerOf } from '../../../context.ts';
import { readsOnly } from '../../../database/failures.ts';
import { isUuid, MAX_PAGE } from '../../../database/reads/lists.ts';
import { AppError, NotFoundError, ValidationError } from '../../../errors.ts';
import type { SmsCampaign } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import type { SendMeta } from '../../delivery/engine/plan.ts';
import { PREVIEW_MESSAGES } from '../../delivery/engine/preview/look-ahead.ts';
import { type Preview, type PreviewedCampaign, previewSends } from '../../delivery/engine/preview/preview.ts';
import type { PreviewedMessage } from '../../delivery/engine/preview/read-preview.ts';
import { PREVIEW_CONTACTS } from '../../delivery/engine/preview/shadows.ts';
import { firstOpening } from '../../delivery/meta/opening.ts';
import { GOING_OUT, OPEN_SENDS } from '../rules.ts';
import { statusOfStart } from '../start-and-stop.ts';
import { required } from '../start-checks.ts';
import { SMS } from './kind.ts';

/** Most days that a preview looks ahead. */
export const PREVIEW_DAYS = 31;
/** Most years from now to the start of a preview. */
export const PREVIEW_YEARS = 10;
const DAY_MS = 86_400_000;

export type CampaignPreview = Preview & { notes: string[] };

interface PreviewOptions {
  startAt?: Date | null | undefined;
  days: number;
}

const asked = new WeakSet<Context>();

/** What a campaign would do if it were started. For one that goes out already, what it will do from now on. */
export async function previewCampaign(ctx: Context, id: string, options: PreviewOptions): Promise<CampaignPreview> {
  // It writes what it then undoes.
  if (ctx.config.READ_ONLY) throw readsOnly();
  if (options.days > PREVIEW_DAYS) throw new ValidationError({ days: [messages.atMost('days', PREVIEW_DAYS)] });
  if (asked.has(ctx)) throw new AppError('BAD_REQUEST', 'A request previews one campaign.');
  asked.add(ctx);
  const { id: teamId, timezone } = viewerOf(ctx).team;
  const campaign = isUuid(id)
    ? await ctx.db.prisma.smsCampaign.findFirst({ where: { id, teamId, deletedAt: null } })
    : null;
  if (!campaign) throw new NotFoundError(SMS.thing);
  const now = new Date();
  if (options.startAt && options.startAt.getTime() > now.getTime() + PREVIEW_YEARS * 366 * DAY_MS) {
    throw new ValidationError({
      startAt: [messages.because('startAt', `is more than ${PREVIEW_YEARS} years from now`)],
    });
  }
  const isGoingOut = GOING_OUT.includes(campaign.status);
  const from = !isGoingOut && options.startAt && options.startAt > now ? options.startAt : now;
  const meta = (isGoingOut && (await metaGoingOut(ctx, campaign))) || (campaign as unknown as SendMeta);
  if (isGoingOut) refuseWithoutData(meta);
  const preview = await previewSends(ctx, {
    teamId,
    campaignId: id,
    cycle: campaign.cycle,
    meta,
    opening: isGoingOut ? null : await openingOf(ctx, campaign, timezone, from),
    from,
    until: new Date(from.getTime() + options.days * DAY_MS),
  });
  return { ...preview, notes: notesOf(preview, meta) };
}

/** A campaign that goes out has what a start needs, unless its rows were not written by a start. */
function refuseWithoutData(meta: SendMeta): void {
  const { sendType } = meta;
  if (sendType !== null && !meta[`${sendType}Data`]) throw new ValidationError(required([`meta.${sendType}Data`]));
}

async function openingOf(
  ctx: Context,
  campaign: SmsCampaign,
  timezone: string,
  from: Date,
): Promise<PreviewedCampaign['opening']> {
  const status = await statusOfStart(ctx, ctx.db, SMS, campaign, from);
  const opening = firstOpening(campaign as unknown as SendMeta, timezone, from);
  return { at: opening?.at ?? from, amount: opening?.amount ?? null, slot: null, status };
}

/** A send keeps the meta that it began with. */
async function metaGoingOut(ctx: Context, { teamId, id }: SmsCampaign): Promise<SendMeta | undefined> {
  const where = { teamId, smsCampaignId: id, status: { in: [...OPEN_SENDS] } };
  const send = await ctx.db.prisma.smsSend.findFirst({ where, orderBy: { id: 'desc' }, select: { meta: true } });
  return send?.meta as unknown as SendMeta | undefined;
}

const CUT = {
  contacts: `Only the first ${PREVIEW_CONTACTS} contacts were looked at.`,
  messages: `The preview ends after ${PREVIEW_MESSAGES} messages.`,
  time: 'The preview took too long and ends early.',
};

/** What the preview cannot know, in plain words. */
function notesOf({ cutBy, isActive, messages }: Preview, meta: SendMeta) {
  const { sendType, hlrSettings, multistepData, plannerData, smartEncoding } = meta;
  const { before, after } = partsOf(messages);
  const steps = sendType === 'planner' ? plannerData?.multistepData : sendType === 'multistep' ? multistepData : null;
  return [
    ...cutBy.map((cut) => CUT[cut]),
    ...(isActive ? [] : ['The campaign is switched off: nothing goes out until `isActive` is true.']),
    ...(typeof steps?.minCtr === 'number' ? ['Every step is taken to reach its click-through rate.'] : []),
    ...(hlrSettings?.isActive ? ['Numbers that only a paid look-up could tell of are taken to be reachable.'] : []),
    ...(!smartEncoding && after < before
      ? [`With smart encoding the messages take ${after} parts instead of ${before}.`]
      : []),
    ...(sendType === 'feed' ? ['Contacts that arrive later are not known.'] : []),
  ];
}

/** Parts of all messages without and with smart encoding. */
export function partsOf(messages: readonly PreviewedMessage[]): { before: number; after: number } {
  const sum = { before: 0, after: 0 };
  for (const { partsBefore, partsAfter } of messages) {
    sum.before += partsBefore;
    sum.after += partsAfter;
  }
  return sum;
}

/** A page of the results. */
export function pageOf<Item>(items: readonly Item[], { first, offset }: { first: number; offset: number }): Item[] {
  if (first > MAX_PAGE) throw new ValidationError({ first: [messages.atMost('first', MAX_PAGE)] });
  return items.slice(offset, offset + first);
}
