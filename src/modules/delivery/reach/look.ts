import { anyRow } from '../../../database/reads/any-row.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Rows `x` of a team that name a contact in `contact_id`. */
export interface Related {
  teamId: string;
  table: Prisma.Sql;
  /** What an index finds them by, besides the team and the contact. */
  by?: Prisma.Sql;
  /** Which of them count. */
  where?: Prisma.Sql;
}

/** How a condition on `contacts t` learns what other tables say of a contact. */
export interface Look {
  /** Whether the contact has such a row. */
  any(rows: Related): Prisma.Sql;
  /** A condition that several may ask for. */
  once(condition: Prisma.Sql): Prisma.Sql;
}

/** A condition on `contacts t` of one team. */
export type Condition = (look: Look) => Prisma.Sql;

export const relatedTo = ({ teamId, table, by = Prisma.sql`TRUE` }: Related, contact: Prisma.Sql) =>
  Prisma.sql`FROM ${table} x WHERE x.team_id = ${teamId}::uuid AND x.contact_id ${contact} AND ${by}`;

/** Looks rows up for each contact: for a few contacts, or until the first one fits. */
export const EACH: Look = {
  any: (rows) => anyRow(Prisma.sql`${relatedTo(rows, Prisma.sql`= t.id`)} AND ${rows.where ?? Prisma.sql`TRUE`}`),
  once: (condition) => condition,
};
