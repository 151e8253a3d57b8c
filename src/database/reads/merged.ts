import { ValidationError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { identifier, readGroups } from '../table.ts';
import type { ConnectionArgs } from './connection.ts';
import { loaderFor, MAX_PAGE, type ReadContext } from './lists.ts';

/** Rows of one table among those of a list. `v` is the parent's row. */
export interface MergedSource {
  /** Beside `id` and `at`; the first source names them. */
  columns: Prisma.Sql;
  from: Prisma.Sql;
  /** When it was, and the id: an index has both in order. */
  at: Prisma.Sql;
  id: Prisma.Sql;
}

interface Entry {
  id: string;
  /** ISO 8601. */
  at: string;
}

const DEFAULT_PAGE = 20;

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

  return async (
    ctx: ReadContext,
    parentId: string,
    { first, last, after, before, ...given }: ConnectionArgs & Args,
  ) => {
    const own = given as unknown as Args;
    const isBackwards = (last ?? null) !== null;
    if (isBackwards && (first ?? null) !== null)
      throw new ValidationError({ last: [messages.notTogether('last', 'first')] });
    const limit = (isBackwards ? sizeOf('last', last) : sizeOf('first', first)) ?? DEFAULT_PAGE;
    const asked = { isBackwards, limit, after: cursorOf('after', after), before: cursorOf('before', before) };
    const loader = loaderFor<Node[]>(ctx, page, JSON.stringify([asked, own]), (ids) =>
      readGroups<Node>(ctx.reader, below(ctx, pageOf(sources(ctx.teamId, own), asked), ids)),
    );
    // Other parents of the level have the same rows.
    const rows = [...(await loader.load(parentId))];
    const isMore = rows.length > limit;
    if (isMore) rows.pop();
    if (isBackwards) rows.reverse();
    const edges = rows.map((node) => ({ node, cursor: encoded([node.at, node.id]) }));
    return {
      edges,
      pageInfo: {
        startCursor: edges.at(0)?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
        hasNextPage: isBackwards ? asked.before !== null : isMore,
        hasPreviousPage: isBackwards ? isMore : asked.after !== null,
      },
      totalCount: () =>
        loaderFor<number>(ctx, counts, JSON.stringify(own), async (ids) => {
          const parts = sources(ctx.teamId, own).map(({ from }) => Prisma.sql`(SELECT count(*) FROM ${from})`);
          const rows = Prisma.sql`SELECT (${Prisma.join(parts, ' + ')})::int AS count`;
          const groups = await readGroups<{ count: number }>(ctx.reader, below(ctx, rows, ids));
          return groups.map(([found]) => found?.count ?? 0);
        }).load(parentId),
    };
  };
}

type Key = [at: string, id: string];

interface Asked {
  isBackwards: boolean;
  limit: number;
  after: Key | null;
  before: Key | null;
}

function pageOf(sources: readonly MergedSource[], { isBackwards, limit, after, before }: Asked): Prisma.Sql {
  const way = Prisma.raw(isBackwards ? 'ASC' : 'DESC');
  const most = limit + 1;
  const parts = sources.map(({ columns, from, at, id }) => {
    const bounds = [
      ...(after ? [Prisma.sql`AND (${at}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
      ...(before ? [Prisma.sql`AND (${at}, ${id}) > (${before[0]}::timestamptz, ${before[1]}::uuid)`] : []),
    ];
    return Prisma.sql`(SELECT ${id} AS id, ${at} AS at, ${columns} FROM ${from} ${Prisma.join([Prisma.empty, ...bounds], ' ')}
      ORDER BY ${at} ${way}, ${id} ${way} LIMIT ${most}::int)`;
  });
  return Prisma.sql`SELECT u.* FROM (${Prisma.join(parts, ' UNION ALL ')}) u ORDER BY u.at ${way}, u.id ${way} LIMIT ${most}::int`;
}

function sizeOf(name: 'first' | 'last', size: number | null | undefined): number | undefined {
  if (size === null || size === undefined) return undefined;
  if (size < 0) throw new ValidationError({ [name]: [messages.atLeast(name, 0)] });
  if (size > MAX_PAGE) throw new ValidationError({ [name]: [messages.atMost(name, MAX_PAGE)] });
  return size;
}

const encoded = (key: Key) => Buffer.from(JSON.stringify(key)).toString('base64url');

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Date.parse takes 30 February, PostgreSQL refuses it, and the year 0000. */
const isMoment = (at: unknown): at is string =>
  typeof at === 'string' &&
  MOMENT.test(at) &&
  at >= '0001' &&
  new Date(at).toISOString().slice(0, 19) === at.slice(0, 19);

function cursorOf(name: 'after' | 'before', given: string | null | undefined): Key | null {
  if (!given) return null;
  try {
    const [at, id] = JSON.parse(Buffer.from(given, 'base64url').toString()) as unknown[];
    if (isMoment(at) && typeof id === 'string' && UUID.test(id)) return [at, id];
  } catch {
    // Not a cursor: refused below.
  }
  throw new ValidationError({ [name]: [messages.selected(name)] });
}
