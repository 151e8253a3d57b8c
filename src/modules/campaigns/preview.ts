import { type Context, viewerOf } from '../../context.ts';
import { readsOnly } from '../../database/failures.ts';
import { isUuid } from '../../database/reads/lists.ts';
import { AppError, NotFoundError, ValidationError } from '../../errors.ts';
import { messages } from '../../input/validation-messages.ts';
import type { SendMeta } from '../delivery/engine/plan.ts';
import { type Play, type Preview, type PreviewedCampaign, previewSends } from '../delivery/engine/preview/preview.ts';
import { firstOpening, type OpeningMeta } from '../delivery/meta/opening.ts';
import type { Campaign, CampaignKind } from './kind.ts';
import { GOING_OUT, OPEN_SENDS } from './rules.ts';
import { statusOfStart } from './start-and-stop.ts';
import { required } from './start-checks.ts';

/** Most days that a preview looks ahead. */
export const PREVIEW_DAYS = 31;
/** Most years from now to the start of a preview. */
export const PREVIEW_YEARS = 10;
const DAY_MS = 86_400_000;

export interface PreviewOptions {
  startAt?: Date | null | undefined;
  days: number;
}

/** What differs between previews of SMS and voice campaigns. */
export interface PreviewKind<Of extends Campaign, Result> {
  kind: CampaignKind<Of>;
  open(ctx: Context, teamId: string): Promise<Play<Result>>;
  find(ctx: Context, id: string, teamId: string): Promise<Of | null>;
  /** The meta of a campaign or of a send in the shape that the engine reads. */
  metaOf(stored: unknown): SendMeta;
}

const asked = new WeakSet<Context>();

/** What a campaign would do if it were started. For one that goes out already, what it will do from now on. */
export async function previewOf<Of extends Campaign, Result>(
  ctx: Context,
  { kind, open, find, metaOf }: PreviewKind<Of, Result>,
  id: string,
  options: PreviewOptions,
): Promise<{ preview: Preview & Result; meta: SendMeta }> {
  // It writes what it then undoes.
  if (ctx.config.READ_ONLY) throw readsOnly();
  if (options.days > PREVIEW_DAYS) throw new ValidationError({ days: [messages.atMost('days', PREVIEW_DAYS)] });
  if (asked.has(ctx)) throw new AppError('BAD_REQUEST', 'A request previews one campaign.');
  asked.add(ctx);
  const { id: teamId, timezone } = viewerOf(ctx).team;
  const campaign = isUuid(id) ? await find(ctx, id, teamId) : null;
  if (!campaign) throw new NotFoundError(kind.thing);
  const now = new Date();
  if (options.startAt && options.startAt.getTime() > now.getTime() + PREVIEW_YEARS * 366 * DAY_MS) {
    throw new ValidationError({
      startAt: [messages.because('startAt', `is more than ${PREVIEW_YEARS} years from now`)],
    });
  }
  const isGoingOut = GOING_OUT.includes(campaign.status);
  const from = !isGoingOut && options.startAt && options.startAt > now ? options.startAt : now;
  const meta = metaOf((isGoingOut && (await metaGoingOut(ctx, kind, campaign))) || campaign);
  if (isGoingOut) refuseWithoutData(meta);
  const preview = await previewSends(ctx, await open(ctx, teamId), {
    teamId,
    campaignId: campaign.id,
    cycle: campaign.cycle,
    meta,
    opening: isGoingOut ? null : await openingOf(ctx, kind, campaign, timezone, from),
    from,
    until: new Date(from.getTime() + options.days * DAY_MS),
  });
  return { preview, meta };
}

/** A campaign that goes out has what a start needs, unless its rows were not written by a start. */
function refuseWithoutData(meta: SendMeta): void {
  const { sendType } = meta;
  if (!sendType) throw new ValidationError(required(['meta.sendType']));
  if (!meta[`${sendType}Data`]) throw new ValidationError(required([`meta.${sendType}Data`]));
}

async function openingOf<Of extends Campaign>(
  ctx: Context,
  kind: CampaignKind<Of>,
  campaign: Of,
  timezone: string,
  from: Date,
): Promise<PreviewedCampaign['opening']> {
  const status = await statusOfStart(ctx, ctx.db, kind, campaign, from);
  const opening = firstOpening(campaign as unknown as OpeningMeta, timezone, from);
  return { at: opening?.at ?? from, amount: opening?.amount ?? null, slot: opening?.slot ?? null, status };
}

/** A send keeps the meta that it began with. */
async function metaGoingOut<Of extends Campaign>(
  ctx: Context,
  { sends: { sends, campaignId } }: CampaignKind<Of>,
  { teamId, id }: Of,
): Promise<unknown> {
  const send = await ctx.db.row<{ meta: unknown }>`SELECT meta FROM ${sends} WHERE team_id = ${teamId}::uuid
    AND ${campaignId} = ${id}::uuid AND status = ANY(${[...OPEN_SENDS]}::text[]::send_status[]) ORDER BY id DESC LIMIT 1`;
  return send?.meta;
}

/** What a preview cannot know, in plain words. `what`: messages or calls, `count` of them, at most `most`. */
export function notesOf(
  { contacts, cutBy, isActive }: Preview,
  { sendType, hlrSettings, preCheckUrl }: SendMeta,
  { what, count, most, others }: { what: string; count: number; most: number; others: readonly string[] },
): string[] {
  const cut = {
    contacts: `Only the first ${contacts} contacts were looked at.`,
    amount: `The preview ends after ${most} ${what}.`,
    time: 'The preview took too long and ends early.',
  };
  return [
    ...cutBy.map((why) => cut[why]),
    ...(isActive
      ? []
      : ['The campaign is paused or switched off: nothing goes out until it is resumed and `isActive` is true.']),
    ...(hlrSettings?.isActive ? ['Numbers that only a paid look-up could tell of are taken to be reachable.'] : []),
    ...(preCheckUrl
      ? [
          `The pre-check is asked before each of these ${count} ${what}. The preview asks nobody and takes every contact to be eligible.`,
        ]
      : []),
    ...others,
    ...(sendType === 'feed' ? ['Contacts that arrive later are not known.'] : []),
  ];
}
