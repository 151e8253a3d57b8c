import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Reach, WHOLE } from '../database/reach.ts';
import { buildInfo } from '../process/build-info.ts';
import { readQueueState } from './queue-state.ts';
import { openSendingMetrics } from './sending-metrics.ts';

/** Label values are fixed, so callers cannot create new series. */
export interface Metrics {
  request(outcome: Outcome): void;
  job(task: string, isDone: boolean, milliseconds: number): void;
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];
/** How long what was read from the database is shown. */
const STATE_MS = 10_000;
/** How long an answer waits for it. */
const TIMEOUT_MS = 2_000;

export function openMetrics({
  pool,
  reach = WHOLE,
  logger,
}: {
  pool: pg.Pool;
  reach?: Reach;
  logger: Logger;
}): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'outbound_build_info',
    help: 'Always 1; the labels say what runs. commit is empty where it is not known.',
    labelNames: ['version', 'commit', 'node'] as const,
    registers,
  }).set({ version: buildInfo.version, commit: buildInfo.commit ?? '', node: buildInfo.node }, 1);

  const requests = new Counter({
    name: 'outbound_requests_total',
    help: 'Requests answered. operation: a GraphQL root field, `several`, the method and path of a REST row, or `other`.',
    labelNames: ['api', 'operation', 'status'] as const,
    registers,
  });
  const errors = new Counter({
    name: 'outbound_errors_total',
    help: 'Requests answered with an error, by the code of the first one.',
    labelNames: ['api', 'code'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'outbound_request_duration_seconds',
    help: 'From the end of the headers to the answer; of a stream until it begins.',
    labelNames: ['api', 'operation'] as const,
    buckets: REQUEST_SECONDS,
    registers,
  });
  const jobs = new Histogram({
    name: 'outbound_job_duration_seconds',
    help: 'Runs of jobs in this process.',
    labelNames: ['task', 'outcome'] as const,
    buckets: JOB_SECONDS,
    registers,
  });
  new Gauge({
    name: 'outbound_database_connections',
    help: 'Connections of this process to the database.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: 'outbound_database_waiting',
    help: 'Pieces of work that wait for a connection.',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });

  new Gauge({
    name: 'outbound_database_nodes_away',
    help: 'Nodes of the Citus cluster that do not answer. Their teams wait; other figures leave them out.',
    registers,
    collect() {
      this.set(reach.away.length);
    },
  });

  const cached = <T>(ask: () => Promise<T>, failed: string) =>
    remembered(() =>
      inTime(ask()).catch((error: unknown) => {
        logger.warn({ err: error }, failed);
        return null;
      }),
    );
  const queueState = cached(() => readQueueState(pool), 'the queue could not be looked at');
  new Gauge({
    name: 'outbound_jobs',
    help: 'Jobs of all processes. waiting: due and not begun; scheduled: due later; failed: without an attempt left.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      this.reset();
      const state = await queueState();
      for (const name of ['waiting', 'scheduled', 'running', 'failed'] as const) {
        if (state) this.set({ state: name }, state[name]);
      }
    },
  });
  new Gauge({
    name: 'outbound_jobs_oldest_waiting_seconds',
    help: 'How long the oldest waiting job has been due.',
    registers,
    async collect() {
      const state = await queueState();
      this.set(state ? state.oldestWaitingSeconds : Number.NaN);
    },
  });

  const closeSending = openSendingMetrics(registers, {
    pool,
    reach,
    cached,
  });

  return {
    request({ api, operation, status, code, milliseconds }) {
      requests.inc({ api, operation, status });
      if (code !== undefined) errors.inc({ api, code });
      durations.observe({ api, operation }, milliseconds / 1_000);
    },
    job: (task, isDone, milliseconds) =>
      jobs.observe({ task, outcome: isDone ? 'done' : 'failed' }, milliseconds / 1_000),
    text: () => register.metrics(),
    contentType: register.contentType,
    close: closeSending,
  };
}

/** A database that hangs keeps no figures of the process back. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = setTimeout(TIMEOUT_MS, undefined, answered).then(() => {
    throw new Error(`The database did not answer within ${TIMEOUT_MS / 1_000} s.`);
  });
  return Promise.race([answer, late]).finally(() => answered.abort());
}

function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (answer === undefined || performance.now() - askedAt > STATE_MS) {
      askedAt = performance.now();
      answer = ask();
    }
    return answer;
  };
}

/** How a request ended, for the log and the metrics. */
export interface Outcome {
  readonly api: Api;
  /** One of our own names, so their number is bounded. */
  readonly operation: string;
  readonly status: number;
  /** Code of the first error in the answer. Over GraphQL a request with status 200 may have one. */
  readonly code: string | undefined;
  readonly milliseconds: number;
}

export type Api = 'graphql' | 'rest' | 'download' | 'probe' | 'other';
