import type { OutgoingSms, SendResult, SmsProvider } from 'sms-providers';
import { chanceFrom } from '../../../src/chance.ts';
import type { Scenario } from './scenario.ts';

/** What the provider tells the simulation. */
export interface ProviderEvents {
  /** A phone got it. */
  reached(message: OutgoingSms): void;
  count(what: string): void;
  /** A receipt comes so many minutes later. */
  receipt(providerId: string, status: 'delivered' | 'failed', afterMinutes: number): void;
  /** The number answers STOP so many minutes later. */
  stop(to: string, afterMinutes: number): void;
  /** Resolves when the provider answers: others work meanwhile. */
  takeTime(): Promise<void>;
  /** Throws when the answer is lost. */
  mayLose(): void;
  /** Whether the route refuses everything now. */
  isDead?(): boolean;
}

/** A provider whose answers follow from the seed, the number and how often it was asked for it. */
export function simulatedProvider(
  seed: string,
  scenario: Pick<Scenario, 'refused' | 'stops' | 'idempotent' | 'batchSize'>,
  events: ProviderEvents,
): SmsProvider {
  const attempts = new Map<string, number>();
  const answers = new Map<string, SendResult>();

  function take({ id, to, ...rest }: OutgoingSms): SendResult {
    const attempt = (attempts.get(to) ?? 0) + 1;
    attempts.set(to, attempt);
    const fate = chanceFrom(`${seed} ${to} ${attempt}`);
    if (events.isDead?.()) {
      events.count('dead');
      const kind = fate.pick(['blocked', 'balance', 'retryable'] as const);
      return { status: 'rejected', kind, code: null, reason: 'Refused.', retryAfterSeconds: null };
    }
    if (fate.happens(scenario.refused)) {
      const kind = fate.happens(0.15)
        ? fate.pick(['blocked', 'balance', 'opted_out'] as const)
        : fate.pick(['permanent', 'retryable', 'throttled'] as const);
      events.count(kind);
      const retryAfterSeconds = kind === 'retryable' || kind === 'throttled' ? fate.pick([null, 60, 600]) : null;
      return { status: 'rejected', kind, code: null, reason: 'Refused.', retryAfterSeconds };
    }
    events.count('sent');
    events.reached({ id, to, ...rest });
    // Out of order, twice, or never.
    for (let times = fate.below(3); times > 0; times -= 1) {
      events.receipt(`p-${id}`, fate.happens(0.8) ? 'delivered' : 'failed', fate.below(30));
    }
    if (fate.happens(scenario.stops)) events.stop(to, fate.below(600));
    return { status: 'accepted', providerId: `p-${id}` };
  }

  return {
    type: 'simulation',
    capabilities: { idempotent: scenario.idempotent, batchSize: scenario.batchSize, maxInFlight: 2, perSecond: null },
    async send(batch) {
      const results = batch.map((message) => {
        // One that tells repeats apart answers a repeat as it did the first time, and nobody is reached again.
        const result = (scenario.idempotent && answers.get(message.id)) || take(message);
        answers.set(message.id, result);
        return result;
      });
      await events.takeTime();
      events.mayLose();
      return results;
    },
    verify: () => false,
    parse: () => ({ receipts: [], replies: [] }),
    async close() {},
  };
}
