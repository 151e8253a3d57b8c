import { isStorableMoment } from '../../../../input/moments.ts';
import { messages } from '../../../../input/validation-messages.ts';
import { readZone } from '../../../../schedule/read-zone.ts';
import type { CellKind } from './columns.ts';

type Cell = { value: string } | { reason: (field: string) => string };

type ReadCell = (text: string, delimiter: string) => Cell;

const value = (text: string): Cell => ({ value: text });
const refused = (reason: (field: string) => string): Cell => ({ reason });

// Not in the reference.
const MAX_CHARACTERS = 255;
const MAX_EMAIL_CHARACTERS = 254;

function text(cell: string): Cell {
  const isShort =
    cell.length <= MAX_CHARACTERS || (cell.length <= 2 * MAX_CHARACTERS && [...cell].length <= MAX_CHARACTERS);
  if (isShort) return value(cell);
  return refused((field) => messages.atMostCharacters(field, MAX_CHARACTERS));
}

/** As the schema's EmailAddress, with a dot in the domain. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

function email(cell: string): Cell {
  const address = cell.replace(/^mailto:/i, '');
  return address.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(address) ? value(address) : refused(messages.email);
}

/** A comma groups thousands if it also separates cells, and is the decimal point if semicolons do. Elsewhere it is ambiguous. */
function plainNumber(cell: string, delimiter: string): string | null {
  const bare = cell.replace(/[\s'’]/g, '');
  const english = /^[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d*)?$/;
  const continental = /^[+-]?(\d{1,3}(\.\d{3})+,\d+|\d+,\d+)$/;
  if (delimiter === ',' && english.test(bare)) return bare.replaceAll(',', '');
  if (delimiter === ';' && continental.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  return /^[+-]?\d+(\.\d*)?$/.test(bare) ? bare : null;
}

/** Written for 1234 as for 1,234. Nobody groups thousands behind a zero. */
const isAmbiguous = (cell: string, delimiter: string) => delimiter === ';' && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(cell);

function integer(cell: string, delimiter: string): Cell {
  if (isAmbiguous(cell, delimiter)) return refused(messages.ambiguous);
  const digits = plainNumber(cell, delimiter)?.replace(/\.0*$/, '');
  return digits !== undefined && /^[+-]?\d+$/.test(digits) && Number.isSafeInteger(Number(digits))
    ? value(digits)
    : refused(messages.integer);
}

const MAX_WHOLE_DIGITS = 12;

/** The database rounds to six digits. */
function decimal(cell: string, delimiter: string): Cell {
  if (isAmbiguous(cell, delimiter)) return refused(messages.ambiguous);
  const [, sign = '', whole, fraction = ''] =
    /^([+-]?)0*(0|[1-9]\d*)(\.\d*)?$/.exec(plainNumber(cell, delimiter) ?? '') ?? [];
  if (whole === undefined) return refused(messages.number);
  if (whole.length > MAX_WHOLE_DIGITS || ROUNDED_UP.test(whole + fraction)) {
    return refused((field) => messages.digits(field, MAX_WHOLE_DIGITS));
  }
  return value(`${sign}${whole}${fraction}`.replace(/\.$/, ''));
}

const ROUNDED_UP = /^9{12}\.9{6}[5-9]/;

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s?([Zz]|[+-]\d\d:?\d\d)?)?$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Not in the reference: loose ISO 8601 and day.month.year; UTC without an offset. Slashes are refused as ambiguous. */
function datetime(cell: string): Cell {
  const dotted = DOTTED.exec(cell);
  const iso = dotted ? isoOf(dotted) : cell;
  const parts = ISO.exec(iso);
  if (!parts) return refused(messages.date);
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts;
  const offset = zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset}`);
  // JavaScript reads 31 February as 3 March.
  const isReal = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return isReal && isStorableMoment(time) ? value(time.toISOString()) : refused(messages.date);
}

function isoOf([, day, month, year, hour = '00', minute = '00', second = '00']: RegExpExecArray): string {
  return `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')} ${hour}:${minute}:${second}`;
}

function timezone(cell: string): Cell {
  const zone = readZone(cell);
  return zone === null ? refused(messages.timezone) : value(zone);
}

export const readCell: Readonly<Record<Exclude<CellKind, 'phone' | 'country'>, ReadCell>> = {
  text,
  email,
  integer,
  decimal,
  datetime,
  timezone,
};
