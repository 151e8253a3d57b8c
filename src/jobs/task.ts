import type { Services } from '../context.ts';
import type { Tx } from '../database/transaction.ts';

export interface JobRun {
  /** From 1. */
  attempt: number;
  maxAttempts: number;
  /** Aborted when the worker stops: a long task then saves its progress and queues the rest. */
  signal: AbortSignal;
}

/** Must be idempotent: it may run again after a crash, even while the dead run's last statement is still executing. */
export interface Task {
  run(services: Services, payload: unknown, run: JobRun): Promise<void>;
  /** Called when no attempts are left, even if the last process died, in the transaction that removes the job. */
  giveUp?(tx: Tx, payload: unknown, services: Pick<Services, 'tokenKeys' | 'now'>): Promise<void>;
  settle?(services: Services): Promise<void>;
}
