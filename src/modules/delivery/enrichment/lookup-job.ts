import { z } from 'zod';
import type { NewJob } from '../../../jobs/add-job.ts';

export const lookupPayload = z.object({ teamId: z.uuid(), lookupId: z.uuid(), traceId: z.string() });

export type LookupJob = z.infer<typeof lookupPayload>;

const MAX_ATTEMPTS = 10;

export const lookupJobKey = (lookupId: string) => `mnp-lookup:${lookupId}`;

export const lookupJob = (payload: LookupJob, runAt?: Date): NewJob => ({
  task: 'run_mnp_lookup',
  payload: { ...payload },
  key: lookupJobKey(payload.lookupId),
  maxAttempts: MAX_ATTEMPTS,
  ...(runAt && { runAt }),
});
