import type { NewJob } from '../../../../jobs/add-job.ts';

export interface ImportJob {
  teamId: string;
  dataFileId: string;
  importId: string;
  traceId: string;
}

const MAX_ATTEMPTS = 10;

export const importKey = (dataFileId: string) => `data-file:${dataFileId}`;

export const importJob = (payload: ImportJob): NewJob => ({
  task: 'import_data_file',
  payload: { ...payload },
  key: importKey(payload.dataFileId),
  maxAttempts: MAX_ATTEMPTS,
});
