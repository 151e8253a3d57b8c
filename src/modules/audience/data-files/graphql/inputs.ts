import type { DataFileColumnsInput as Columns } from '../../../../generated/inputs.ts';
import { builder } from '../../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { NumberedId } from '../../../../graphql/scalars.ts';
import { ChannelEnum, ConsentPurposeEnum, ConsentStateEnum } from '../../consents/graphql/enums.ts';
import { columnDescription } from '../column-descriptions.ts';
import { COLUMN_NAMES, type ColumnName } from '../csv/columns.ts';
import { dataFileFilter, rowErrorFilter } from '../operations.ts';

const DataFileColumnsInput = builder.inputRef<Columns>('DataFileColumnsInput').implement({
  description:
    'Which column of the file becomes which field of a contact: positions from 0. Several fields may take one column; columns that no field takes are left out.',
  fields: (t) => ({
    ...(Object.fromEntries(
      COLUMN_NAMES.filter((name) => name !== 'foreignId').map((name) => [
        name,
        t.field({ type: 'NonNegativeInt', description: columnDescription(name) }),
      ]),
    ) as Record<Exclude<ColumnName, 'foreignId'>, ReturnType<typeof t.field<'NonNegativeInt', false>>>),
    number: t.field({ type: 'NonNegativeInt', required: true, description: columnDescription('number') }),
    foreignId: t.id({
      description:
        'The column with the ids that another system knows the contacts by, text of at most 255 characters: its name in the first row, as text; else its position.',
    }),
  }),
});

const DataFileConsentInput = builder.inputType('DataFileConsentInput', {
  description:
    'Consent that an import records for its contacts. It never replaces a consent that was withdrawn, and adds nothing where the state is the same.',
  fields: (t) => ({
    channels: t.field({ type: [ChannelEnum], required: true, description: 'The channels it is for, at least one.' }),
    purpose: t.field({ type: ConsentPurposeEnum, required: true, description: 'The purpose it is for.' }),
    column: t.field({
      type: 'NonNegativeInt',
      description:
        'Position of the column that says who consented: `yes`, `true`, `1` or `granted`; `no`, `false`, `0` or `withdrawn`. Empty cells take the `default`.',
    }),
    default: t.field({
      type: ConsentStateEnum,
      description:
        'State of the rows whose cell is empty, or of all rows without a `column`. Without it such cells record nothing, and a file without a `column` records `granted`.',
    }),
    evidence: t.string({
      description: 'What proves it, at most 2,000 characters; defaults to the file’s name.',
    }),
  }),
});

export const ImportDataFileInput = builder.inputType('ImportDataFileInput', {
  description: 'How a data file becomes contacts (E3).',
  fields: (t) => ({
    columns: t.field({ type: DataFileColumnsInput, required: true, description: 'What the file’s columns hold.' }),
    fixedCountryId: t.id({
      description:
        'Country of the rows that name none, e.g. "276" (ISO 3166-1): national numbers are read as its numbers.',
      extensions: { documented: NumberedId },
    }),
    fixedNetworkBrand: t.string({ description: 'Network brand of every contact, at most 255 characters.' }),
    consent: t.field({ type: DataFileConsentInput, description: 'Consent of the contacts. GraphQL only.' }),
    tags: t.stringList({
      description:
        'Tags that every contact of the file gets, made where they are missing: at most 50, each of 1 to 255 characters.',
    }),
  }),
});

export const DataFileFilter = filterInput(dataFileFilter);
export const DataFileOrder = orderInput('DataFile', { createdAt: 'When it was uploaded.', name: 'Its name.' });
filterInput(rowErrorFilter);
