import { builder } from '../../../../graphql/builder.ts';
import { ChannelEnum, ConsentPurposeEnum, ConsentStateEnum } from '../../consents/graphql/enums.ts';
import { ago } from '../age.ts';
import { columnDescription } from '../column-descriptions.ts';
import { COLUMN_NAMES, type ColumnMap, type ColumnName, type FileColumn, leftOut } from '../csv/columns.ts';
import type { Encoding } from '../csv/encodings.ts';
import { rowErrorsUrl } from '../csv/row-errors-csv.ts';
import type { PreviewRow } from '../csv/survey.ts';
import { remainingSeconds } from '../import/progress.ts';
import { canContinue, defaultOf, type ImportConsent } from '../rules.ts';
import { DataFileStatusEnum, FileEncodingEnum } from './enums.ts';

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

const DataFileColumnType = builder.objectRef<FileColumn>('DataFileColumn').implement({
  description: 'A column of a data file.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Its position, from 0.' }),
    name: t.exposeString('name', { description: 'Its name in the header.' }),
  }),
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

export const DataFileRowErrorType = builder.prismaObject('DataFileRowError', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'line', 'field', 'value', 'reason', 'isWarning'),
  }),
});

const DataFileConsentType = builder.objectRef<ImportConsent>('DataFileConsent').implement({
  description: 'Consent that an import records for its contacts.',
  fields: (t) => ({
    channels: t.expose('channels', { type: [ChannelEnum], description: 'The channels it is for.' }),
    purpose: t.expose('purpose', { type: ConsentPurposeEnum, description: 'The purpose it is for.' }),
    column: t.exposeInt('column', {
      nullable: true,
      description: 'Position of the column that says who consented; null: none does.',
    }),
    default: t.field({
      type: ConsentStateEnum,
      nullable: true,
      description: 'State of the rows of which no column says one; null: none is recorded for them.',
      resolve: defaultOf,
    }),
    evidence: t.exposeString('evidence', { nullable: true, description: 'What proves it; null: the file’s name.' }),
  }),
});

export const DataFileType = builder.prismaObject('DataFile', {
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'name', 'delimiter', 'hasHeader', 'sha256', 'fixedNetworkBrand', 'totalRows', 'processedRows'),
    ...t.columns('rowsPerSecond', 'importedRows', 'createdContacts', 'updatedContacts', 'unchangedContacts'),
    ...t.columns('failedRows', 'warningRows', 'duplicateRows', 'failureReason', 'startedAt', 'finishedAt'),
    ...t.columns('createdAt', 'updatedAt'),
    size: t.expose('size', { type: 'SafeInt' }),
    status: t.expose('status', { type: DataFileStatusEnum }),
    encoding: t.field({
      type: FileEncodingEnum,
      select: { encoding: true },
      description:
        'Its encoding, as stated or found; `utf_8` for a workbook. `windows_1252` is an assumption unless it was stated: check the names in `preview`.',
      resolve: ({ encoding }) => encoding as Encoding,
    }),
    header: t.exposeStringList('header'),
    preview: t.field({
      type: [DataFilePreviewRowType],
      size: 10,
      select: { preview: true },
      description: 'The first rows behind the header, at most 10; none for files from before previews were kept.',
      resolve: (file) => file.preview as unknown as PreviewRow[],
    }),
    guessedColumns: t.field({
      type: DataFileColumnsType,
      select: { guessedColumns: true },
      description:
        'What its columns seem to hold, by their names (in English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish or Turkish) and by the first 100 rows: a proposal for the `columns` of E3. Columns of other names are proposed as custom fields. `number` is null when no column looks like phone numbers.',
      resolve: (file) => file.guessedColumns as ColumnMap,
    }),
    columns: t.field({
      type: DataFileColumnsType,
      nullable: true,
      select: { columns: true },
      description: 'What its columns became in the last import; null before the first.',
      resolve: (file) => file.columns as ColumnMap | null,
    }),
    fixedCountryId: t.exposeID('fixedCountryId', { nullable: true }),
    consent: t.field({
      type: DataFileConsentType,
      nullable: true,
      select: { consent: true },
      description: 'The consent that the last import recorded; null: none.',
      resolve: (file) => file.consent as unknown as ImportConsent | null,
    }),
    tags: t.exposeStringList('tags'),
    remainingSeconds: t.int({
      nullable: true,
      select: { status: true, totalRows: true, processedRows: true, rowsPerSecond: true },
      description: 'Seconds until a running import is through, at its present rate; null when none runs.',
      resolve: remainingSeconds,
    }),
    leftOutColumns: t.field({
      type: [DataFileColumnType],
      size: 20,
      select: { header: true, columns: true, guessedColumns: true },
      description:
        'Columns of the file that the last import did not take; before the first import, those that `guessedColumns` leaves out.',
      resolve: ({ header, columns, guessedColumns }) => leftOut(header, (columns ?? guessedColumns) as ColumnMap),
    }),
    canContinue: t.boolean({
      select: { status: true },
      description: 'Whether starting the import again with the same settings continues where it stopped.',
      resolve: canContinue,
    }),
    createdAgo: t.string({
      internal: true,
      select: { createdAt: true },
      description: 'How long ago that was, in words: `3 minutes ago`.',
      resolve: (file) => ago(file.createdAt),
    }),
    rowErrors: t.list('rowErrors', { access: 'viewer', orderBy: { line: 'asc' } }),
    rowErrorsUrl: t.string({
      select: { id: true },
      description:
        'Where all of them can be downloaded as CSV (line, field, value, reason, severity: `error` or `warning`) with the token of this request: a path on this server, behind `PUBLIC_URL` where that is set. Cells that a spreadsheet would take for formulas begin with an apostrophe.',
      resolve: (file, _args, ctx) => rowErrorsUrl(ctx, file.id),
    }),
    fixedCountry: t.one('fixedCountry', { access: 'viewer' }),
  }),
});
