import type { Services } from '../context.ts';
import type { Tx } from '../database/transaction.ts';

/** Facts about the current run of a task. */
export interface JobRun {
  /** 1 for the first run. */
  attempt: number;
  maxAttempts: number;
  /** Aborted when the worker stops: a long task then saves its progress and returns the rest to the queue. */
  signal: AbortSignal;
}

/**
 * Work that survives a crash. It may run again after a crash at any point, even while the dead run's last statement is still being
 * executed, so to run twice must have the same effect as once. A thrown error puts the job back for a later attempt.
 */
export interface Task {
  run(services: Services, payload: unknown, run: JobRun): Promise<void>;
  /**
   * Called when a job has no attempts left, whether the last one failed or its process died, in the transaction that removes
   * the job from the queue.
   */
  giveUp?(tx: Tx, payload: unknown): Promise<void>;
  /** Cleans up after jobs that will never run again. Called at the start and regularly. */
  settle?(services: Services): Promise<void>;
}
