import { nestedList } from '../../database/reads/lists.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** Of a campaign by its alias: it names this one in a column, or several in a list, or both. */
const names = (campaign: 'v' | 't', what: 'agent' | 'number', id: Prisma.Sql) =>
  Prisma.sql`(${Prisma.raw(`${campaign}.${what}_id`)} = ${id} OR ${Prisma.raw(`${campaign}.${what}_ids`)} @> to_jsonb(${id}::text))`;

/** Statements that find a campaign that may still call and that names this agent or number. */
export const usedByCampaign = (what: 'agent' | 'number', record: { id: string; teamId: string }): Prisma.Sql =>
  Prisma.sql`${namedByCampaign(what, record)} AND v.status <> 'sent'`;

/** The same for campaigns in any status. */
export const namedByCampaign = (what: 'agent' | 'number', { id, teamId }: { id: string; teamId: string }): Prisma.Sql =>
  Prisma.sql`SELECT ${`The ${what} is used by the campaign "`}::text || v.name || '".' AS text FROM voice_campaigns v
    WHERE v.team_id = ${teamId}::uuid AND v.deleted_at IS NULL
      AND ${names('v', what, Prisma.sql`${id}::uuid`)}`;

const naming = (what: 'agent' | 'number') =>
  nestedList(tables.VoiceCampaign, {
    parent: Prisma.raw(`t.${what}_id`),
    holds: (parentId) => names('t', what, parentId),
    order: [Prisma.sql`t.created_at`, Prisma.sql`t.id`],
    direction: 'desc',
  });

export const voiceCampaignsOfAgent = naming('agent');
export const voiceCampaignsOfNumber = naming('number');
