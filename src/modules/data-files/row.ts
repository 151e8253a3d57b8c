import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import { columnName } from '../../database/table.ts';
import { documentedName, messages } from '../../validation-messages.ts';
import { readCell } from './cells.ts';
import { COLUMN_KINDS, COLUMN_NAMES, type ColumnMap } from './columns.ts';
import type { Countries, Country } from './countries.ts';
import { readPhoneNumber } from './phone-numbers.ts';
import type { FileRecord } from './records.ts';

export interface RowRules {
  columns: ColumnMap;
  delimiter: string;
  countries: Countries;
  /** For rows that name no country. */
  fixedCountry: Country | undefined;
}

/** Values by column of `contacts`, as text; what the row leaves empty is absent. */
export interface ContactRow {
  number: string;
  [column: string]: string | number;
}

export interface RowError {
  line: number;
  /** The documented name of the column; `row` for the whole row. */
  field: string;
  value: string | null;
  reason: string;
}

export type ReadRow = { contact: ContactRow } | { errors: RowError[] };

/** Longer values are of no use to whoever looks for the mistake. */
const MAX_SHOWN = 255;

/** A reader of rows under one column map. A row with a mistake makes no contact: all its mistakes are told. */
export function createRowReader({ columns, delimiter, countries, fixedCountry }: RowRules) {
  const others = COLUMN_NAMES.flatMap((name) => {
    const kind = COLUMN_KINDS[name];
    const position = columns[name];
    if (position == null || kind === 'phone' || kind === 'country') return [];
    return [{ name, column: columnName(name), position, read: readCell[kind] }];
  });

  return ({ cells, line }: FileRecord): ReadRow => {
    if (!cells) return { errors: [{ line, field: 'row', value: null, reason: 'The quotation mark is never closed.' }] };
    const errors: RowError[] = [];
    const refuse = (name: string, value: string, reason: (field: string) => string) => {
      errors.push({ line, field: documentedName(name), value: value.slice(0, MAX_SHOWN), reason: reason(name) });
    };
    const cellAt = (position: number | null | undefined) =>
      position == null ? '' : (cells[position] ?? '').replaceAll('\0', '').trim();

    const stated = cellAt(columns.country);
    const country = stated === '' ? fixedCountry : countries.named(stated);
    if (!country && stated !== '') refuse('country', stated, messages.selected);

    const text = cellAt(columns.number);
    const number = readPhoneNumber(text, country?.iso2);
    if (text === '') refuse('number', text, messages.required);
    else if (!number) refuse('number', text, () => 'The number field must be a valid phone number.');

    const contact: ContactRow = { number: number?.digits ?? '' };
    for (const { name, column, position, read } of others) {
      const cell = cellAt(position);
      if (cell === '') continue;
      const result = read(cell, delimiter);
      if ('value' in result) contact[column] = result.value;
      else refuse(name, cell, result.reason);
    }
    if (!number || errors.length > 0) return { errors };

    // Some countries share a calling code: then the row is believed, else the number.
    const own = number.country === undefined ? undefined : countries.byIso2(number.country);
    const chosen = country && sharesCallingCode(country, number.callingCode) ? country : own;
    if (chosen) contact.country_id = chosen.id;
    return { contact };
  };
}

const sharesCallingCode = ({ iso2 }: Country, callingCode: string) =>
  isSupportedCountry(iso2) && getCountryCallingCode(iso2) === callingCode;
