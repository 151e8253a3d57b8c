import type { DataFileColumnsInput } from '../../../../generated/inputs.ts';

export type CellKind = 'phone' | 'country' | 'email' | 'text' | 'integer' | 'decimal' | 'datetime' | 'timezone';

/** In the documented order (E3). */
export const COLUMN_KINDS = {
  number: 'phone',
  country: 'country',
  email: 'email',
  name: 'text',
  custom1Str: 'text',
  custom2Str: 'text',
  custom3Str: 'text',
  custom4Str: 'text',
  custom5Str: 'text',
  custom1Int: 'integer',
  custom2Int: 'integer',
  custom3Int: 'integer',
  custom4Int: 'integer',
  custom5Int: 'integer',
  custom1Dec: 'decimal',
  custom2Dec: 'decimal',
  custom1Datetime: 'datetime',
  custom2Datetime: 'datetime',
  custom3Datetime: 'datetime',
  custom4Datetime: 'datetime',
  custom5Datetime: 'datetime',
  timezone: 'timezone',
  foreignId: 'text',
} as const satisfies Record<string, CellKind>;

export type ColumnName = keyof typeof COLUMN_KINDS;

export type ColumnMap = { [Name in ColumnName]?: number | null };

export const COLUMN_NAMES = Object.keys(COLUMN_KINDS) as ColumnName[];

/** In the documented order, so that equal maps are equal text. */
export function tidyColumns(columns: ColumnMap): ColumnMap & { number: number } {
  const set = COLUMN_NAMES.flatMap((name) => (columns[name] == null ? [] : [[name, columns[name]]]));
  return Object.fromEntries(set) as ColumnMap & { number: number };
}

export interface FileColumn {
  position: number;
  name: string;
}

export function leftOut(header: readonly string[], columns: ColumnMap): FileColumn[] {
  const taken = new Set(Object.values(columns));
  return header.map((name, position) => ({ position, name })).filter(({ position }) => !taken.has(position));
}

/** -1 for a missing column. The first of two columns with one name counts. */
export function positioned({ foreignId, ...columns }: DataFileColumnsInput, header: readonly string[]): ColumnMap {
  if (foreignId == null) return columns;
  const name = foreignId.trim();
  const named = header.findIndex((title) => title.trim() === name);
  if (named >= 0) return { ...columns, foreignId: named };
  return { ...columns, foreignId: /^\d{1,9}$/.test(name) ? Number(name) : -1 };
}
