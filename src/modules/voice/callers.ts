import { nestedList } from '../../database/reads/lists.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** Statements that find a campaign that may still call and that names this agent or number. */
export const usedByCampaign = (what: 'agent' | 'number', record: { id: string; teamId: string }): Prisma.Sql =>
  Prisma.sql`${namedByCampaign(what, record)} AND v.status <> 'sent'`;

/** The same for campaigns in any status. */
export const namedByCampaign = (what: 'agent' | 'number', { id, teamId }: { id: string; teamId: string }): Prisma.Sql =>
  Prisma.sql`SELECT ${`The ${what} is used by the campaign "`}::text || v.name || '".' AS text FROM voice_campaigns v
    WHERE v.team_id = ${teamId}::uuid AND v.deleted_at IS NULL
      AND (v.${Prisma.raw(what)}_id = ${id}::uuid OR v.${Prisma.raw(what)}_ids @> to_jsonb(${id}::text))`;

/** A campaign names one in a column, or several in a list, or both. */
const naming = (what: 'agent' | 'number') =>
  nestedList(tables.VoiceCampaign, {
    join: Prisma.sql`CROSS JOIN LATERAL (SELECT t.${Prisma.raw(what)}_id AS id
      UNION SELECT x::uuid FROM jsonb_array_elements_text(t.${Prisma.raw(what)}_ids) x) j`,
    parent: Prisma.sql`j.id`,
    order: [Prisma.sql`t.created_at`, Prisma.sql`t.id`],
    direction: 'desc',
  });

export const voiceCampaignsOfAgent = naming('agent');
export const voiceCampaignsOfNumber = naming('number');
