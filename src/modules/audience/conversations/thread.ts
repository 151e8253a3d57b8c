import type { Context } from '../../../context.ts';
import type { ConnectionArgs } from '../../../database/reads/connection.ts';
import { loaderFor, MAX_PAGE } from '../../../database/reads/lists.ts';
import { readGroups } from '../../../database/table.ts';
import { ValidationError } from '../../../errors.ts';
import { type DirectMessageStatus, type MessageDirection, Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { isListed } from '../../delivery/reach/is-suppressed.ts';

/** What went out or came in, whichever table has it. */
export interface ThreadMessage {
  id: string;
  direction: MessageDirection;
  source: 'REPLY' | 'CAMPAIGN' | 'DIRECT';
  text: string;
  /** ISO 8601. */
  at: string;
  /** Null for what came in. */
  status: DirectMessageStatus | null;
  reason: string | null;
  smsCampaignId: string | null;
}

const DEFAULT_PAGE = 20;
const THREAD = {};

/** Newest first. One statement for all conversations of a level. */
export async function readThread(ctx: Context, conversationId: string, args: ConnectionArgs) {
  const isBackwards = (args.last ?? null) !== null;
  if (isBackwards && (args.first ?? null) !== null)
    throw new ValidationError({ last: [messages.notTogether('last', 'first')] });
  const limit = sizeOf(isBackwards ? 'last' : 'first', args) ?? DEFAULT_PAGE;
  const asked = { isBackwards, limit, after: cursorOf('after', args), before: cursorOf('before', args) };
  const loader = loaderFor<ThreadMessage[]>(ctx, THREAD, JSON.stringify(asked), (ids) =>
    readGroups<ThreadMessage>(ctx.reader, {
      parents: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY p(id, n)`,
      count: ids.length,
      rows: threadOf(ctx.teamId, asked),
    }),
  );
  // Other parents of the level have the same rows.
  const rows = [...(await loader.load(conversationId))];
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
    totalCount: () => countThread(ctx, conversationId),
  };
}

type Key = [at: string, id: string];

interface Asked {
  isBackwards: boolean;
  limit: number;
  after: Key | null;
  before: Key | null;
}

interface Source {
  columns: Prisma.Sql;
  from: Prisma.Sql;
  /** When it was, and the id: an index has both in order. */
  at: Prisma.Sql;
  id: Prisma.Sql;
}

/** Of the conversation `v`. Messages of campaigns are the contact's, from the same sender. */
const sources = (teamId: string): Source[] => [
  {
    columns: Prisma.sql`'INBOUND' AS direction, 'REPLY' AS source, r.text, NULL AS status, NULL AS reason,
      r.sms_campaign_id AS "smsCampaignId"`,
    from: Prisma.sql`sms_replies r WHERE r.team_id = ${teamId}::uuid AND r.conversation_id = v.id`,
    at: Prisma.sql`r.received_at`,
    id: Prisma.sql`r.id`,
  },
  {
    columns: Prisma.sql`'OUTBOUND', 'DIRECT', d.text, d.status::text, d.reason, d.sms_campaign_id`,
    from: Prisma.sql`direct_messages d WHERE d.team_id = ${teamId}::uuid AND d.number = v.number
      AND COALESCE(d.sender_id, '') = v.sender`,
    at: Prisma.sql`d.created_at`,
    id: Prisma.sql`d.id`,
  },
  {
    columns: Prisma.sql`'OUTBOUND', 'CAMPAIGN', m.final_text, upper(m.status::text), m.fail_reason, m.sms_campaign_id`,
    from: Prisma.sql`sms_messages m WHERE m.team_id = ${teamId}::uuid AND m.contact_id = v.contact_id
      AND COALESCE(m.sender_id, '') = v.sender`,
    at: Prisma.sql`m.created_at`,
    id: Prisma.sql`m.id`,
  },
];

function threadOf(teamId: string, { isBackwards, limit, after, before }: Asked): Prisma.Sql {
  const way = Prisma.raw(isBackwards ? 'ASC' : 'DESC');
  const most = limit + 1;
  const parts = sources(teamId).map(({ columns, from, at, id }) => {
    const bounds = [
      ...(after ? [Prisma.sql`AND (${at}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
      ...(before ? [Prisma.sql`AND (${at}, ${id}) > (${before[0]}::timestamptz, ${before[1]}::uuid)`] : []),
    ];
    return Prisma.sql`(SELECT ${id}, ${at} AS at, ${columns} FROM ${from} ${Prisma.join([Prisma.empty, ...bounds], ' ')}
      ORDER BY ${at} ${way}, ${id} ${way} LIMIT ${most}::int)`;
  });
  return Prisma.sql`SELECT x.* FROM conversations v CROSS JOIN LATERAL (${Prisma.join(parts, ' UNION ALL ')}) x
    WHERE v.team_id = ${teamId}::uuid AND v.id = p.id ORDER BY x.at ${way}, x.id ${way} LIMIT ${most}::int`;
}

const COUNT = {};

const countThread = (ctx: Context, conversationId: string): Promise<number> =>
  loaderFor<number>(ctx, COUNT, '', async (ids) => {
    const counts = sources(ctx.teamId).map(({ from }) => Prisma.sql`(SELECT count(*) FROM ${from})`);
    const groups = await readGroups<{ count: number }>(ctx.reader, {
      parents: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY p(id, n)`,
      count: ids.length,
      rows: Prisma.sql`SELECT (${Prisma.join(counts, ' + ')})::int AS count FROM conversations v
        WHERE v.team_id = ${ctx.teamId}::uuid AND v.id = p.id`,
    });
    return groups.map(([found]) => found?.count ?? 0);
  }).load(conversationId);

const SUPPRESSED = {};

export const isConversationSuppressed = (ctx: Context, conversationId: string): Promise<boolean> =>
  loaderFor<boolean>(ctx, SUPPRESSED, '', async (ids) => {
    const groups = await readGroups<{ isSuppressed: boolean }>(ctx.reader, {
      parents: Prisma.sql`unnest(${ids}::uuid[]) WITH ORDINALITY p(id, n)`,
      count: ids.length,
      rows: Prisma.sql`SELECT ${isListed(ctx.teamId, Prisma.sql`v.number`)} OR EXISTS (SELECT FROM contacts c
          WHERE c.team_id = ${ctx.teamId}::uuid AND c.id = v.contact_id AND c.unsubscribed_at IS NOT NULL) AS "isSuppressed"
        FROM conversations v WHERE v.team_id = ${ctx.teamId}::uuid AND v.id = p.id`,
    });
    return groups.map(([found]) => found?.isSuppressed ?? false);
  }).load(conversationId);

function sizeOf(name: 'first' | 'last', args: ConnectionArgs): number | undefined {
  const size = args[name] ?? undefined;
  if (size !== undefined && size < 0) throw new ValidationError({ [name]: [messages.atLeast(name, 0)] });
  if (size !== undefined && size > MAX_PAGE) throw new ValidationError({ [name]: [messages.atMost(name, MAX_PAGE)] });
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

function cursorOf(name: 'after' | 'before', args: ConnectionArgs): Key | null {
  const given = args[name];
  if (!given) return null;
  try {
    const [at, id] = JSON.parse(Buffer.from(given, 'base64url').toString()) as unknown[];
    if (isMoment(at) && typeof id === 'string' && UUID.test(id)) return [at, id];
  } catch {
    // Not a cursor: refused below.
  }
  throw new ValidationError({ [name]: [messages.selected(name)] });
}
