import type pg from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Reach } from '../database/reach.ts';
import { type ObservedEvent, subscribe } from './events.ts';
import { type KindState, MOST_COUNTED, readSendingState } from './sending-state.ts';

const REQUEST_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const KINDS = ['sms', 'voice'] as const;

/** How an outcome that was not known at the end of its call is counted. */
const UNDECIDED = 'undecided';

const GAUGES: readonly [name: string, help: string, of: keyof KindState][] = [
  ['outbound_queue_depth', `Contacts of open sends that are due now, counted up to ${MOST_COUNTED}.`, 'due'],
  [
    'outbound_queue_held',
    `Contacts of open sends that wait for a later moment, counted up to ${MOST_COUNTED}.`,
    'held',
  ],
  ['outbound_queue_oldest_due_seconds', 'How long the send that is due next has been due.', 'oldestDueSeconds'],
  ['outbound_unknown', 'Messages or calls without a known result.', 'unknown'],
  ['outbound_routes_paused', 'Routes, or voice accounts, that are not used at the moment.', 'routesPaused'],
];

/** Metrics of messages and calls. Returns the function that ends counting. */
export function openSendingMetrics(
  registers: Registry[],
  {
    pool,
    reach,
    cached,
  }: { pool: pg.Pool; reach: Reach; cached: <T>(ask: () => Promise<T>, failed: string) => () => Promise<T | null> },
): () => void {
  const state = cached(() => readSendingState(pool, reach), 'the state of sending could not be read');
  for (const [name, help, of] of GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['channel'] as const,
      registers,
      async collect() {
        this.reset();
        const read = await state();
        for (const channel of KINDS) if (read) this.set({ channel }, read[channel][of]);
      },
    });
  }
  return subscribe(counting(registers));
}

function counting(registers: Registry[]): (event: ObservedEvent) => void {
  const messages = new Counter({
    name: 'outbound_messages_total',
    help: 'Messages that reached this status.',
    labelNames: ['status'] as const,
    registers,
  });
  const calls = new Counter({
    name: 'outbound_calls_total',
    help: `Calls that ended, by their outcome at that moment. ${UNDECIDED}: not known yet.`,
    labelNames: ['outcome'] as const,
    registers,
  });
  const requests = new Histogram({
    name: 'outbound_provider_requests_seconds',
    help: 'Requests that hand messages over or place calls, by what the provider answered.',
    labelNames: ['channel', 'provider', 'result'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const stops = new Counter({
    name: 'outbound_balance_stops_total',
    help: 'Campaigns stopped because a balance is used up.',
    labelNames: ['channel'] as const,
    registers,
  });
  for (const channel of KINDS) stops.inc({ channel }, 0);
  return (event) => {
    if (event.is === 'messages') messages.inc({ status: event.status }, event.count);
    if (event.is === 'call_ended') calls.inc({ outcome: event.outcome ?? UNDECIDED });
    if (event.is === 'balance_stop') stops.inc({ channel: event.kind });
    if (event.is !== 'provider_request') return;
    const { kind: channel, provider, result, seconds } = event;
    requests.observe({ channel, provider, result }, seconds);
  };
}
