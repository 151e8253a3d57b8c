import type { Services } from '../../../context.ts';
import { failureOf } from '../../../database/failures.ts';
import { countInto } from '../../../database/reads/statements.ts';
import { outOfScope, type StatementCount } from '../../../database/scope.ts';
import { AppError } from '../../../errors.ts';
import { applyArrivals, type FailedEvent } from './apply-call-events.ts';
import { storeForLater } from './call-event-job.ts';
import type { Arrival } from './call-event-rows.ts';

type Pool = Services['db'];

interface Waiting extends Arrival {
  resolve(answer: { failure: FailedEvent | null; statements: number }): void;
  reject(error: unknown): void;
}

const MOST = 50;
/** With more waiting the database hardly answers. They are refused, and providers send them again. */
const MAX_WAITING = 1_000;
const RETRY_AFTER = 5;

const queues = new WeakMap<Pool, Map<string, Waiting[]>>();

export function applyInBatch(
  { db, logger, tokenKeys }: Pick<Services, 'db' | 'logger' | 'tokenKeys'>,
  arrival: Arrival,
): Promise<{ failure: FailedEvent | null; statements: number }> {
  const { teamId } = arrival.account;
  const teams = queues.get(db) ?? new Map<string, Waiting[]>();
  queues.set(db, teams);
  return new Promise((resolve, reject) => {
    const waiting = { ...arrival, resolve, reject };
    const queue = teams.get(teamId);
    if (queue) {
      if (queue.length < MAX_WAITING) queue.push(waiting);
      else reject(new AppError('UNAVAILABLE', '', { retryAfter: RETRY_AFTER }));
      return;
    }
    const first = [waiting];
    teams.set(teamId, first);
    outOfScope(async () => {
      for (let batch = nextOf(first); batch.length > 0; batch = nextOf(first))
        await run({ db, logger, tokenKeys }, teamId, batch);
      teams.delete(teamId);
    });
  });
}

/** One event per call: a call's events are applied in the order in which they came. */
function nextOf(queue: Waiting[]): Waiting[] {
  const calls = new Set<string>();
  const batch: Waiting[] = [];
  for (const waiting of queue) {
    const { externalCallId } = waiting.message;
    if (externalCallId === null || !calls.has(externalCallId)) batch.push(waiting);
    if (externalCallId !== null) calls.add(externalCallId);
    if (batch.length === MOST) break;
  }
  queue.splice(0, queue.length, ...queue.filter((waiting) => !batch.includes(waiting)));
  return batch;
}

async function run(
  services: Pick<Services, 'db' | 'logger' | 'tokenKeys'>,
  teamId: string,
  batch: readonly Waiting[],
): Promise<void> {
  const { db, logger } = services;
  const count: StatementCount = { statements: 0 };
  try {
    const failures = await countInto(count, () => applyArrivals(services, teamId, batch));
    for (const [at, { resolve }] of batch.entries()) resolve({ failure: failures[at]!, statements: count.statements });
  } catch (error) {
    // A failing event must not hold up the others.
    if (batch.length > 1 && failureOf(error)?.code !== 'UNAVAILABLE') {
      for (const one of batch) await run(services, teamId, [one]);
      return;
    }
    await storeForLater(db, teamId, batch).catch((err: unknown) => {
      logger.error({ err, traceIds: batch.map(({ traceId }) => traceId) }, 'call events could not be stored');
    });
    for (const { reject } of batch) reject(error);
  }
}
