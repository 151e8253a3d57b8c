import type { MarginType } from '../../../generated/prisma/client.ts';
import { type Micros, microsOf } from '../../delivery/engine/money.ts';
import { profitAt } from './profit-at.ts';

/** A profit rule as prices are made of it. */
export interface PriceRule {
  id: string;
  clientCompanyId: string | null;
  countryId: number | null;
  networkId: number | null;
  networkBrandId: string | null;
  marginType: MarginType;
  currentProfit: string;
  oldProfit: string | null;
  upcomingProfit: string | null;
  appliedAt: Date | null;
}

/** Whose message it is and where it goes. */
export interface Destination {
  clientCompanyId: string | null;
  countryId: number | null;
  networkId: number | null;
  networkBrandId: string | null;
}

/**
 * The most specific rule that matches: one of the company before one of any company, then one of the network, the brand, the
 * country, any. Of several alike the newest.
 */
export function priceRuleFor(rules: readonly PriceRule[], destination: Destination): PriceRule | null {
  let best: PriceRule | null = null;
  for (const rule of rules) {
    if (matches(rule, destination) && (best === null || isBefore(rule, best))) best = rule;
  }
  return best;
}

const matches = (rule: PriceRule, destination: Destination) =>
  isFor(rule.clientCompanyId, destination.clientCompanyId) &&
  isFor(rule.networkId, destination.networkId) &&
  isFor(rule.networkBrandId, destination.networkBrandId) &&
  isFor(rule.countryId, destination.countryId);

const isFor = <T>(wanted: T | null, given: T | null) => wanted === null || wanted === given;

function isBefore(one: PriceRule, other: PriceRule): boolean {
  const difference = rankOf(one) - rankOf(other);
  return difference === 0 ? one.id > other.id : difference > 0;
}

const rankOf = ({ clientCompanyId, networkId, networkBrandId, countryId }: PriceRule) =>
  (clientCompanyId === null ? 0 : 4) +
  (networkId !== null ? 3 : networkBrandId !== null ? 2 : countryId !== null ? 1 : 0);

const HUNDRED_PERCENT = 100_000_000n;

/** What a message pays by a rule, with its profit at that moment. Without a rule there is no profit. Rounded half up, once. */
export function priceOf(cost: Micros, parts: number, rule: PriceRule | null, now: number): Micros {
  if (rule === null) return cost;
  const profit = microsOf(profitAt(rule, now).currentProfit);
  if (rule.marginType === 'fixed') return cost + profit * BigInt(parts);
  return (cost * (HUNDRED_PERCENT + profit) + HUNDRED_PERCENT / 2n) / HUNDRED_PERCENT;
}
