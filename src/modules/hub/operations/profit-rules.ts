import { type Context, type Services, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/lists.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import type { Prisma, ProfitRule } from '../../../generated/prisma/client.ts';
import { planProfitRuleJob } from '../profit-rule-job.ts';
import { type ProfitChange, planProfit, profitAt } from '../profit-rules.ts';
import { type RuleReferences, referenceErrors } from './profit-rule-references.ts';

const THING = 'Profit rule';

export interface ProfitRuleUpdate extends ProfitChange, RuleReferences {}

/**
 * E5. A profit that changes now moves the one before to `oldProfit` and leaves an entry in the history. What had become
 * due before takes its turn first, so that nothing is missing from either.
 */
export function updateSellerProfitLogicRule(ctx: Context, id: string, input: ProfitRuleUpdate): Promise<ProfitRule> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(THING);
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM profit_rules WHERE id = ${id}::uuid AND team_id = ${team.id}::uuid FOR UPDATE`;
    const stored = await tx.profitRule.findFirst({ where: { id, teamId: team.id } });
    if (!stored) throw new NotFoundError(THING);
    const now = new Date();
    const rule = await applyWhenDue(tx, stored, now);

    const { planned, errors } = planProfit(rule, input, now);
    const wrong = { ...errors, ...(await referenceErrors(tx, team.id, rule, input)) };
    if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);

    const { isNew, appliedAt, ...profit } = planned;
    const last = appliedAt === 'last' ? await lastChange(tx, id) : appliedAt;
    if (isNew) {
      const { marginType, currentProfit: newProfit } = planned;
      await tx.profitRuleChange.create({
        data: { profitRuleId: id, marginType, oldProfit: rule.currentProfit, newProfit, createdAt: now },
      });
    }
    const { clientCompanyId, countryId, networkId, networkBrandId } = input;
    const updated = await tx.profitRule.update({
      where: { id },
      data: { ...profit, appliedAt: last, ...defined({ clientCompanyId, countryId, networkId, networkBrandId }) },
    });
    await planProfitRuleJob(tx, updated);
    return updated;
  });
}

const BATCH = 200;

/**
 * Writes down every upcoming profit whose time has come, in all teams, and returns how many there were. Running it again,
 * or in several processes at once, changes nothing more: a rule that is being worked on is left to whoever has it.
 */
export async function applyDueProfitRules(services: Pick<Services, 'db'>, now?: Date): Promise<number> {
  // The database's clock starts the job that applies a rule, so unless told otherwise it also says what is due.
  const at = now?.toISOString() ?? null;
  let applied = 0;
  for (let batch = BATCH; batch === BATCH; applied += batch) {
    batch = await services.db.$transaction(async (tx) => {
      const locked = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM profit_rules
        WHERE upcoming_profit IS NOT NULL AND applied_at <= coalesce(${at}::timestamptz, now())
        ORDER BY id LIMIT ${BATCH}::int FOR UPDATE SKIP LOCKED`;
      const due = await tx.profitRule.findMany({ where: { id: { in: locked.map(({ id }) => id) } } });
      await writeDue(tx, due);
      return due.length;
    });
  }
  return applied;
}

async function applyWhenDue(tx: Prisma.TransactionClient, rule: ProfitRule, now: Date): Promise<ProfitRule> {
  const current = profitAt(rule, now.getTime());
  if (current !== rule) await writeDue(tx, [rule]);
  return current;
}

/** The rules must be locked. Two statements, however many they are. */
async function writeDue(tx: Prisma.TransactionClient, due: readonly ProfitRule[]): Promise<void> {
  if (due.length === 0) return;
  await tx.profitRuleChange.createMany({
    data: due.map(({ id, marginType, currentProfit, upcomingProfit, appliedAt }) => ({
      profitRuleId: id,
      marginType,
      oldProfit: currentProfit,
      newProfit: upcomingProfit!,
      createdAt: appliedAt!,
    })),
  });
  await tx.$executeRaw`UPDATE profit_rules SET old_profit = current_profit, current_profit = upcoming_profit,
    upcoming_profit = NULL, updated_at = now() WHERE id = ANY(${due.map(({ id }) => id)}::uuid[])`;
}

async function lastChange(tx: Prisma.TransactionClient, profitRuleId: string): Promise<Date | null> {
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
  return (await tx.profitRuleChange.findFirst({ where: { profitRuleId }, orderBy }))?.createdAt ?? null;
}

/** Prisma takes undefined for "keep" only where a key may be absent. */
function defined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: Exclude<Fields[Field], undefined>;
  };
}
