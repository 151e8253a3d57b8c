import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import { columnName } from '../../../../database/table.ts';
import type { ConsentState } from '../../../../generated/prisma/client.ts';
import { printable, trimmed } from '../../../../input/printable.ts';
import { documentedName, messages } from '../../../../input/validation-messages.ts';
import { defaultOf, type ImportConsent } from '../rules.ts';
import { readCell } from './cells.ts';
import { COLUMN_KINDS, COLUMN_NAMES, type ColumnMap, type ColumnName } from './columns.ts';
import type { Countries, Country, Digits } from './countries.ts';
import { isRounded, readPhoneNumber } from './phone-numbers.ts';
import { type FileRecord, MAX_RECORD_BYTES, type Place, type Unreadable } from './record.ts';

interface RowRules {
  columns: ColumnMap;
  delimiter: string;
  countries: Countries;
  /** Null where each row's phone number decides. */
  countryDigits: Digits | null;
  fixedCountry: Country | undefined;
  consent: ImportConsent | null;
}

/** Empty cells are absent. */
export interface ContactRow {
  number: string;
  [column: string]: string | number;
}

export interface RowError {
  line: number;
  field: string;
  value: string | null;
  reason: string;
  /** The contact was stored without the value. */
  isWarning: boolean;
}

export interface ImportRow {
  line: number;
  end: Place;
  contact: ContactRow | null;
  errors: RowError[];
  /** Of a row that became no contact: its number withdraws consent all the same. */
  withdrawal?: ContactRow;
}

const MAX_SHOWN = 255;

const CONSENT_WORDS: ReadonlyMap<string, ConsentState> = new Map([
  ...['yes', 'true', '1', 'granted'].map((word) => [word, 'granted'] as const),
  ...['no', 'false', '0', 'withdrawn'].map((word) => [word, 'withdrawn'] as const),
]);
const NOT_YES = 'The consent field must be yes or no.';

/** What decoders write for bytes that an encoding does not have. */
const UNREAD = '\ufffd';
const NOT_READ = 'has a character that could not be read';

/** A contact can be reached without these. */
const DISPENSABLE: readonly ColumnName[] = ['email'];

export function createRowReader({ columns, delimiter, countries, countryDigits, fixedCountry, consent }: RowRules) {
  const others = COLUMN_NAMES.flatMap((name) => {
    const kind = COLUMN_KINDS[name];
    const position = columns[name];
    if (position == null || kind === 'phone' || kind === 'country') return [];
    return [{ name, column: columnName(name), position, read: readCell[kind] }];
  });

  return ({ cells, line, end }: FileRecord): ImportRow => {
    if (typeof cells === 'string') return rejectedRow({ line, end }, UNREADABLE[cells]);
    const errors: RowError[] = [];
    const refuse = (name: ColumnName, value: string, reason: (field: string) => string) => {
      const isWarning = DISPENSABLE.includes(name);
      errors.push({ line, field: documentedName(name), value: shown(value), reason: reason(name), isWarning });
    };
    const cellAt = (position: number | null | undefined) => (position == null ? '' : cellText(cells[position] ?? ''));

    const stated = cellAt(columns.country);
    const text = cellAt(columns.number);
    const meant = stated === '' ? [] : countries.named(stated);
    const [country, another] = stated === '' ? [fixedCountry] : chosenOf(meant, countryDigits, text);
    if (another) refuse('country', stated, () => ambiguous(meant));
    else if (!country && stated !== '') refuse('country', stated, messages.selected);

    const number = readPhoneNumber(text, country?.iso2);
    if (text === '') refuse('number', text, messages.required);
    else if (!number) refuse('number', text, isRounded(text) ? () => ROUNDED : messages.phoneNumber);

    const contact: ContactRow = { number: number?.digits ?? '' };
    for (const { name, column, position, read } of others) {
      const cell = cellAt(position);
      if (cell === '') continue;
      const result = read(cell, delimiter);
      if ('value' in result) contact[column] = result.value;
      else refuse(name, cell, result.reason);
      if ('value' in result && cell.includes(UNREAD)) {
        errors.push({
          line,
          field: documentedName(name),
          value: shown(cell),
          reason: messages.because(name, NOT_READ),
          isWarning: true,
        });
      }
    }
    if (consent) {
      const cell = cellAt(consent.column).toLowerCase();
      const state = cell === '' ? defaultOf(consent) : CONSENT_WORDS.get(cell);
      if (state) Object.assign(contact, { consent: state, line });
      else if (state === undefined)
        errors.push({ line, field: 'consent', value: shown(cell), reason: NOT_YES, isWarning: true });
    }
    if (!number || errors.some(({ isWarning }) => !isWarning)) {
      // Without its country a number may be somebody else's.
      const isCertain = number && (stated === '' || (country && !another));
      return {
        line,
        end,
        contact: null,
        errors: errors.map((error) => ({ ...error, isWarning: false })),
        ...(isCertain && contact.consent === 'withdrawn' && { withdrawal: contact }),
      };
    }

    // Where countries share a calling code the row's country decides.
    const own = number.country === undefined ? undefined : countries.byIso2(number.country);
    const chosen = country && sharesCallingCode(country, number.callingCode) ? country : own;
    if (chosen) contact.country_id = chosen.id;
    return { line, end, contact, errors };
  };
}

/** Without the `="…"` that keeps spreadsheets from changing a cell. */
function cellText(cell: string): string {
  const text = trimmed(printable(trimmed(cell).replace(/^="([^"]*)"$/, '$1')));
  return NO_VALUE.test(text) ? '' : text;
}

/** What databases and spreadsheets write where there is no value. */
const NO_VALUE = /^(?:\\N|NULL|#(?:N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|DIV\/0!))$/;

export const rejectedRow = ({ line, end }: Pick<ImportRow, 'line' | 'end'>, reason: string): ImportRow => ({
  line,
  end,
  contact: null,
  errors: [{ line, field: 'row', value: null, reason, isWarning: false }],
});

const UNREADABLE: Readonly<Record<Unreadable, string>> = {
  unclosed: 'The quotation mark is never closed.',
  long: `The row is too long: at most ${MAX_RECORD_BYTES / 1_024} KB are read.`,
};

/** Not between surrogates: PostgreSQL cannot store half a character. */
const shown = (value: string) => value.slice(0, MAX_SHOWN).replace(/[\uD800-\uDBFF]$/, '');

function chosenOf(meant: Country[], digits: Digits | null, number: string): Country[] {
  if (meant.length < 2) return meant;
  if (digits !== null) return [meant[digits === 'iso' ? 0 : 1]!];
  const fitting = meant.filter((country) => {
    const read = readPhoneNumber(number, country.iso2);
    return read !== null && sharesCallingCode(country, read.callingCode);
  });
  return fitting.length === 1 ? fitting : meant;
}

const ambiguous = ([iso, dialled]: Country[]) =>
  `The country field may mean ${iso!.name} or ${dialled!.name}: write ${iso!.iso2} or ${dialled!.iso2}.`;

const ROUNDED =
  'Excel has cut digits off the number. Upload the .xlsx workbook, or show the column as a number without decimals and save it as CSV again.';

const sharesCallingCode = ({ iso2 }: Country, callingCode: string) =>
  isSupportedCountry(iso2) && getCountryCallingCode(iso2) === callingCode;
