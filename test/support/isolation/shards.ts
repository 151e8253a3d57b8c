import { type InsertStmt, type Node, parseSync, type RangeVar } from 'libpg-query';
import type { Catalogue } from './catalogue.ts';
import { as, words } from './syntax.ts';

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

/**
 * Functions that change, as Citus takes it: PostgreSQL calls them VOLATILE or STABLE, for every type that we give them. What
 * `npm run distribute` declares otherwise is not among them.
 */
const CHANGING = [
  ...[
    'now',
    'clock_timestamp',
    'statement_timestamp',
    'transaction_timestamp',
    'timezone',
    'to_char',
    'current_setting',
  ],
  ...['gen_random_uuid', 'random', 'nextval', 'format', 'concat', 'concat_ws', 'array_to_string'],
  ...['to_json', 'to_jsonb', 'row_to_json', 'json_agg', 'jsonb_agg', 'json_build_array', 'jsonb_build_array'],
  ...['json_build_object', 'jsonb_build_object'],
];

/**
 * What Citus refuses in a statement, by the place where it stands: functions that change in RETURNING and ON CONFLICT, and in the SET
 * and WHERE of an UPDATE or DELETE within CASE or COALESCE (a query in FROM may have them, and its columns stand anywhere);
 * parameters in RETURNING and ON CONFLICT of an INSERT that selects from no table of teams, and queries in its RETURNING; queries without
 * columns beside an INSERT in a WITH.
 */
export function refusedByCitus(text: string, catalogue: Catalogue): string[] {
  const places = parseSync(text).stmts!.flatMap(({ stmt }) => {
    const inserts = piecesWithin(stmt, 'CommonTableExpr').filter(({ ctequery }) => as(ctequery as Node, 'InsertStmt'));
    const outer = Object.values(stmt ?? {}).map((query) => ({ ...query, withClause: undefined }));
    const empty =
      inserts.length > 0 &&
      piecesWithin([inserts, outer], 'SelectStmt').some(
        ({ targetList, valuesLists, larg }) => !targetList && !valuesLists && !larg,
      );
    const writes = WRITES.flatMap((kind) =>
      (piecesWithin(stmt, kind) as unknown as Write[]).map((write) => ({ kind, ...write })),
    );
    return [
      ...(empty ? ['SELECT without columns'] : []),
      ...writes.flatMap((write) => (catalogue.has(nameOf(write.relation)) ? refusedIn(write, catalogue) : [])),
    ];
  });
  return [...new Set(places)];
}

function refusedIn(
  { kind, selectStmt, onConflictClause, targetList, whereClause, returningClause }: Write & Kind,
  catalogue: Catalogue,
): string[] {
  const reads = piecesWithin(selectStmt, 'RangeVar').map(({ relname }) => String(relname));
  const selects =
    kind === 'InsertStmt' &&
    as(selectStmt, 'SelectStmt')?.valuesLists === undefined &&
    !reads.some((name) => catalogue.get(name)?.teamColumn !== undefined);
  const onConflict = [onConflictClause?.targetList, onConflictClause?.whereClause];
  const lazy =
    kind === 'InsertStmt' ? [] : LAZY.flatMap((name) => piecesWithin(withoutQueries([targetList, whereClause]), name));
  const has = (pieces: unknown, name: string) => piecesWithin(pieces, name).length > 0;
  return [
    ...((selects ? has(returningClause, 'ParamRef') || has(returningClause, 'SubLink') : changes(returningClause))
      ? ['RETURNING']
      : []),
    ...(changes(onConflict) || (selects && has(onConflict, 'ParamRef')) ? ['ON CONFLICT'] : []),
    ...(changes(lazy) ? ['CASE or COALESCE'] : []),
  ];
}

const WRITES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;
const LAZY = ['CaseExpr', 'CoalesceExpr'] as const;

interface Kind {
  kind: (typeof WRITES)[number];
}

type Write = Partial<Record<'targetList' | 'whereClause' | 'returningClause', unknown>> &
  Pick<InsertStmt, 'onConflictClause' | 'selectStmt'> & { relation: RangeVar };

const nameOf = ({ schemaname, relname = '' }: RangeVar) => (schemaname === 'pg_temp' ? '' : relname);

const changes = (pieces: unknown): boolean =>
  piecesWithin(pieces, 'SQLValueFunction').length > 0 ||
  piecesWithin(pieces, 'FuncCall').some(({ funcname }) => CHANGING.includes(words(funcname as Node[]).at(-1) ?? ''));

/** Citus looks at a subquery only where it stands in CASE or COALESCE. */
const withoutQueries = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(withoutQueries)
      : Object.fromEntries(
          Object.entries(value).flatMap(([name, piece]) =>
            name === 'SubLink'
              ? []
              : [[name, (LAZY as readonly string[]).includes(name) ? piece : withoutQueries(piece)]],
          ),
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
