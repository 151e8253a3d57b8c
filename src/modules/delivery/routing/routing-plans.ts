import { type Context, viewerOf } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { FieldErrors } from '../../../errors.ts';
import type {
  CreateRoutingPlanInput,
  NewRoutingPlanRuleInput,
  UpdateRoutingPlanInput,
} from '../../../generated/inputs.ts';
import type { RoutingPlan } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { nameErrors, refuse } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { candidateErrors, candidateLinks, candidatesOf, writeCandidates } from './candidates.ts';
import { ROUTING_PLAN } from './kinds.ts';
import { placeErrors, placeOf } from './place-references.ts';
import { MAX_RULES } from './plan-rules.ts';

export function createRoutingPlan(ctx: Context, input: CreateRoutingPlanInput): Promise<RoutingPlan> {
  const { team } = viewerOf(ctx);
  const rules = input.rules ?? [];
  const tooMany = rules.length > MAX_RULES ? { rules: [messages.atMostItems('rules', MAX_RULES)] } : null;
  return ctx.db.transaction(async (tx) => {
    refuse({
      ...nameErrors(input.name),
      ...(await defaultErrors(tx, team.id, input)),
      ...(tooMany ?? (await rulesErrors(tx, team.id, rules))),
    });
    const plan = await tx.prisma.routingPlan.create({
      data: { teamId: team.id, name: input.name.trim(), defaultRouteId: input.defaultRouteId },
    });
    const made = rules.map((rule, position) => ({ id: uuidv7(), rule, position, candidates: candidatesOf(rule)! }));
    await tx.prisma.routingPlanRule.createMany({
      data: made.map(({ id, rule, position, candidates }) => ({
        ...{ teamId: team.id, id, routingPlanId: plan.id, routeId: candidates[0]!.routeId },
        ...{ countryId: placeOf(rule).countryId, networkId: placeOf(rule).networkId, byPrice: rule.byPrice, position },
      })),
    });
    await writeCandidates(tx, team.id, made);
    return plan;
  });
}

export function updateRoutingPlan(ctx: Context, id: string, input: UpdateRoutingPlanInput): Promise<RoutingPlan> {
  return changeRecord(ctx, ROUTING_PLAN, id, async (tx, { teamId }) => {
    refuse({ ...nameErrors(input.name), ...(await defaultErrors(tx, teamId, input)) });
    const data = { name: input.name?.trim(), defaultRouteId: input.defaultRouteId };
    return tx.prisma.routingPlan.update({ where: { teamId_id: { teamId, id } }, data });
  });
}

const defaultErrors = (tx: Tx, teamId: string, { defaultRouteId }: UpdateRoutingPlanInput) =>
  referenceErrors(tx, teamId, { routes: one('defaultRouteId', defaultRouteId) });

async function rulesErrors(tx: Tx, teamId: string, rules: NewRoutingPlanRuleInput[]): Promise<FieldErrors> {
  const links = rules.flatMap((rule, at) => candidateLinks(rule, `rules.${at}.`));
  const places = rules.map((input, at) => ({ prefix: `rules.${at}.`, rule: {}, input }));
  return {
    ...(await referenceErrors(tx, teamId, { routes: links })),
    ...Object.assign({}, ...rules.map((rule, at) => candidateErrors(rule, `rules.${at}.`, true))),
    ...(await placeErrors(tx, places)),
  };
}
