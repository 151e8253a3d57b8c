import { isDeepStrictEqual } from 'node:util';
import { tagName } from '../input/printable.ts';
import { type Arguments, UsageError } from './arguments.ts';
import { FIELD_NAMES, type ImportInput, type RemoteFile } from './server.ts';

export function importInput(given: Arguments, file: RemoteFile, countryId: string | null): ImportInput {
  const named = Object.entries(given.map).map(([field, column]) => [field, positionOf(field, column, file)] as const);
  const columns = named.length > 0 ? Object.fromEntries(named) : setOnly(file.guessedColumns);
  if (columns.number === undefined) {
    throw new UsageError(
      `Which column has the phone numbers? --map number=<column> (${file.header.map((name, at) => `${at} ${name}`).join(', ')})`,
    );
  }
  // As the server stores them, so that the same import is recognised.
  const tags = [...new Set(given.tags.map(tagName))];
  return { columns, fixedCountryId: countryId, fixedNetworkBrand: given.brand?.trim() || null, tags };
}

export const isSameImport = (file: RemoteFile, input: ImportInput): boolean =>
  isDeepStrictEqual(
    [setOnly(file.columns ?? {}), file.fixedCountryId, file.fixedNetworkBrand, [...file.tags].sort()],
    [input.columns, input.fixedCountryId, input.fixedNetworkBrand, [...input.tags].sort()],
  );

function positionOf(field: string, column: string, { header }: RemoteFile): number {
  if (!FIELD_NAMES.includes(field)) throw new UsageError(`--map: ${field} is none of ${FIELD_NAMES.join(', ')}.`);
  if (/^\d+$/.test(column)) return Number(column);
  const at = header.findIndex((name) => name.toLowerCase() === column.toLowerCase());
  if (at === -1) throw new UsageError(`--map: the file has no column ${column}, only ${header.join(', ')}.`);
  return at;
}

const setOnly = (columns: Record<string, number | null>): Record<string, number> =>
  Object.fromEntries(Object.entries(columns).flatMap(([name, at]) => (at === null ? [] : [[name, at]])));
