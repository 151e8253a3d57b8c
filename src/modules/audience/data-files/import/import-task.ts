import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Services } from '../../../../context.ts';
import { isNodeAway } from '../../../../database/failures.ts';
import { type DataFile, type DataFileStatus, Prisma } from '../../../../generated/prisma/client.ts';
import { addJob } from '../../../../jobs/add-job.ts';
import type { JobRun, Task } from '../../../../jobs/task.ts';
import { recordTrace } from '../../../../pipeline/timeline/record.ts';
import { tagsNamed } from '../../contacts/operations/tagging.ts';
import { deleteRowErrors } from '../row-errors.ts';
import { afterImport } from './after-import.ts';
import { commitRows } from './commit-rows.ts';
import { importBatches } from './import-batches.ts';
import { type ImportJob, importJob } from './import-job.ts';
import { rowRate } from './progress.ts';
import type { Target } from './write-batch.ts';

const payloadShape = z.object({ teamId: z.uuid(), dataFileId: z.uuid(), importId: z.uuid(), traceId: z.string() });

export const importDataFileTask: Task = {
  async run(services, payload, run) {
    const job = payloadShape.parse(payload);
    const file = await services.db.prisma.dataFile.findFirst({
      where: { id: job.dataFileId, teamId: job.teamId, importId: job.importId },
    });
    const hasBegun = file && file.checkpointBytes > 0n;
    // Already done, started again, or deleted.
    if (!file || (hasBegun && file.status !== 'importing')) return;
    const trace = { id: job.traceId, startedAt: Date.now(), statements: 0 };
    const entry = { kind: 'job', operation: 'importDataFile', teamId: file.teamId } as const;
    try {
      await recordTrace({ ...services, trace, viewer: null }, entry, () => importFile(services, file, job, run));
    } catch (error) {
      if (!(await isRunning(services, job).catch(() => true))) return;
      if (!isNodeAway(error) && run.attempt >= run.maxAttempts) await fail(services, job);
      throw error;
    }
  },
  settle: failAbandonedImports,
};

/** How long an import keeps a worker's place from other jobs. */
const TURN_MS = 10_000;

async function importFile(services: Services, file: DataFile, job: ImportJob, run: JobRun): Promise<void> {
  const { db } = services;
  const begun = performance.now();
  if (file.checkpointBytes === 0n) {
    const isDone = await deleteRowErrors(
      (work) => db.transaction(work),
      file,
      Prisma.sql`import_id = ${job.importId}::uuid AND checkpoint_bytes = 0`,
      run.signal,
    );
    if (!isDone) return handBack(services, job);
    if (!(await isRunning(services, job))) return;
  }
  const tags = await db.transaction((tx) => tagsNamed(tx, file.teamId, file.tags));
  const target: Target = {
    teamId: file.teamId,
    importId: job.importId,
    networkBrand: file.fixedNetworkBrand,
    tagIds: tags.map(({ id }) => id),
    file,
  };
  const rate = rowRate();
  let checkpoint = Number(file.checkpointBytes);
  for await (const rows of await importBatches(services, file)) {
    const isMine = await commitRows(
      { services, file, target, rowsPerSecond: rate.with(rows.length) },
      checkpoint,
      rows,
    );
    if (!isMine) return await lookAgain(services, job);
    checkpoint = rows.at(-1)!.end.bytes;
    // The embedded database answers without a turn of the event loop.
    await setImmediate();
    if (run.signal.aborted || performance.now() - begun > TURN_MS) return await handBack(services, job);
  }
  await finish(services, job, checkpoint);
}

const finish = (services: Services, job: ImportJob, checkpointBytes: number) =>
  end(services, job, { checkpointBytes }, { status: 'imported', failureReason: null });

const fail = (services: Services, job: ImportJob) =>
  end(services, job, {}, { status: 'failed', failureReason: FAILED });

async function end(
  { db }: Services,
  { teamId, dataFileId: id, importId }: ImportJob,
  where: { checkpointBytes?: number },
  data: { status: DataFileStatus; failureReason: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.prisma.dataFile.updateMany({
      where: { id, teamId, importId, status: 'importing', ...where },
      data: { ...data, finishedAt: new Date() },
    });
    if (count > 0) await afterImport(tx, { teamId, id });
  });
}

const FAILED = 'The import failed too often. Start it again to continue where it stopped.';

/** The worker stops, or others wait: what became due meanwhile comes first. This counts as no failure. */
async function handBack({ db }: Services, job: ImportJob): Promise<void> {
  await addJob(db, importJob(job));
}

/** Another run moves the checkpoint, or the import has ended. The other run must not be left without a job. */
async function lookAgain(services: Services, job: ImportJob): Promise<void> {
  if (!(await isRunning(services, job))) return;
  await addJob(services.db, { ...importJob(job), runAt: new Date(Date.now() + LOOK_AGAIN_MS) });
}

const LOOK_AGAIN_MS = 10_000;

async function isRunning({ db }: Services, { teamId, dataFileId: id, importId }: ImportJob): Promise<boolean> {
  return (await db.prisma.dataFile.count({ where: { id, teamId, importId, status: 'importing' } })) === 1;
}

/** Their attempts died with their processes and left no job. Citus reads jobs first: one that has just begun may have its own by now. */
async function failAbandonedImports({ db }: Services): Promise<void> {
  await db.transaction(async (tx) => {
    const failed = await tx.rows<{ id: string; teamId: string }>`
      UPDATE /* across teams: every import without a job */ data_files f
      SET status = 'failed', failure_reason = ${FAILED}, finished_at = now(), updated_at = now()
      WHERE f.status = 'importing' AND f.updated_at < now() - interval '1 minute'${tx.reach.within('f.team_id')} AND NOT EXISTS (
        SELECT 1 FROM graphile_worker.jobs j
        WHERE j.key = 'data-file:' || f.id AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))
      RETURNING f.id, f.team_id AS "teamId"`;
    for (const file of failed) await afterImport(tx, file);
  });
}
