import { type Context, viewerOf } from '../../context.ts';
import type { FieldErrors } from '../../errors.ts';
import type { CampaignStatus } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { opening, reachableHours } from '../../schedule/reachable-hours.ts';
import { reachesAnybody } from '../audience/segments/audience.ts';
import { planOf, type SendMeta } from '../delivery/engine/plan.ts';
import { getSendingSettings, hasPreCheckSecret } from '../delivery/engine/settings.ts';
import { lookupsOf } from '../delivery/enrichment/configured-lookups.ts';
import { firstOpening } from '../delivery/meta/opening.ts';
import type { Startable } from './kind.ts';
import { UNDER_WAY } from './rules.ts';

/**
 * What a campaign lacks before it can start: a send type with its data, and segments. A feed campaign needs no segments, as
 * feeds bring their contacts.
 */
export function startErrors(campaign: Startable): FieldErrors {
  const { sendType } = campaign;
  const lacking = [
    ...(sendType === null ? ['meta.sendType'] : []),
    ...(sendType !== 'feed' && (campaign.segmentIds as unknown[]).length === 0 ? ['meta.segmentIds'] : []),
    ...(sendType !== null && campaign[`${sendType}Data`] === null ? [`meta.${sendType}Data`] : []),
  ];
  const wrong = sendType !== null && campaign[`${sendType}Data`] === undefined;
  return {
    ...required(lacking),
    ...(wrong && { 'meta.sendType': [messages.selected('meta.sendType')] }),
  };
}

/** Errors of a change that leaves a campaign that goes out incomplete: its waiting and next sends would take that over. */
export const keepsGoing = (status: CampaignStatus, campaign: Startable & { smsRoutingPlanId?: string | null }) =>
  UNDER_WAY.includes(status)
    ? { ...startErrors(campaign), ...(campaign.smsRoutingPlanId === null && required(['meta.routingPlanId'])) }
    : {};

export const required = (paths: string[]): FieldErrors =>
  Object.fromEntries(paths.map((path) => [path, [messages.required(path)]]));

/**
 * Why a campaign of either kind that is started now would reach nobody: because of its hours, slots, feeds, audience or
 * look-ups. `known` are errors found before; segments are not searched when they name segments.
 */
export async function reachErrors(ctx: Context, meta: SendMeta, known: FieldErrors): Promise<FieldErrors> {
  const { sendType, hlrSettings, preCheckUrl } = meta;
  const isWhole = sendType !== null && Boolean(meta[`${sendType}Data`]);
  return {
    ...(isWhole && (await scheduleErrors(ctx, meta))),
    ...(isWhole && sendType === 'feed' && feedErrors(meta)),
    ...(sendType !== 'feed' && !nameSegments(known) && (await audienceErrors(ctx, meta))),
    ...(hlrSettings?.isActive && (await lookupsOf(ctx, viewerOf(ctx).team.id)) === null && NO_LOOKUPS),
    ...(preCheckUrl && !(await hasPreCheckSecret(ctx)) && NO_SECRET),
  };
}

/** Errors of hours that never come, in any contact's zone, and of slots on none of the days. */
async function scheduleErrors(ctx: Context, meta: SendMeta): Promise<FieldErrors> {
  const slots = meta.sendType === 'recurring' ? slotErrors(ctx, meta) : {};
  const { days, hours } = planOf(meta);
  if (!hours) return slots;
  const { contactFrom: start, contactUntil: end } = await getSendingSettings(ctx);
  const never = (teamHours: { start: string; end: string } | null) =>
    opening(reachableHours({ daysOfWeek: days, weeklySchedule: hours, teamHours }), ['UTC'], new Date()) === null;
  const path = `meta.${meta.sendType}Data.weeklySchedule`;
  if (never(null)) return { [path]: [messages.because(path, 'has no hours on any of the days')] };
  if (start === null || end === null || !never({ start, end })) return slots;
  const mistake = `lies outside the hours in which the team reaches anybody, ${start} to ${end}`;
  return { [path]: [messages.because(path, mistake)] };
}

function slotErrors(ctx: Context, meta: SendMeta): FieldErrors {
  // Another rule refuses an empty list of days.
  if (meta.recurringData!.daysOfWeek.length === 0) return {};
  return firstOpening(meta, viewerOf(ctx).team.timezone, new Date()) ? {} : NO_SLOT;
}

const SLOTS = 'meta.recurringData.dailyRecurringData';
export const NO_SLOT: FieldErrors = { [SLOTS]: [messages.because(SLOTS, 'has no slot on any of the days')] };

/** Contacts arrive with a feed's id or in the segments. */
function feedErrors({ feedData, segmentIds }: SendMeta): FieldErrors {
  const feeds = [feedData?.feedId, ...(feedData?.feedIds ?? [])].filter(Boolean);
  return feeds.length === 0 && segmentIds.length === 0 ? required(['meta.feedData.feedId']) : {};
}

const nameSegments = (errors: FieldErrors) =>
  Object.keys(errors).some((path) => path.startsWith('meta.segmentIds') || path === 'meta.filterSegmentId');

async function audienceErrors(ctx: Context, { segmentIds, filterSegmentId }: SendMeta): Promise<FieldErrors> {
  if (await reachesAnybody(ctx, segmentIds, filterSegmentId)) return {};
  const path = 'meta.segmentIds';
  return { [path]: [messages.because(path, 'reaches nobody who may be contacted')] };
}

const PRE_CHECK = 'meta.preCheckUrl';
const NO_SECRET: FieldErrors = {
  [PRE_CHECK]: [messages.because(PRE_CHECK, 'needs a secret that signs its requests: call rotatePreCheckSecret')],
};

const LOOKUPS = 'meta.hlrSettings.isActive';
const NO_LOOKUPS: FieldErrors = {
  [LOOKUPS]: [
    messages.because(
      LOOKUPS,
      'needs a look-up provider: neither the team (setNumberLookupProvider) nor this installation (LOOKUP_PROVIDER) has one',
    ),
  ],
};
