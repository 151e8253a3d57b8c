import { applyCallEventTask } from '../modules/calls/call-event-job.ts';
import { importDataFileTask } from '../modules/data-files/import-task.ts';
import type { Task } from './task.ts';

/** Every kind of job by the name it is queued under. Each stands in its room. */
export const tasks: Readonly<Record<string, Task>> = {
  apply_call_event: applyCallEventTask,
  import_data_file: importDataFileTask,
};
