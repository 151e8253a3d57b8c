import { Prisma } from '../../generated/prisma/client.ts';
import { identifier, readGroups } from '../table.ts';
import { loaderFor, type ReadContext } from './lists.ts';
import { asInvalidCursor, type ConnectionArgs, connectionOf, keyset, type PageOf, pageOf } from './page.ts';

/** Rows of one table among those of a list. `v` is the parent's row. */
export interface MergedSource {
  /** Beside `id`, `at` and `kind`, in the same order in all sources. */
  columns: Prisma.Sql;
  /** Several entries may be about one record. */
  kind: string;
  from: Prisma.Sql;
  /** When it was, and the id: an index has both in order. */
  at: Prisma.Sql;
  id: Prisma.Sql;
}

interface Entry {
  id: string;
  /** ISO 8601. */
  at: string;
  kind: string;
}

/**
 * A connection below the rows of `parent` whose rows come from several tables, newest first. One statement for all parents of
 * a level, and one for their counts.
 */
export function mergedList<Node extends Entry, Args extends object = object>(
  parent: string,
  sources: (teamId: string, args: Args) => readonly MergedSource[],
) {
  const page = {};
  const counts = {};
  const below = (ctx: ReadContext, rows: Prisma.Sql, ids: readonly string[]) => ({
    parents: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY p(id, n)`,
    count: ids.length,
    rows: Prisma.sql`SELECT x.* FROM ${identifier(parent)} v CROSS JOIN LATERAL (${rows}) x
      WHERE v.team_id = ${ctx.teamId}::uuid AND v.id = p.id`,
  });

  return async (ctx: ReadContext, parentId: string, args: ConnectionArgs & Args): Promise<PageOf<Node>> => {
    const { first, last, after, before, ...given } = args;
    const own = given as unknown as Args;
    const of = sources(ctx.teamId, own);
    if (of.length === 0) return connectionOf<Node>([], args, [], async () => 0);
    const asked = rowsOf(of, args);
    const rows = await loaderFor<Node[]>(ctx, page, JSON.stringify(args), (ids) =>
      readGroups<Node>(ctx.reader, below(ctx, asked, ids)).catch((error: unknown) => asInvalidCursor(args, error)),
    ).load(parentId);
    return connectionOf([...rows], args, ['at', 'id', 'kind'], () =>
      loaderFor<number>(ctx, counts, JSON.stringify(own), async (ids) => {
        const parts = of.map(({ from }) => Prisma.sql`(SELECT count(*) FROM ${from})`);
        const count = Prisma.sql`SELECT (${Prisma.join(parts, ' + ')})::int AS count`;
        const groups = await readGroups<{ count: number }>(ctx.reader, below(ctx, count, ids));
        return groups.map(([found]) => found?.count ?? 0);
      }).load(parentId),
    );
  };
}

/** Those of the page and the one after it. */
function rowsOf(sources: readonly MergedSource[], args: ConnectionArgs): Prisma.Sql {
  const { limit, isBackwards } = pageOf(args);
  const way = Prisma.raw(isBackwards ? 'ASC' : 'DESC');
  const parts = sources.map(({ columns, kind, from, at, id }) => {
    const within = Prisma.join([from, ...keyset(args, [at, id, Prisma.sql`${kind}::text`], 'desc')], ' AND ');
    return Prisma.sql`(SELECT ${id} AS id, ${at} AS at, ${kind}::text AS kind, ${columns} FROM ${within}
      ORDER BY ${at} ${way}, ${id} ${way} LIMIT ${limit + 1}::int)`;
  });
  return Prisma.sql`SELECT u.* FROM (${Prisma.join(parts, ' UNION ALL ')}) u
    ORDER BY u.at ${way}, u.id ${way}, u.kind ${way} LIMIT ${limit + 1}::int`;
}
