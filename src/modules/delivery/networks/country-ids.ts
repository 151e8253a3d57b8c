import type { Sql } from '../../../database/sql.ts';

/** Countries are reference data: a migration alone changes them. */
const known = new Map<string, number>();

/** By their ISO 3166-1 codes of two letters. */
export async function countryIds(
  tx: Pick<Sql, 'rows'>,
  codes: readonly string[] = [],
): Promise<ReadonlyMap<string, number>> {
  if (known.size === 0 || codes.some((code) => !known.has(code))) {
    const rows = await tx.rows<{ id: number; iso2: string }>`SELECT id, iso2 FROM countries`;
    for (const { id, iso2 } of rows) known.set(iso2, id);
  }
  return known;
}
