import { type InsertStmt, type Node, parseSync } from 'libpg-query';
import type { Catalogue } from './catalogue.ts';
import { as } from './syntax.ts';

/**
 * Tables of teams that a statement writes by way of a Citus coordinator instead of on their shard alone. Citus sends a statement
 * whole to the shard of the team it names (proof.ts), and so an INSERT of values or of what functions make of parameters. What an
 * INSERT reads from tables or from a WITH comes to the coordinator first, and so does all of a WITH that inserts. It refuses
 * subqueries in VALUES.
 */
export function writtenByCoordinator(text: string, catalogue: Catalogue): string[] {
  const found = new Set<string>();
  for (const { stmt } of parseSync(text).stmts ?? []) {
    const top = as(stmt, 'InsertStmt');
    for (const insert of insertsIn(stmt)) {
      const { relname = '', schemaname } = insert.relation!;
      const isOfTeams = schemaname !== 'pg_temp' && catalogue.get(relname)?.teamColumn !== undefined;
      if (isOfTeams && (insert !== top || readsTables(insert.selectStmt))) found.add(relname);
    }
  }
  return [...found];
}

function insertsIn(value: unknown): InsertStmt[] {
  return pieces(value).flatMap(([kind, piece]) => [
    ...(kind === 'InsertStmt' ? [piece as InsertStmt] : []),
    ...insertsIn(piece),
  ]);
}

/** A query of a WITH is a table here, too. */
const readsTables = (source: Node | undefined): boolean =>
  pieces(source).some(([kind, piece]) => kind === 'RangeVar' || readsTables(piece as Node));

const pieces = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
