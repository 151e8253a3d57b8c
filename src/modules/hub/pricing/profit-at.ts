import type { Row } from '../../../database/table.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { UpdateSellerProfitLogicRuleInput } from '../../../generated/inputs.ts';
import { type MarginType, Prisma, type ProfitRule } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';

type ReadProfit = Pick<Row<ProfitRule>, 'currentProfit' | 'oldProfit' | 'upcomingProfit' | 'appliedAt'>;

export const PROFIT_COLUMNS = { currentProfit: true, oldProfit: true, upcomingProfit: true, appliedAt: true } as const;

/** Not in the reference: reads show a due profit whether or not the job has run. */
export function profitAt<Rule extends ReadProfit>(rule: Rule, now: number): Rule {
  const { currentProfit, upcomingProfit, appliedAt } = rule;
  if (upcomingProfit === null || appliedAt === null || new Date(appliedAt).getTime() > now) return rule;
  return { ...rule, currentProfit: upcomingProfit, oldProfit: currentProfit, upcomingProfit: null };
}

export type Profit = Pick<ProfitRule, 'marginType' | 'currentProfit' | 'oldProfit' | 'upcomingProfit' | 'appliedAt'>;

interface PlannedProfit {
  marginType: MarginType;
  currentProfit: Prisma.Decimal;
  oldProfit: Prisma.Decimal | null;
  upcomingProfit: Prisma.Decimal | null;
  /** `last`: when the current profit took effect, by the history. */
  appliedAt: Date | 'last' | null;
  isNew: boolean;
}

export function planProfit(
  rule: Profit,
  change: UpdateSellerProfitLogicRuleInput,
  now: Date,
): { planned: PlannedProfit; errors: FieldErrors } {
  const marginType = change.marginType ?? rule.marginType;
  const currentProfit = decimal(change.currentProfit) ?? rule.currentProfit;
  const upcomingProfit = change.upcomingProfit === undefined ? rule.upcomingProfit : decimal(change.upcomingProfit);
  // Not in the reference: the same number under another margin type is another profit.
  const isNew = marginType !== rule.marginType || !currentProfit.equals(rule.currentProfit);
  const oldProfit = change.oldProfit === undefined ? rule.oldProfit : decimal(change.oldProfit);
  const { appliedAt, errors } = upcomingProfit ? schedule(rule, change, now) : unscheduled(rule, change, now, isNew);
  const nullErrors: FieldErrors = {
    ...(change.marginType === null && { marginType: [messages.required('marginType')] }),
    ...(change.currentProfit === null && { currentProfit: [messages.required('currentProfit')] }),
  };
  return {
    planned: {
      marginType,
      currentProfit,
      oldProfit: isNew ? rule.currentProfit : oldProfit,
      upcomingProfit,
      appliedAt,
      isNew,
    },
    errors: {
      ...boundErrors('currentProfit', currentProfit, marginType),
      ...boundErrors('oldProfit', oldProfit, null),
      ...boundErrors('upcomingProfit', upcomingProfit, marginType),
      ...errors,
      ...nullErrors,
    },
  };
}

type Timing = Pick<PlannedProfit, 'appliedAt'> & { errors: FieldErrors };

/** Not in the reference: an upcoming profit needs a future time. */
function schedule(rule: Profit, change: UpdateSellerProfitLogicRuleInput, now: Date): Timing {
  const kept = rule.upcomingProfit === null ? null : rule.appliedAt;
  const appliedAt = change.appliedAt === undefined ? kept : change.appliedAt;
  if (!appliedAt) return { appliedAt, errors: { appliedAt: [messages.required('appliedAt')] } };
  return { appliedAt, errors: appliedAt > now ? {} : { appliedAt: [messages.afterNow('appliedAt')] } };
}

/** Not in the reference: a future time needs an upcoming profit; a past one, sent back by a client, is ignored. */
function unscheduled(rule: Profit, change: UpdateSellerProfitLogicRuleInput, now: Date, isNew: boolean): Timing {
  if (change.appliedAt && change.appliedAt > now) {
    return { appliedAt: null, errors: { upcomingProfit: [messages.required('upcomingProfit')] } };
  }
  const kept = rule.upcomingProfit === null ? rule.appliedAt : 'last';
  return { appliedAt: isNew ? now : kept, errors: {} };
}

/** A message's price column holds a fixed profit times the parts of the longest text. */
const MOST: Record<MarginType, number> = { percentage: 100, fixed: 1_000_000 };

/** Not in the reference. */
function boundErrors(path: string, profit: Prisma.Decimal | null, marginType: MarginType | null): FieldErrors {
  if (profit?.isNegative() && !profit.isZero()) return { [path]: [messages.atLeast(path, 0)] };
  const most = marginType === null ? null : MOST[marginType];
  return most !== null && profit?.greaterThan(most) ? { [path]: [messages.atMost(path, most)] } : {};
}

const decimal = (text: string | null | undefined) => (text ? new Prisma.Decimal(text) : null);
