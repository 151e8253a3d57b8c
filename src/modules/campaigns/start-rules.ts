import type { FieldErrors } from '../../errors.ts';
import type { CampaignStatus, Prisma, SendType } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { firstOpening, type OpeningMeta } from './opening.ts';
import { UNDER_WAY } from './rules.ts';

/** What tells when and to whom a campaign of either kind sends. */
export interface Startable {
  sendType: SendType | null;
  segmentIds: unknown;
  manualData: Prisma.JsonValue;
  multistepData?: Prisma.JsonValue;
  plannerData?: Prisma.JsonValue;
  recurringData: Prisma.JsonValue;
  feedData: Prisma.JsonValue;
}

/**
 * What a campaign lacks before it can start: a send type and its data, and segments. A feed brings its own contacts, so
 * that one needs no segments.
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

/** A campaign under way keeps what it sends by: its sends take it over, the next one and the one that waits. */
export const keepsGoing = (status: CampaignStatus, campaign: Startable & { smsRoutingPlanId?: string | null }) =>
  UNDER_WAY.includes(status)
    ? { ...startErrors(campaign), ...(campaign.smsRoutingPlanId === null && required(['meta.smsRoutingPlanId'])) }
    : {};

export const required = (paths: string[]): FieldErrors =>
  Object.fromEntries(paths.map((path) => [path, [messages.required(path)]]));

/** When a campaign that starts now sends for the first time: at the moment its data names, else at once. */
export const firstMoment = (campaign: Startable, timezone: string, now: Date): Date =>
  firstOpening(campaign as unknown as OpeningMeta, timezone, now)?.at ?? now;
