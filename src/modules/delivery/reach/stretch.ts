import { NIL_UUID } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The next contacts of a team in the order of their ids. */
export interface Stretch {
  /** For `WITH`: `stretch`, whose `up_to` is the last of them, or null when fewer than so many are left. */
  end: Prisma.Sql;
  /** What every id in the stretch fulfills: it is after the begin, and not after the end. */
  after: Prisma.Sql;
  within: Prisma.Sql;
  /** The contacts as a table, with further columns of `contacts t`. */
  contacts(columns?: Prisma.Sql): Prisma.Sql;
}

/**
 * Its end is found first, by the index of ids alone. When a statement asks for the next so many contacts that fulfill a condition,
 * PostgreSQL may sort all that the team has left: it has no statistics of teams (`statistics.ts`) and takes them to be few.
 */
export function stretchOf(teamId: string, begin: string | null, size: number): Stretch {
  const after = Prisma.sql`> ${begin ?? NIL_UUID}::uuid`;
  const within = Prisma.sql`<= COALESCE((SELECT up_to FROM stretch), ${LAST_UUID}::uuid)`;
  return {
    end: Prisma.sql`stretch AS MATERIALIZED (SELECT (SELECT x.id FROM contacts x
      WHERE x.team_id = ${teamId}::uuid AND x.id ${after} ORDER BY x.id OFFSET ${size - 1}::int LIMIT 1) AS up_to)`,
    after,
    within,
    contacts: (columns = Prisma.empty) => Prisma.sql`(SELECT t.*${columns} FROM contacts t
      WHERE t.team_id = ${teamId}::uuid AND t.id ${after} AND t.id ${within} OFFSET 0)`,
  };
}
