import { type Context, type Services, viewerOf } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { CreateSellerProfitLogicRuleInput, UpdateSellerProfitLogicRuleInput } from '../../../generated/inputs.ts';
import { Prisma, type ProfitRule } from '../../../generated/prisma/client.ts';
import { addJob, removeJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { tryEach } from '../../../jobs/try-each.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { type Place, placeErrors, placeOf } from '../../delivery/routing/place-references.ts';
import { PROFIT_RULE } from './kind.ts';
import { planPriceLists } from './price-list-job.ts';
import { type Profit, planProfit, profitAt } from './profit-at.ts';

const NOTHING: Profit = {
  marginType: 'percentage',
  currentProfit: new Prisma.Decimal(0),
  oldProfit: null,
  upcomingProfit: null,
  appliedAt: null,
};

export function createSellerProfitLogicRule(
  ctx: Context,
  input: CreateSellerProfitLogicRuleInput,
): Promise<ProfitRule> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const now = new Date();
    const { planned, errors } = planProfit(NOTHING, input, now);
    refuse({ ...errors, ...(await targetErrors(tx, team.id, {}, input)) });
    const { marginType, currentProfit, upcomingProfit, appliedAt } = planned;
    const rule = await tx.prisma.profitRule.create({
      data: {
        ...{ teamId: team.id, marginType, currentProfit, upcomingProfit, ...targetOf(input) },
        appliedAt: upcomingProfit && appliedAt !== 'last' ? appliedAt : now,
      },
    });
    await planProfitRuleJob(tx, rule);
    await planPriceLists(tx, team.id, [rule.clientCompanyId]);
    return rule;
  });
}

export function deleteSellerProfitLogicRule(ctx: Context, id: string): Promise<{ id: string }> {
  return changeRecord(ctx, PROFIT_RULE, id, async (tx, rule) => {
    await planProfitRuleJob(tx, { ...rule, upcomingProfit: null });
    await tx.prisma.profitRule.delete({ where: { teamId_id: { teamId: rule.teamId, id } } });
    await planPriceLists(tx, rule.teamId, [rule.clientCompanyId]);
    return { id: rule.id };
  });
}

/** E5. A profit that changes now becomes `oldProfit` and leaves an entry in the history. A due one is applied first. */
export function updateSellerProfitLogicRule(
  ctx: Context,
  id: string,
  input: UpdateSellerProfitLogicRuleInput,
): Promise<ProfitRule> {
  return changeRecord(ctx, PROFIT_RULE, id, async (tx, stored) => {
    const now = new Date();
    const rule = await applyWhenDue(tx, stored, now);
    const { planned, errors } = planProfit(rule, input, now);
    refuse({ ...errors, ...(await targetErrors(tx, rule.teamId, rule, input)) });

    const { isNew, appliedAt, ...profit } = planned;
    const last = appliedAt === 'last' ? await lastChange(tx, rule) : appliedAt;
    if (isNew) {
      const { marginType, currentProfit: newProfit } = planned;
      await tx.prisma.profitRuleChange.create({
        data: {
          teamId: rule.teamId,
          profitRuleId: id,
          marginType,
          oldProfit: rule.currentProfit,
          newProfit,
          createdAt: now,
        },
      });
    }
    const updated = await tx.prisma.profitRule.update({
      where: { teamId_id: { teamId: rule.teamId, id } },
      data: { ...profit, appliedAt: last, ...targetOf(input) },
    });
    await planProfitRuleJob(tx, updated);
    if (changesPrices(rule, updated)) {
      await planPriceLists(tx, rule.teamId, [rule.clientCompanyId, updated.clientCompanyId]);
    }
    return updated;
  });
}

const PRICING = [
  ...(['clientCompanyId', 'countryId', 'networkId', 'networkBrandId'] as const),
  ...(['marginType', 'currentProfit', 'upcomingProfit', 'appliedAt'] as const),
];

const changesPrices = (before: ProfitRule, after: ProfitRule) =>
  PRICING.some((name) => before[name]?.valueOf() !== after[name]?.valueOf());

