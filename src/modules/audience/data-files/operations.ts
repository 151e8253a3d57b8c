import { randomUUID } from 'node:crypto';
import { type Context, viewerOf } from '../../../context.ts';
import { is, listFilter, listOf, oneOf, textWithin, within } from '../../../database/reads/filters.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { inTransaction, type Tx } from '../../../database/transaction.ts';
import { AppError, type FieldErrors, NotFoundError } from '../../../errors.ts';
import type { ImportDataFileInput } from '../../../generated/inputs.ts';
import { type DataFile, Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { addJob, removeJob } from '../../../jobs/add-job.ts';
import { announceDataFile } from '../../../live/announce.ts';
import type { RecordKind } from '../../../records/change-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { tidyColumns } from './csv/columns.ts';
import { afterImport } from './import/after-import.ts';
import { importJob, importKey } from './import/import-job.ts';
import { deleteRowErrors, deleteSomeRowErrors } from './row-errors.ts';
import { canContinue, isSameRequest, readRequest } from './rules.ts';

export const DATA_FILE: RecordKind<DataFile> = { thing: 'Data file', table: tables.DataFile };

export const dataFileFilter = listFilter('DataFileFilter', {
  status: oneOf('DataFileStatus', 'One of these statuses.'),
  name: textWithin('the name'),
  sha256: is('String', 'SHA-256 of the uploaded bytes, in lower-case hexadecimal.'),
  createdAt: within('When it was uploaded.'),
});

export const rowErrorFilter = listFilter('DataFileRowErrorFilter', {
  field: is('String', 'In this field, by its documented name; `row` for rows that could not be read.'),
  isWarning: is('Boolean', 'Whether the row became a contact all the same.'),
});

export const listDataFiles = listOf(tables.DataFile, dataFileFilter);

export async function deleteErrorsAhead(ctx: Context, id: string): Promise<void> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) return;
  const inOne = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(ctx, ({ db }) => work(db));
  await deleteRowErrors(inOne, { id, teamId: team.id }, Prisma.sql`NOT is_uploading AND status <> 'importing'`);
}

export async function deleteDataFile(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(DATA_FILE.thing);
  const own = { id, teamId: team.id, isUploading: false };
  const { count } = await ctx.db.prisma.dataFile.deleteMany({ where: { ...own, status: { not: 'importing' } } });
  if (count === 1) return { id };
  if ((await ctx.db.prisma.dataFile.count({ where: own })) === 0) throw new NotFoundError(DATA_FILE.thing);
  throw new AppError('CONFLICT', 'The data file is being imported. Cancel the import first.');
}

/** Stored rows stay. */
export function cancelDataFileImport(ctx: Context, id: string): Promise<DataFile> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const file = await lockDataFile(tx, team.id, id);
    if (file.status !== 'importing') throw new AppError('CONFLICT', 'The data file is not being imported.');
    await removeJob(tx, importKey(id));
    if (file.checkpointBytes === 0n && (await hasRowErrors(tx, file))) {
      // Those of the import before it. This job deletes them and ends.
      await addJob(tx, importJob({ teamId: team.id, dataFileId: id, importId: file.importId!, traceId: ctx.trace.id }));
    }
    const cancelled = await tx.prisma.dataFile.update({
      where: { teamId_id: { teamId: team.id, id } },
      data: { status: 'cancelled', finishedAt: new Date() },
    });
    await afterImport(tx, { teamId: team.id, id });
    return cancelled;
  });
}

const hasRowErrors = async (tx: Tx, { teamId, id: dataFileId }: DataFile): Promise<boolean> =>
  (await tx.prisma.dataFileRowError.findFirst({ where: { teamId, dataFileId }, select: { id: true } })) !== null;

async function lockDataFile(tx: Tx, teamId: string, id: string): Promise<DataFile> {
  if (!isUuid(id)) throw new NotFoundError(DATA_FILE.thing);
  await tx.rows`SELECT 1 FROM data_files WHERE id = ${id}::uuid AND team_id = ${teamId}::uuid FOR UPDATE`;
  const file = await tx.prisma.dataFile.findFirst({ where: { id, teamId, isUploading: false } });
  if (!file) throw new NotFoundError(DATA_FILE.thing);
  return file;
}

/** E3. `CONFLICT` while one runs. The same request continues after a failure or cancellation; any other starts again. */
export function importDataFile(ctx: Context, id: string, input: ImportDataFileInput): Promise<DataFile> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const file = await lockDataFile(tx, team.id, id);
    const request = readRequest(input, file.header);
    const errors: FieldErrors = request.errors;
    const { fixedCountryId } = request;
    if (fixedCountryId !== null && (await tx.prisma.country.count({ where: { id: fixedCountryId } })) === 0) {
      errors.fixedCountryId = [messages.selected('fixedCountryId')];
    }
    refuse(errors);
    if (file.status === 'importing') throw new AppError('CONFLICT', 'The data file is already being imported.');

    const goesOn = canContinue(file) && file.importId !== null && isSameRequest(file, request);
    const importId = goesOn ? file.importId! : randomUUID();
    // The job deletes the others.
    if (!goesOn) await deleteSomeRowErrors(tx, file);
    await addJob(tx, importJob({ teamId: team.id, dataFileId: id, importId, traceId: ctx.trace.id }));
    await announceDataFile(tx, id);
    return tx.prisma.dataFile.update({
      where: { teamId_id: { teamId: team.id, id } },
      data: {
        columns: tidyColumns(request.columns),
        fixedCountryId,
        fixedNetworkBrand: request.fixedNetworkBrand,
        tags: request.tags,
        consent: request.consent ? { ...request.consent } : Prisma.DbNull,
        status: 'importing',
        importId,
        failureReason: null,
        finishedAt: null,
        ...(!goesOn && { ...FROM_THE_START, startedAt: new Date() }),
      },
    });
  });
}

const FROM_THE_START = {
  processedRows: 0,
  importedRows: 0,
  createdContacts: 0,
  updatedContacts: 0,
  unchangedContacts: 0,
  failedRows: 0,
  warningRows: 0,
  duplicateRows: 0,
  checkpointBytes: 0,
  checkpointLines: 0,
  rowsPerSecond: null,
};
