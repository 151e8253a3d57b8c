import { type CellKind, COLUMN_KINDS, type ColumnName } from './csv/columns.ts';

const KINDS: Readonly<Record<CellKind, string>> = {
  phone:
    'phone numbers: international (`+49…`, `0049…`) or numbers of the row’s country, with or without trunk prefix or calling code; without a country, a number begins with its calling code. Punctuation, labels (`tel:`), extensions and the digits of any script are understood; so is scientific notation where no digits were lost',
  country:
    'countries: ISO code of two or three letters, ISO number (`276`), name in any of many languages, flag, or dialling code. Of digits that may be either, the other cells of the column tell which, else the row’s number; with a plus sign they are a dialling code. Rows without one take the fixed country',
  email: 'e-mail addresses',
  text: 'text of at most 255 characters',
  integer: 'whole numbers between −(2⁵³ − 1) and 2⁵³ − 1',
  decimal: 'numbers of at most 12 digits before the point and 6 after it',
  datetime: 'times: ISO 8601 or day.month.year, in UTC where they have no offset',
  timezone: 'time zones by IANA name, e.g. `Europe/Berlin`',
};

export const columnDescription = (name: ColumnName) =>
  `Position of the column with ${name === 'foreignId' ? 'the ids that another system knows the contacts by, ' : ''}${KINDS[COLUMN_KINDS[name]]}.`;
