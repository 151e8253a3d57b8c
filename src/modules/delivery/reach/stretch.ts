import { NIL_UUID } from '../../../database/uuid.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The next contacts of a team in the order of their ids. */
export interface Stretch {
  /** For `WITH`: `stretch`, whose `up_to` is the last of them, or null when fewer than so many are left. */
  end: Prisma.Sql;
  /** What an id fulfills that is after the stretch's begin … */
  after: Prisma.Sql;
  /** … and what one fulfills that is not after its end. */
  within: Prisma.Sql;
  /** All of the contacts, as a table. */
  contacts: Prisma.Sql;
}

/**
 * Its end is found first, in the index of the ids. Asked at once for so many contacts that fulfill a condition, in this order, PostgreSQL
 * sorts all contacts that the team has left, for each stretch: it takes a team to have few, as it counts none of its rows.
 */
export function stretchOf(teamId: string, begin: string | null, size: number): Stretch {
  const after = Prisma.sql`> ${begin ?? NIL_UUID}::uuid`;
  const within = Prisma.sql`<= COALESCE((SELECT up_to FROM stretch), ${LAST_UUID}::uuid)`;
  return {
    end: Prisma.sql`stretch AS MATERIALIZED (SELECT (SELECT x.id FROM contacts x
      WHERE x.team_id = ${teamId}::uuid AND x.id ${after} ORDER BY x.id OFFSET ${size - 1}::int LIMIT 1) AS up_to)`,
    after,
    within,
    contacts: Prisma.sql`(SELECT t.* FROM contacts t
      WHERE t.team_id = ${teamId}::uuid AND t.id ${after} AND t.id ${within} OFFSET 0)`,
  };
}
