import { type InsertStmt, type Node, parseSync } from 'libpg-query';
import type { Catalogue } from './catalogue.ts';
import { as } from './syntax.ts';

interface Found {
  table: string;
  /** It stands in a WITH. */
  isWithin: boolean;
  /** What it reads: tables, and queries of a WITH. */
  reads: string[];
}

/**
 * Tables of teams that a statement writes by way of a Citus coordinator instead of on their shard alone. Citus sends a statement
 * whole to the shard of the team it names (proof.ts), and so an INSERT of values or of what functions make of parameters. What an
 * INSERT reads from tables or from a WITH comes to the coordinator first, and so does all of a WITH that inserts. It refuses
 * subqueries in VALUES.
 */
export const writtenByCoordinator = (text: string, catalogue: Catalogue): string[] =>
  unique(
    parseSync(text).stmts!.flatMap(({ stmt }) =>
      insertsOf(stmt, catalogue).filter(({ isWithin, reads }) => isWithin || reads.length > 0),
    ),
  );

/**
 * Tables of teams that a statement writes with what it sends to every node first, so that it fails while any is away: those of an
 * INSERT in a WITH that reads another query of it. An INSERT that is the statement itself may read one.
 */
export const writtenByEveryNode = (text: string, catalogue: Catalogue): string[] =>
  unique(
    parseSync(text).stmts!.flatMap(({ stmt }) => {
      const names = new Set(piecesWithin(stmt, 'CommonTableExpr').map(({ ctename }) => String(ctename)));
      return insertsOf(stmt, catalogue).filter(
        ({ isWithin, reads }) => isWithin && reads.some((name) => names.has(name)),
      );
    }),
  );

const unique = (found: readonly Found[]) => [...new Set(found.map(({ table }) => table))];

function insertsOf(stmt: Node | undefined, catalogue: Catalogue): Found[] {
  const top = as(stmt, 'InsertStmt');
  return (piecesWithin(stmt, 'InsertStmt') as InsertStmt[]).flatMap((insert) => {
    const { relname = '', schemaname } = insert.relation!;
    if (schemaname === 'pg_temp' || catalogue.get(relname)?.teamColumn === undefined) return [];
    const reads = piecesWithin(insert.selectStmt, 'RangeVar').map(({ relname: name }) => String(name));
    return [{ table: relname, isWithin: insert !== top, reads }];
  });
}

/** The nodes of a kind in a tree, a query of a WITH among them. */
function piecesWithin(value: unknown, kind: string): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, piece]) => [
    ...(name === kind ? [piece as Record<string, unknown>] : []),
    ...piecesWithin(piece, kind),
  ]);
}
