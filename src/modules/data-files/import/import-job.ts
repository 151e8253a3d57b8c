import type { NewJob } from '../../../jobs/add-job.ts';

export interface ImportJob {
  teamId: string;
  dataFileId: string;
  importId: string;
  /** The trace of the request that started it. */
  traceId: string;
}

const MAX_ATTEMPTS = 10;

export const importJob = (payload: ImportJob): NewJob => ({
  task: 'import_data_file',
  payload: { ...payload },
  key: `data-file:${payload.dataFileId}`,
  maxAttempts: MAX_ATTEMPTS,
});