const BATCH = 200;

/** In all teams; returns how many. Idempotent and safe to run in several processes: it skips locked rules. */
export async function applyDueProfitRules(services: Pick<Services, 'db'>, now?: Date): Promise<number> {
  // The job is started by the database's clock, so that also decides what is due.
  const at = now?.toISOString() ?? null;
  const isDue = Prisma.sql`upcoming_profit IS NOT NULL AND applied_at <= coalesce(${at}::timestamptz, now())`;
  const due = await services.db.rows<{ teamId: string }>`
    SELECT DISTINCT /* across teams: every rule that is due */ team_id AS "teamId" FROM profit_rules WHERE ${isDue}${services.db.reach.within('team_id')}`;
  let applied = 0;
  await tryEach(due, async ({ teamId }) => {
    for (let batch = BATCH; batch === BATCH; applied += batch) {
      batch = await services.db.transaction(async (tx) => {
        const locked = await tx.rows<{ id: string }>`SELECT id FROM profit_rules
          WHERE team_id = ${teamId}::uuid AND ${isDue} ORDER BY id LIMIT ${BATCH}::int FOR UPDATE SKIP LOCKED`;
        const ids = locked.map(({ id }) => id);
        if (ids.length > 0)
          await writeDue(tx, teamId, await tx.prisma.profitRule.findMany({ where: { teamId, id: { in: ids } } }));
        return ids.length;
      });
    }
  });
  return applied;
}

/** Also runs every minute, in case a job was lost. */
export const applyDueProfitRulesTask: Task = {
  async run(services) {
    await applyDueProfitRules(services);
  },
};

async function applyWhenDue(tx: Tx, rule: ProfitRule, now: Date): Promise<ProfitRule> {
  const current = profitAt(rule, now.getTime());
  if (current !== rule) await writeDue(tx, rule.teamId, [rule]);
  return current;
}

async function writeDue(tx: Tx, teamId: string, due: readonly ProfitRule[]): Promise<void> {
  await tx.prisma.profitRuleChange.createMany({
    data: due.map(({ id, marginType, currentProfit, upcomingProfit, appliedAt }) => ({
      teamId,
      profitRuleId: id,
      marginType,
      oldProfit: currentProfit,
      newProfit: upcomingProfit!,
      createdAt: appliedAt!,
    })),
  });
  await tx.change`UPDATE profit_rules SET old_profit = current_profit, current_profit = upcoming_profit,
    upcoming_profit = NULL, updated_at = now()
    WHERE id = ANY(${due.map(({ id }) => id)}::uuid[]) AND team_id = ${teamId}::uuid`;
}

/** When the current profit took effect. */
async function lastChange(tx: Tx, { id, teamId, createdAt }: ProfitRule): Promise<Date> {
  const where = { teamId, profitRuleId: id };
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
  return (await tx.prisma.profitRuleChange.findFirst({ where, orderBy }))?.createdAt ?? createdAt;
}

const targetErrors = async (
  tx: Tx,
  teamId: string,
  rule: Place,
  input: UpdateSellerProfitLogicRuleInput,
): Promise<FieldErrors> => ({
  ...(await referenceErrors(tx, teamId, { client_companies: one('clientCompanyId', input.clientCompanyId) })),
  ...(await placeErrors(tx, [{ prefix: '', rule, input }])),
});

const targetOf = (input: UpdateSellerProfitLogicRuleInput) => ({
  clientCompanyId: input.clientCompanyId,
  ...placeOf(input),
});

async function planProfitRuleJob(
  tx: Tx,
  { id, upcomingProfit, appliedAt }: Pick<ProfitRule, 'id' | 'upcomingProfit' | 'appliedAt'>,
): Promise<void> {
  const key = `profit-rule:${id}`;
  if (upcomingProfit === null || appliedAt === null) return removeJob(tx, key);
  await addJob(tx, { task: 'apply_due_profit_rules', payload: {}, key, runAt: appliedAt });
}
