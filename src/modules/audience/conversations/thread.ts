import type { Context } from '../../../context.ts';
import { inRange } from '../../../database/reads/filters.ts';
import { loaderFor } from '../../../database/reads/lists.ts';
import { type MergedSource, mergedList } from '../../../database/reads/merged.ts';
import { readGroups } from '../../../database/table.ts';
import type { DateTimeRange } from '../../../generated/inputs.ts';
import { type DirectMessageStatus, type MessageDirection, Prisma } from '../../../generated/prisma/client.ts';
import { isListed } from '../../delivery/reach/is-suppressed.ts';

type Source = 'reply' | 'campaign' | 'direct';

const DIRECTIONS = { reply: 'inbound', campaign: 'outbound', direct: 'outbound' } as const;

/** What went out or came in, whichever table has it. */
export interface ThreadMessage {
  id: string;
  direction: MessageDirection;
  kind: Source;
  text: string;
  /** ISO 8601. */
  at: string;
  /** Null for what came in. */
  status: DirectMessageStatus | null;
  reason: string | null;
  smsCampaignId: string | null;
}

/** Of the conversation `v`. Messages of campaigns are the contact's, from the same sender. */
const sources = (teamId: string): (MergedSource & { kind: Source })[] => [
  {
    kind: 'reply',
    columns: Prisma.sql`'inbound' AS direction, r.text, NULL AS status, NULL AS reason,
      r.sms_campaign_id AS "smsCampaignId"`,
    from: Prisma.sql`sms_replies r WHERE r.team_id = ${teamId}::uuid AND r.conversation_id = v.id`,
    at: Prisma.sql`r.received_at`,
    id: Prisma.sql`r.id`,
  },
  {
    kind: 'direct',
    columns: Prisma.sql`'outbound' AS direction, d.text, d.status::text AS status, d.reason,
      d.sms_campaign_id AS "smsCampaignId"`,
    from: Prisma.sql`direct_messages d WHERE d.team_id = ${teamId}::uuid AND d.number = v.number
      AND COALESCE(d.sender_id, '') = v.sender`,
    at: Prisma.sql`d.created_at`,
    id: Prisma.sql`d.id`,
  },
  {
    kind: 'campaign',
    columns: Prisma.sql`'outbound' AS direction, m.final_text AS text, m.status::text AS status, m.fail_reason AS reason,
      m.sms_campaign_id AS "smsCampaignId"`,
    from: Prisma.sql`sms_messages m WHERE m.team_id = ${teamId}::uuid AND m.contact_id = v.contact_id
      AND COALESCE(m.sender_id, '') = v.sender`,
    at: Prisma.sql`m.created_at`,
    id: Prisma.sql`m.id`,
  },
];

/** What is absent or null does not filter. */
export interface ThreadFilter {
  direction?: readonly MessageDirection[] | null | undefined;
  source?: readonly Source[] | null | undefined;
  at?: DateTimeRange | null | undefined;
}

/** Newest first. */
export const readThread = mergedList<ThreadMessage, { filter?: ThreadFilter | null | undefined }>(
  'conversations',
  (teamId, { filter }) => {
    const { direction, source, at } = filter ?? {};
    return sources(teamId)
      .filter(({ kind }) => (source?.includes(kind) ?? true) && (direction?.includes(DIRECTIONS[kind]) ?? true))
      .map((of) => ({ ...of, from: Prisma.join([of.from, ...(at ? inRange(of.at, at) : [])], ' AND ') }));
  },
);

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
