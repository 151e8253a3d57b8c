import type { Chance } from '../../../../src/chance.ts';
import type { HubReceiptWish } from '../../../../src/generated/prisma/client.ts';

/** What a price rule is for; null: any. */
export interface RuleScenario {
  /** Of `companies`. */
  company: number | null;
  place: 'network' | 'brand' | 'country' | null;
  marginType: 'percentage' | 'fixed';
  profit: string;
  upcoming: { profit: string; after: number } | null;
}

export interface MessageScenario {
  /** Of `endpoints`. */
  endpoint: number;
  /** Of `NUMBERS`. */
  to: number;
  /** Minutes after the beginning, of the first submit and of spontaneous repeats. */
  at: number[];
  length: number;
  /** Submitted in parts, each of which is answered. */
  isInParts: boolean;
  /** Without one a repeat is another message. */
  hasReference: boolean;
  receipts: HubReceiptWish;
  /** Minutes after the submit. */
  scheduled: number | null;
  valid: number | null;
  canceled: number | null;
}

export interface TeamScenario {
  /** Their balances; null: nothing is charged. */
  companies: (string | null)[];
  endpoints: { company: number | null; minMargin: string | null; maxPrice: string | null; deleted: number | null }[];
  rules: RuleScenario[];
  /** `refused`: of its messages. `dead`: minutes between which it refuses everything. */
  routes: { price: string; priority: number; refused: number; dead: { from: number; until: number } | null }[];
  /** Of the integration that pays for the first route; null: nobody does. */
  routeBalance: string | null;
  messages: MessageScenario[];
}

export interface HubScenario {
  teams: TeamScenario[];
  minutes: number;
  hubs: number;
  workers: number;
  /** Of statements, commits and provider calls. */
  faultProbability: number;
  /** Of a worker's transactions and calls: after it the process hangs for some minutes. */
  hangProbability: number;
  /** Of all messages that reached somebody: answered with STOP. */
  stops: number;
  idempotent: boolean;
  batchSize: number;
  /** Whether the provider's receipts have our ids, so that they tell of messages whose answer was lost. */
  namesOwn: boolean;
}

/** By the contacts of the team: two of one brand's networks, one without a network, others without a contact. */
export const NUMBERS = [
  { digits: '4915111111101', network: 0 },
  { digits: '4915111111102', network: 1 },
  { digits: '4915111111103', network: null },
  { digits: '12025550123', network: null },
  { digits: '12025550124', network: null },
] as const;
/** On the suppression list from the beginning. */
export const SUPPRESSED = '4915111111199';
export const INVALID = '12';
/** Characters of a part. */
export const PART = 153;
const DESTINATIONS = NUMBERS.length + 2;
export const destinationOf = (to: number) => NUMBERS[to]?.digits ?? (to === NUMBERS.length ? SUPPRESSED : INVALID);

/** Everything that a seed decides before the first message. */
export function hubScenarioOf(chance: Chance): HubScenario {
  const minutes = 15 + chance.below(25);
  return {
    minutes,
    teams: Array.from({ length: 1 + chance.below(2) }, () => teamOf(chance, minutes)),
    hubs: 1 + chance.below(3),
    workers: 1 + chance.below(2),
    faultProbability: chance.pick([0, 0.002, 0.005, 0.01]),
    hangProbability: chance.pick([0, 0.02, 0.05]),
    stops: chance.pick([0, 0.1, 0.3]),
    idempotent: chance.happens(0.4),
    batchSize: chance.pick([1, 2, 100]),
    namesOwn: chance.happens(0.5),
  };
}

const PROFITS = {
  percentage: ['0', '7.5', '12.345678', '33.333333', '100'],
  fixed: ['0', '0.000001', '0.001', '0.003333', '0.01'],
};

function teamOf(chance: Chance, minutes: number): TeamScenario {
  const companies = Array.from({ length: 1 + chance.below(2) }, () => chance.pick([null, '0.05', '0.137111', '100']));
  const endpoints = Array.from({ length: 2 + chance.below(2) }, () => ({
    company: chance.happens(0.9) ? chance.below(companies.length) : null,
    minMargin: chance.pick([null, null, null, null, '0.000001', '0.002']),
    maxPrice: chance.pick([null, null, null, null, '0.02', '0.04']),
    deleted: chance.happens(0.1) ? chance.below(minutes) : null,
  }));
  const rules = Array.from({ length: 3 + chance.below(6) }, (): RuleScenario => {
    const marginType = chance.pick(['percentage', 'fixed'] as const);
    const profit = () => chance.pick(PROFITS[marginType]);
    return {
      company: chance.happens(0.5) ? chance.below(companies.length) : null,
      place: chance.pick(['network', 'brand', 'country', null]),
      marginType,
      profit: profit(),
      upcoming: chance.happens(0.3) ? { profit: profit(), after: chance.below(minutes) } : null,
    };
  });
  const from = chance.below(minutes);
  return {
    companies,
    endpoints,
    rules,
    routes: [0, 1].map(() => ({
      price: chance.pick(['0.007', '0.0123', '0.005001']),
      priority: 1 + chance.below(2),
      refused: chance.pick([0, 0, 0.2, 0.5]),
      dead: chance.happens(0.3) ? { from, until: from + 1 + chance.below(minutes) } : null,
    })),
    routeBalance: chance.pick([null, '0.08', '100']),
    messages: Array.from({ length: 6 + chance.below(10) }, () => messageOf(chance, endpoints.length, minutes)),
  };
}

function messageOf(chance: Chance, endpoints: number, minutes: number): MessageScenario {
  // Several come at one moment and share a commit.
  const first = Math.floor(chance.below(minutes) / 10) * 10;
  const length = chance.pick([20, 20, 200, 400]);
  const isInParts = length > PART && chance.happens(0.5);
  const hasReference = !isInParts && chance.happens(0.7);
  const repeats = hasReference ? chance.pick([0, 0, 1, 2]) : 0;
  const scheduled = !isInParts && chance.happens(0.2) ? 1 + chance.below(30) : null;
  return {
    endpoint: chance.below(endpoints),
    to: chance.happens(0.2) ? chance.below(DESTINATIONS) : chance.below(NUMBERS.length),
    at: [first, ...Array.from({ length: repeats }, () => first + chance.pick([0, 0, 1, 10]))],
    length,
    isInParts,
    hasReference,
    receipts: chance.pick(['all', 'all', 'failures', 'none']),
    scheduled,
    valid: !isInParts && chance.happens(0.15) ? (scheduled ?? 0) + 1 + chance.below(20) : null,
    canceled: chance.happens(scheduled === null ? 0.1 : 0.5) ? chance.below(20) : null,
  };
}
