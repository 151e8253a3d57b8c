import { z } from 'zod';
import type { Tx } from '../../../database/transaction.ts';

export const matchShape = z.object({
  teamId: z.uuid(),
  routeId: z.uuid(),
  since: z.number(),
  round: z.number(),
});
export type Match = z.infer<typeof matchShape>;

/** Receipts of this span share a job. */
export const SPAN_MS = 5_000;

export const ROUNDS = 4;
const PAUSE_SECONDS = 5;
const GROWTH = 4;

/** Until a round, from the one before it: about seven minutes in all. */
export const pauseSeconds = (round: number) => PAUSE_SECONDS * GROWTH ** round;

export const queueMatch = (tx: Tx, match: Match) =>
  tx.change`SELECT graphile_worker.add_job('match_receipts', payload => ${JSON.stringify(match)}::json,
    job_key => ${`match_receipts:${match.routeId}:${match.since}`}::text, job_key_mode => 'preserve_run_at',
    run_at => now() + make_interval(secs => ${pauseSeconds(match.round)}::int))`;
