import type { Chance } from '../../../src/chance.ts';

/** Saturday before clocks change in Berlin, 2026-03-28, 05:00 UTC. */
export const BEGINS = Date.parse('2026-03-28T05:00:00.000Z');

const ZONES = [
  'Europe/Berlin',
  'America/Phoenix',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  null,
  'Mars/Olympus',
];

export const ALL_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export interface Scenario {
  contacts: { timezone: string | null }[];
  campaigns: Record<string, unknown>[];
  contactHours: { start: string; end: string } | null;
  /** Virtual hours until the checker looks. */
  hours: number;
  workers: number;
  /** Of all messages. */
  refused: number;
  /** Of all delivered messages: answered with STOP. */
  stops: number;
  idempotent: boolean;
  faultProbability: number;
  price: string;
  balance: string;
  batchSize: number;
  /** Contacts that come later, by the minutes after the beginning. */
  arrivals: { timezone: string | null; after: number }[];
  /** Whether prices and integrations of the route change while it carries messages. */
  repriced: boolean;
  /** Further candidates of the only rule. None: all messages take the plan's default route. */
  candidates: SimulatedCandidate[];
}

export interface SimulatedCandidate {
  priority: number;
  weight: number;
  /** Of its messages. */
  refused: number;
  /** Hours after the beginning between which it refuses everything. */
  dead: { from: number; until: number } | null;
}

/** Drawn apart, so that other seeds are as they were before there were candidates. */
function candidatesOf(chance: Chance, hours: number): SimulatedCandidate[] {
  return Array.from({ length: chance.pick([0, 0, 1, 2]) }, () => {
    const from = chance.pick([0, chance.below(hours)]);
    return {
      priority: chance.pick([1, 1, 2]),
      weight: 1 + chance.below(3),
      refused: chance.pick([0, 0.3]),
      dead: chance.happens(0.7) ? { from, until: from + 1 + chance.below(hours) } : null,
    };
  });
}

/** Everything that a seed decides before the first message. */
export function scenarioOf(chance: Chance, routes: Chance): Scenario {
  const contacts = Array.from({ length: 3 + chance.below(8) }, () => ({ timezone: chance.pick(ZONES) }));
  const campaigns = Array.from({ length: 1 + chance.below(2) }, () => metaOf(chance));
  // A feed is looked at every few seconds: two hours of it are as many turns as two days of the others.
  const hasFeed = campaigns.some(({ sendType }) => sendType === 'feed');
  const duration = hasFeed ? 2 : 20 + chance.below(30);
  return {
    contacts,
    campaigns,
    contactHours: chance.happens(0.7) ? hours(chance) : null,
    hours: duration,
    workers: 1 + chance.below(3),
    refused: chance.pick([0, 0.1, 0.4]),
    stops: chance.pick([0, 0.1, 0.3]),
    idempotent: chance.happens(0.4),
    faultProbability: chance.pick([0, 0.005, 0.02, 0.04]),
    price: chance.pick(['0', '0.05']),
    balance: chance.pick(['1000', '0.3']),
    batchSize: chance.pick([3, 100]),
    arrivals: Array.from({ length: chance.below(4) }, () => ({
      timezone: chance.pick(ZONES),
      after: 1 + chance.below(duration * 60),
    })),
    repriced: chance.happens(0.3),
    candidates: candidatesOf(routes, duration),
  };
}

function metaOf(chance: Chance): Record<string, unknown> {
  const throttleBatchSize = chance.pick([0, 0, 2, 7]);
  const multistepData = {
    stepSize: 1 + chance.below(8),
    stepDelay: chance.pick([0, 5, 90]),
    minCtr: null,
    maxSmsToSend: chance.pick([null, null, 10]),
    maxMinutesToSend: null,
    sendDatetime: null,
    isActive: true,
  };
  switch (chance.pick(['manual', 'multistep', 'planner', 'recurring', 'planner', 'recurring', 'feed'])) {
    case 'manual':
      return {
        sendType: 'manual',
        manualData: { sendAmount: 3 + chance.below(40), sendDatetime: null, throttleBatchSize },
      };
    case 'multistep':
      return { sendType: 'multistep', multistepData };
    case 'recurring':
      return recurringMeta(chance, 10);
    case 'feed':
      return feedMeta(chance.pick([0, 0, 2]));
    default:
      return {
        sendType: 'planner',
        plannerData: {
          daysOfWeek: ALL_DAYS.filter(() => chance.happens(0.8))
            .concat('Sun')
            .filter((day, at, all) => all.indexOf(day) === at),
          weeklySchedule: chance.happens(0.6) ? { default: hours(chance) } : null,
          multistepData: chance.happens(0.5) ? multistepData : null,
          weeklySmsContactLimit: 1 + chance.below(4),
          dailySmsContactLimit: 1 + chance.below(2),
          isActive: true,
        },
      };
  }
}

/** `most`: of a slot's amounts. */
export const recurringMeta = (chance: Chance, most: number): Record<string, unknown> => ({
  sendType: 'recurring',
  recurringData: {
    daysOfWeek: [...ALL_DAYS],
    dailyRecurringData: Object.fromEntries(
      ALL_DAYS.map((day) => [
        day,
        [{ send_amount: 1 + chance.below(most), send_datetime: `${10 + chance.below(9)}:30` }],
      ]),
    ),
    selectedRecurringTime: null,
    weeklyContactLimit: 1 + chance.below(4),
    dailyContactLimit: 1 + chance.below(2),
    isActive: true,
  },
});

export const feedMeta = (hourlyCallsLimit: number): Record<string, unknown> => ({
  sendType: 'feed',
  feedData: {
    feedId: null,
    feedIds: null,
    daysOfWeek: null,
    weeklySchedule: null,
    hourlyCallsLimit,
    autoAnalyze: false,
    isActive: true,
  },
});

/** May run over midnight. */
function hours(chance: Chance): { start: string; end: string } {
  const start = chance.below(24);
  const end = (start + 6 + chance.below(12)) % 24;
  return { start: clock(start), end: clock(end) };
}

export const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
