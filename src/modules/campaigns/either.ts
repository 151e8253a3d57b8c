import type { Context } from '../../context.ts';
import { type Connection, readConnection } from '../../database/reads/connection.ts';
import { type Condition, type ListArgs, listFilter } from '../../database/reads/filters.ts';
import { loadById } from '../../database/reads/lists.ts';
import type { Row, Table } from '../../database/table.ts';
import { tables } from '../../database/tables.ts';
import { NotFoundError } from '../../errors.ts';
import { Prisma, type SmsCampaign, type VoiceCampaign } from '../../generated/prisma/client.ts';
import type { Campaign, CampaignKind } from './kind.ts';
import { campaignConditions } from './reads.ts';
import { SMS } from './sms/kind.ts';
import { VOICE } from './voice/kind.ts';

/** A campaign with the name of its type. */
export type Either =
  | (Row<SmsCampaign> & { __typename: 'SmsCampaign' })
  | (Row<VoiceCampaign> & { __typename: 'VoiceCampaign' });

/** The fields to read of each type. */
export type EitherFields = Readonly<Record<Either['__typename'], readonly string[]>>;

const ONLY_ID: EitherFields = { SmsCampaign: [], VoiceCampaign: [] };

/** A campaign of either kind; null when the team has none of this id. */
export async function loadEither(ctx: Context, id: string, fields: EitherFields): Promise<Either | null> {
  const [sms, voice] = await Promise.all([
    loadById(ctx, tables.SmsCampaign, id, fields.SmsCampaign),
    loadById(ctx, tables.VoiceCampaign, id, fields.VoiceCampaign),
  ]);
  if (sms) return { ...sms, __typename: 'SmsCampaign' };
  return voice && { ...voice, __typename: 'VoiceCampaign' };
}

export async function getEither(ctx: Context, id: string, fields: EitherFields = ONLY_ID): Promise<Either> {
  const campaign = await loadEither(ctx, id, fields);
  if (!campaign) throw new NotFoundError('Campaign');
  return campaign;
}

/** Does something with a campaign of either kind. */
export async function withEither<T>(
  ctx: Context,
  id: string,
  work: <Of extends Campaign>(kind: CampaignKind<Of>) => Promise<T>,
): Promise<T> {
  const { __typename } = await getEither(ctx, id);
  return __typename === 'SmsCampaign' ? work(SMS) : work(VOICE);
}

const KINDS = { sms: 'SmsCampaign', voice: 'VoiceCampaign' } as const;
type Kind = keyof typeof KINDS;

const ofKinds: Condition<readonly Kind[]> = {
  type: 'CampaignKind',
  isList: true,
  description: 'One of these kinds.',
  sql: (kinds) => [Prisma.sql`t.kind = ANY(${[...kinds]}::text[])`],
};

export const campaignFilter = listFilter('CampaignFilter', { kind: ofKinds, ...campaignConditions });

const ORDERED = Prisma.raw('id, name, status, send_type, created_at, updated_at');
const rowsOf = (kind: Kind, { name, scope }: Table<unknown>, teamId: string) =>
  Prisma.sql`SELECT ${Prisma.raw(`'${kind}'::text`)} AS kind, ${ORDERED} FROM ${Prisma.raw(name)} t WHERE ${scope(teamId)}`;

/** Both tables as one, by what lists are filtered and ordered by. */
const CAMPAIGNS: Table<{ id: string; kind: Kind }> = {
  model: 'SmsCampaign',
  name: 'campaigns',
  rows: (teamId) => Prisma.sql`(${rowsOf('sms', tables.SmsCampaign, teamId)}
    UNION ALL ${rowsOf('voice', tables.VoiceCampaign, teamId)})`,
  fields: new Set(['id', 'kind']),
  labels: new Set(),
  written: {},
  scope: () => Prisma.sql`TRUE`,
  isPartly: true,
};

/** A page over both tables, and the rows of each by their ids. */
export async function listCampaigns(
  ctx: Context,
  args: ListArgs<typeof campaignFilter>,
  fields: EitherFields,
): Promise<Connection<Either>> {
  const page = await readConnection(ctx, CAMPAIGNS, args, {
    fields: ['kind'],
    orderBy: args.orderBy,
    filter: campaignFilter.where(ctx.teamId, args.filter),
  });
  const nodes = await Promise.all(
    page.edges.map(({ node: { id, kind } }) => {
      const type = KINDS[kind];
      return loadById<object>(ctx, tables[type], id, fields[type]).then((row) => row && { ...row, __typename: type });
    }),
  );
  // One that was deleted meanwhile is left out.
  const edges = page.edges.flatMap((edge, at) => {
    const node = nodes[at];
    return node ? [{ cursor: edge.cursor, node }] : [];
  });
  return { ...page, edges } as unknown as Connection<Either>;
}
