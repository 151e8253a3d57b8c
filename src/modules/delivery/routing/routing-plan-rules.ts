import type { Context } from '../../../context.ts';
import { isUuid, loadById } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import type {
  CreateRoutingPlanRuleInput,
  ReorderRoutingPlanRulesInput,
  UpdateRoutingPlanRuleInput,
} from '../../../generated/inputs.ts';
import type { RoutingPlan, RoutingPlanRule } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { missing, refuse } from '../../../records/input-rules.ts';
import { referenceErrors } from '../../../records/references.ts';
import { candidateErrors, candidateLinks, candidatesOf, writeCandidates } from './candidates.ts';
import { PLAN_RULE, ROUTING_PLAN } from './kinds.ts';
import { type Place, placeErrors, placeOf } from './place-references.ts';
import { MAX_RULES, orderErrors, placed } from './plan-rules.ts';

/** Positions run from 0 without gaps, and change only under the plan's lock. */
export function createRoutingPlanRule(ctx: Context, input: CreateRoutingPlanRuleInput): Promise<RoutingPlanRule> {
  return changeRecord(ctx, ROUTING_PLAN, input.routingPlanId, async (tx, plan) => {
    const { byPrice, position } = input;
    const { countryId, networkId } = placeOf(input);
    const ids = await ruleIdsOf(tx, plan);
    refuse({
      ...(ids.length >= MAX_RULES && { input: [messages.atMostItems('rules', MAX_RULES)] }),
      ...(await ruleErrors(tx, plan, {}, input, true)),
    });
    const candidates = candidatesOf(input)!;
    const data = { ...rulesOf(plan), routeId: candidates[0]!.routeId, byPrice, countryId, networkId };
    const rule = await tx.prisma.routingPlanRule.create({ data: { ...data, position: ids.length } });
    await writeCandidates(tx, plan.teamId, [{ id: rule.id, candidates }]);
    const order = placed(ids, rule.id, position);
    await arrange(tx, plan, order);
    return { ...rule, position: order.indexOf(rule.id) };
  });
}

export function updateRoutingPlanRule(
  ctx: Context,
  id: string,
  input: UpdateRoutingPlanRuleInput,
): Promise<RoutingPlanRule> {
  return changeRule(ctx, id, async (tx, plan, rule) => {
    const { countryId, networkId } = placeOf(input);
    const { byPrice } = input;
    refuse({ ...missing(input, 'byPrice'), ...(await ruleErrors(tx, plan, rule, input, false)) });
    const candidates = candidatesOf(input);
    if (candidates) {
      const { teamId } = plan;
      await tx.prisma.routingPlanCandidate.deleteMany({ where: { teamId, routingPlanRuleId: rule.id } });
      await writeCandidates(tx, teamId, [{ id: rule.id, candidates }]);
    }
    return tx.prisma.routingPlanRule.update({
      where: { teamId_id: { teamId: plan.teamId, id: rule.id } },
      data: { routeId: candidates?.[0]?.routeId, byPrice: byPrice ?? undefined, countryId, networkId },
    });
  });
}

export function deleteRoutingPlanRule(ctx: Context, id: string): Promise<{ id: string }> {
  return changeRule(ctx, id, async (tx, plan, rule) => {
    await tx.prisma.routingPlanRule.delete({ where: { teamId_id: { teamId: plan.teamId, id: rule.id } } });
    await arrange(tx, plan, await ruleIdsOf(tx, plan));
    return { id: rule.id };
  });
}

export function reorderRoutingPlanRules(
  ctx: Context,
  { routingPlanId, ruleIds }: ReorderRoutingPlanRulesInput,
): Promise<RoutingPlan> {
  return changeRecord(ctx, ROUTING_PLAN, routingPlanId, async (tx, plan) => {
    refuse(orderErrors(await ruleIdsOf(tx, plan), ruleIds));
    await arrange(tx, plan, ruleIds);
    return tx.prisma.routingPlan.update({ where: { teamId_id: { teamId: plan.teamId, id: plan.id } }, data: {} });
  });
}

/** Read again under the plan's lock, as it may be gone. */
async function changeRule<Result>(
  ctx: Context,
  id: string,
  change: (tx: Tx, plan: RoutingPlan, rule: RoutingPlanRule) => Promise<Result>,
): Promise<Result> {
  const known = isUuid(id) ? await loadById(ctx, tables.RoutingPlanRule, id, ['routingPlanId']) : null;
  if (!known) throw new NotFoundError(PLAN_RULE.thing);
  return changeRecord(ctx, ROUTING_PLAN, known.routingPlanId, async (tx, plan) => {
    const rule = await tx.prisma.routingPlanRule.findFirst({ where: { id, ...rulesOf(plan) } });
    if (!rule) throw new NotFoundError(PLAN_RULE.thing);
    return change(tx, plan, rule);
  });
}

type Plan = Pick<RoutingPlan, 'id' | 'teamId'>;

const rulesOf = ({ id, teamId }: Plan) => ({ teamId, routingPlanId: id });

async function ruleIdsOf(tx: Tx, plan: Plan): Promise<string[]> {
  const orderBy = [{ position: 'asc' as const }, { id: 'asc' as const }];
  const rules = await tx.prisma.routingPlanRule.findMany({ where: rulesOf(plan), orderBy, select: { id: true } });
  return rules.map(({ id }) => id);
}

const arrange = (tx: Tx, plan: Plan, ids: readonly string[]) => tx.change`
  UPDATE routing_plan_rules r SET position = o.n - 1
  FROM unnest(${ids}::uuid[]) WITH ORDINALITY o(id, n)
  WHERE r.team_id = ${plan.teamId}::uuid AND r.id = o.id AND r.position <> o.n - 1
    AND r.routing_plan_id = ${plan.id}::uuid`;

const ruleErrors = async (
  tx: Tx,
  { teamId }: RoutingPlan,
  rule: Place,
  input: UpdateRoutingPlanRuleInput,
  isNew: boolean,
) => ({
  ...(await referenceErrors(tx, teamId, { routes: candidateLinks(input, '') })),
  ...candidateErrors(input, '', isNew),
  ...(await placeErrors(tx, [{ prefix: '', rule, input }])),
});
