import type { Services } from '../context.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/** What a task knows of the run it is in. */
export interface JobRun {
  /** 1 for the first run. */
  attempt: number;
  maxAttempts: number;
  /** Aborted when the worker stops: a long task saves its progress and hands the rest back to the queue. */
  signal: AbortSignal;
}

/**
 * Work that must survive. It may be run again after a crash at any point, even while the dead run's last statement
 * still works, so what it does twice must do no more than doing it once. Throwing puts it back for a later attempt.
 */
export interface Task {
  run(services: Services, payload: unknown, run: JobRun): Promise<void>;
  /**
   * Called when a job has no attempt left, whether the last one failed or died, in the transaction that removes it from
   * the queue.
   */
  giveUp?(tx: Prisma.TransactionClient, payload: unknown): Promise<void>;
  /** Settles what jobs that will never run again left half done; called at start and regularly. */
  settle?(services: Services): Promise<void>;
}
