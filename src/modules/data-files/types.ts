import type { Row } from '../../database/table.ts';
import type { DataFile, DataFileRowError } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { nested, pageArgs } from '../../graphql/lists.ts';
import { ago } from './age.ts';
import { columnDescription } from './column-descriptions.ts';
import { COLUMN_NAMES, type ColumnMap, type ColumnName } from './columns.ts';
import { DataFileStatusEnum } from './enums.ts';
import { dataFiles, rowErrors, rowErrorsOfDataFile } from './loaders.ts';
import { remainingSeconds } from './progress.ts';
import { rowErrorsUrl } from './row-errors-csv.ts';
import type { PreviewRow } from './survey.ts';

const DataFileColumnsType = builder.objectRef<ColumnMap>('DataFileColumns').implement({
  description: 'Which column of the file becomes which field of a contact: positions from 0, null where none does.',
  fields: (t) => {
    const position = (name: ColumnName) =>
      t.int({ nullable: true, description: columnDescription(name), resolve: (map) => map[name] });
    return Object.fromEntries(COLUMN_NAMES.map((name) => [name, position(name)])) as Record<
      ColumnName,
      ReturnType<typeof position>
    >;
  },
});

const DataFilePreviewRowType = builder.objectRef<PreviewRow>('DataFilePreviewRow').implement({
  description: 'One of the first rows of a data file.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Line of the file on which the row begins, from 1.' }),
    cells: t.exposeStringList('cells', {
      description: 'Its cells in order, each cut to 100 characters; rows may have more or fewer than the header.',
    }),
  }),
});

export const DataFileRowErrorType = builder.objectRef<Row<DataFileRowError>>('DataFileRowError').implement({
  description: 'Why a row of a data file became no contact. A row with several mistakes has one of these for each.',
  table: rowErrors,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    line: t.exposeInt('line', { description: 'Line of the file on which the row begins, from 1.' }),
    field: t.exposeString('field', {
      description: 'Documented name of the field, e.g. `custom1_int`; `row` when the whole row cannot be read.',
    }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'What stands there, its first 255 characters; null for a whole row.',
    }),
    reason: t.exposeString('reason', { description: 'What is wrong with it.' }),
  }),
});

export const DataFileType = builder.objectRef<Row<DataFile>>('DataFile').implement({
  description: 'An uploaded contact list and the state of its import (E3).',
  table: dataFiles,
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'The file’s name.' }),
    size: t.expose('size', { type: 'SafeInt', description: 'Size of the upload in bytes.' }),
    status: t.expose('status', { type: DataFileStatusEnum, description: 'Where it stands.' }),
    encoding: t.exposeString('encoding', {
      description: 'What it was written in, as found: `utf-8`, `utf-16le`, `utf-16be` or `windows-1252`.',
    }),
    delimiter: t.exposeString('delimiter', { description: 'What separates its cells: `,`, `;`, a tab or `|`.' }),
    hasHeader: t.exposeBoolean('hasHeader', { description: 'Whether its first row names the columns.' }),
    header: t.exposeStringList('header', {
      description: 'The columns’ names, in order; `Column 1` and so on when the file names none.',
    }),
    preview: t.field({
      type: [DataFilePreviewRowType],
      size: 10,
      columns: ['preview'],
      description: 'The first rows behind the header, at most 10; none for files from before previews were kept.',
      resolve: (file) => file.preview as unknown as PreviewRow[],
    }),
    guessedColumns: t.field({
      type: DataFileColumnsType,
      columns: ['guessedColumns'],
      description:
        'What its columns seem to hold, by their names (in English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish or Turkish) and by the first 100 rows: a proposal for the `columns` of E3. Columns of other names are proposed as custom fields. `number` is null when no column looks like phone numbers.',
      resolve: (file) => file.guessedColumns as ColumnMap,
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description: 'SHA-256 of the uploaded bytes, 64 hexadecimal digits: tells whether a list is here already.',
    }),
    columns: t.field({
      type: DataFileColumnsType,
      nullable: true,
      columns: ['columns'],
      description: 'What its columns became in the last import; null before the first.',
      resolve: (file) => file.columns as ColumnMap | null,
    }),
    fixedCountryId: t.exposeInt('fixedCountryId', {
      nullable: true,
      description: 'Country of the rows that name none, as ISO 3166-1 numeric code.',
    }),
    fixedNetworkBrand: t.exposeString('fixedNetworkBrand', {
      nullable: true,
      description: 'Network brand of every contact of the last import.',
    }),
    tags: t.exposeStringList('tags', { description: 'Tags that the last import gave its contacts.' }),
    totalRows: t.exposeInt('totalRows', {
      description: 'Rows of the file, counted at the upload, the header and blank ones left out.',
    }),
    processedRows: t.exposeInt('processedRows', {
      description: 'Rows read so far: those imported, failed and duplicate together.',
    }),
    rowsPerSecond: t.exposeFloat('rowsPerSecond', {
      nullable: true,
      description: 'Rows that the import reads in a second, over its last seconds; null before its first rows.',
    }),
    remainingSeconds: t.int({
      nullable: true,
      columns: ['status', 'totalRows', 'processedRows', 'rowsPerSecond'],
      description: 'Seconds until a running import is through, at its present rate; null when none runs.',
      resolve: remainingSeconds,
    }),
    importedRows: t.exposeInt('importedRows', { description: 'Contacts that came out of it so far, old and new.' }),
    failedRows: t.exposeInt('failedRows', { description: 'Rows that became no contact because of a mistake.' }),
    duplicateRows: t.exposeInt('duplicateRows', {
      description: 'Rows whose number stands in an earlier row, too. The last one wins.',
    }),
    canContinue: t.boolean({
      columns: ['status'],
      description: 'Whether starting the import again with the same settings goes on where it stopped.',
      resolve: (file) => file.status === 'failed',
    }),
    failureReason: t.exposeString('failureReason', { nullable: true, description: 'Why the import failed.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last import was started.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended, well or not; null before that.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    createdAgo: t.string({
      columns: ['createdAt'],
      description: 'How long ago that was, in words: `3 minutes ago`.',
      resolve: (file) => ago(file.createdAt),
    }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed, progress included.' }),
    rowErrors: t.field({
      type: [DataFileRowErrorType],
      access: 'viewer',
      args: pageArgs,
      description: 'What is wrong with which rows, by line. `dataFileRowErrors` pages through all of them.',
      ...nested(rowErrorsOfDataFile),
    }),
    rowErrorsUrl: t.string({
      columns: ['id'],
      description:
        'Where all of them can be downloaded as CSV (line, field, value, reason) with the token of this request: a path on this server, behind `PUBLIC_URL` where that is set. Cells that a spreadsheet would take for formulas begin with an apostrophe.',
      resolve: (file, _args, ctx) => rowErrorsUrl(ctx, file.id),
    }),
    rowErrorsCount: t.int({
      columns: ['id'],
      description: 'How many mistakes were found so far.',
      resolve: (file, _args, ctx) => rowErrorsOfDataFile.count(ctx, file.id, {}),
    }),
  }),
});
