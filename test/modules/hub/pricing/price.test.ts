import { describe, expect, test } from 'vitest';
import { type PriceRule, priceOf, priceRuleFor } from '../../../../src/modules/hub/pricing/price.ts';

const rule = (part: Partial<PriceRule>): PriceRule => ({
  ...{ id: 'a', clientCompanyId: null, countryId: null, networkId: null, networkBrandId: null },
  ...{ marginType: 'percentage', currentProfit: '0', oldProfit: null, upcomingProfit: null, appliedAt: null },
  ...part,
});

describe('the rule of a message', () => {
  const destination = { clientCompanyId: 'acme', countryId: 276, networkId: 262001, networkBrandId: 'telekom' };
  // Each is more specific than all before it.
  const rules = [
    rule({ id: 'any' }),
    rule({ id: 'country', countryId: 276 }),
    rule({ id: 'brand', networkBrandId: 'telekom' }),
    rule({ id: 'network', networkId: 262001 }),
    rule({ id: 'company', clientCompanyId: 'acme' }),
    rule({ id: 'company and country', clientCompanyId: 'acme', countryId: 276 }),
    rule({ id: 'company and brand', clientCompanyId: 'acme', networkBrandId: 'telekom' }),
    rule({ id: 'company and network', clientCompanyId: 'acme', networkId: 262001 }),
  ];

  test('is the most specific one, in whatever order they come', () => {
    for (let count = 1; count <= rules.length; count += 1) {
      const some = rules.slice(0, count);
      expect(priceRuleFor(some, destination)?.id).toBe(some.at(-1)!.id);
      expect(priceRuleFor(some.toReversed(), destination)?.id).toBe(some.at(-1)!.id);
    }
  });

  test('is never one of another company, country, brand or network', () => {
    const others = [
      rule({ clientCompanyId: 'rival' }),
      rule({ countryId: 840 }),
      rule({ networkBrandId: 'other' }),
      rule({ networkId: 262002 }),
      rule({ clientCompanyId: 'acme', countryId: 840 }),
    ];
    expect(priceRuleFor(others, destination)).toBeNull();
    const unknown = { clientCompanyId: null, countryId: null, networkId: null, networkBrandId: null };
    expect(priceRuleFor(rules, unknown)?.id).toBe('any');
  });

  test('is the newest of several alike', () => {
    const alike = [
      rule({ id: '0b', countryId: 276 }),
      rule({ id: '0c', countryId: 276 }),
      rule({ id: '0a', countryId: 276 }),
    ];
    expect(priceRuleFor(alike, destination)?.id).toBe('0c');
  });
});

describe('the price', () => {
  const now = Date.parse('2026-06-01T12:00:00.000Z');

  // Costs and prices in millionths.
  test.each([
    ['percentage', '25', 10_000n, 1, 12_500n],
    ['percentage', '25', 20_000n, 2, 25_000n],
    ['percentage', '0', 10_000n, 1, 10_000n],
    ['percentage', '100', 1n, 1, 2n],
    // Half up, once for the message: 0.5, 1.5 and 0.49 millionths of profit.
    ['percentage', '50', 1n, 1, 2n],
    ['percentage', '50', 3n, 3, 5n],
    ['percentage', '49', 1n, 1, 1n],
    ['percentage', '0.000001', 50_000_000n, 1, 50_000_001n],
    ['percentage', '0.000001', 49_999_999n, 1, 49_999_999n],
    ['fixed', '0.002', 30_000n, 3, 36_000n],
    ['fixed', '0.000001', 0n, 2, 2n],
    ['percentage', '7.777777', 999_999_999_999_999_999n, 1, 1_077_777_769_999_999_999n],
  ] as const)('%s %s of %s millionths in %s parts', (marginType, currentProfit, cost, parts, price) => {
    expect(priceOf(cost, parts, rule({ marginType, currentProfit }), now)).toBe(price);
  });

  test('without a rule is the cost', () => {
    expect(priceOf(10_000n, 1, null, now)).toBe(10_000n);
  });

  test('has the upcoming profit from its very moment on', () => {
    const upcoming = rule({ currentProfit: '10', upcomingProfit: '20', appliedAt: new Date(now) });
    expect(priceOf(10_000n, 1, upcoming, now - 1)).toBe(11_000n);
    expect(priceOf(10_000n, 1, upcoming, now)).toBe(12_000n);
  });
});
