import type { Context } from '../../../context.ts';
import { read } from '../../../database/table.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import { Prisma, type SmsCampaign } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import type { SendMeta } from '../../delivery/engine/plan.ts';
import { routesOfPlan } from '../../delivery/engine/stage.ts';
import { linkErrors, smsMeta } from '../../delivery/meta/meta.ts';
import { isProvider } from '../../delivery/providers/settings.ts';
import { usesUrl } from '../../delivery/texts/render-message.ts';
import { reachErrors, required, startErrors } from '../start-checks.ts';
import { textsOf } from './texts.ts';

/** All reasons why a campaign that is started now would reach nobody. */
export async function lackErrors(ctx: Context, tx: Tx, campaign: SmsCampaign): Promise<FieldErrors> {
  const links = await linkErrors(tx, campaign.teamId, smsMeta, campaign);
  const lacks = {
    ...(await partErrors(tx, campaign)),
    ...startErrors(campaign),
    ...(await planErrors(ctx, campaign)),
  };
  const reach = await reachErrors(ctx, campaign as unknown as SendMeta, { ...lacks, ...links });
  return { ...lacks, ...reach, ...links };
}

/** Warnings for the log of a start that works but may not do what it seems to. */
export async function startWarnings(ctx: Context, { smsRoutingPlanId }: SmsCampaign): Promise<string[]> {
  const simulated = (await routesOf(ctx, smsRoutingPlanId)).filter(({ provider }) => provider === 'simulator');
  return simulated.length === 0
    ? []
    : [`Simulated: messages over ${namesOf(simulated)} reach nobody, and what comes back is made up.`];
}

export async function partErrors(tx: Tx, campaign: SmsCampaign): Promise<FieldErrors> {
  const where = textsOf(campaign);
  const texts = await tx.prisma.campaignText.findMany({ where, orderBy: [{ position: 'asc' }, { id: 'asc' }] });
  if (texts.length === 0) return required(['texts']);
  const linked = texts.flatMap(({ text }, at) => (usesUrl(text) ? [`texts.${at}`] : []));
  if (linked.length === 0 || (await sellsSomething(tx, campaign))) return {};
  const mistake = 'uses {{ url }}, but the campaign sells no offer that it could lead to';
  return Object.fromEntries(linked.map((path) => [path, [messages.because(path, mistake)]]));
}

/** Locks the offer that it finds, as `linkErrors` does: who deletes it waits, and then sees that the campaign is under way. */
async function sellsSomething(tx: Tx, { teamId, id }: SmsCampaign): Promise<boolean> {
  const [offer] = await tx.rows`SELECT o.id FROM sms_campaign_offers j
    JOIN offers o ON o.team_id = j.team_id AND o.id = j.offer_id AND o.deleted_at IS NULL
    WHERE j.team_id = ${teamId}::uuid AND j.sms_campaign_id = ${id}::uuid LIMIT 1 FOR KEY SHARE OF o`;
  return offer !== undefined;
}

const PLAN = 'meta.routingPlanId';
/** Most routes without a provider that an error names. */
const NAMED_ROUTES = 10;

async function planErrors(ctx: Context, { smsRoutingPlanId }: SmsCampaign): Promise<FieldErrors> {
  if (smsRoutingPlanId === null) return required([PLAN]);
  const routes = await routesOf(ctx, smsRoutingPlanId);
  if (routes.length === 0) {
    return { [PLAN]: [messages.because(PLAN, 'leads nowhere: the plan has neither a rule nor a default route')] };
  }
  const open = new Set(routes.flatMap((route) => (whyClosed(route) === null ? route.rules : [])));
  const closed = routes.flatMap((route) => {
    const why = whyClosed(route);
    // A rule needs one candidate that is open.
    if (why === null || route.rules.every((rule) => open.has(rule))) return [];
    return [messages.because(PLAN, `leads to the route ${route.name}, ${why}`)];
  });
  return closed.length === 0 ? {} : { [PLAN]: closed.slice(0, NAMED_ROUTES) };
}

function whyClosed({ provider, hasCredentials, isConnected }: RouteOfPlan): string | null {
  if (!isProvider(provider)) return 'which has no provider';
  if (!hasCredentials) return 'whose provider has no credentials';
  return isConnected ? null : 'which is not connected';
}

interface RouteOfPlan {
  name: string;
  provider: string | null;
  hasCredentials: boolean;
  isConnected: boolean;
  /** The rules that lead to it, and the plan where it is the default. */
  rules: string[];
}

const routesOf = (ctx: Context, planId: string | null): Promise<RouteOfPlan[]> =>
  read<RouteOfPlan>(
    ctx.reader,
    Prisma.sql`SELECT r.name, r.provider, r.credentials IS NOT NULL AS "hasCredentials", r.is_connected AS "isConnected",
        array_agg(x.rule_id::text) AS rules
      FROM (${routesOfPlan(ctx.teamId, planId)}) x
      JOIN routes r ON r.team_id = ${ctx.teamId}::uuid AND r.id = x.route_id
      GROUP BY r.team_id, r.id ORDER BY r.name, r.id`,
  );

const namesOf = (routes: readonly RouteOfPlan[]) => routes.map(({ name }) => name).join(', ');
