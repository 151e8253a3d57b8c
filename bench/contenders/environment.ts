import pg from 'pg';

/** What the runner tells every contender; all of them get the same. */
export const port = Number(process.env.PORT);
export const databaseUrl = process.env.DATABASE_URL!;
export const poolSize = Number(process.env.DATABASE_POOL_SIZE);
export const teamId = process.env.BENCH_TEAM_ID!;

const TIMESTAMPTZ = 1184;
const INT8 = 20;

/** `2026-11-21 00:45:32.1+00` → `2026-11-21T00:45:32.100Z`, cheaper than through a Date. */
export function isoTime(text: string): string {
  const fraction = text.charCodeAt(19) === 46 ? text.slice(20, -3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

export function createPool(): pg.Pool {
  return new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    // Statements of a few milliseconds do not win from being compiled by PostgreSQL.
    options: '-c TimeZone=UTC -c jit=off',
    types: {
      getTypeParser: ((oid: number, format?: 'text') => {
        if (oid === TIMESTAMPTZ) return isoTime;
        if (oid === INT8) return Number;
        return pg.types.getTypeParser(oid, format);
      }) as pg.CustomTypesConfig['getTypeParser'],
    },
  });
}
