import { nestedList } from '../../database/lists.ts';
import { tables } from '../../database/tables.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { logsOf } from '../sms-campaigns/loaders.ts';

/** A campaign names one in a column of its own, or several in a list, or both. */
const naming = (what: 'agent' | 'number') =>
  nestedList(tables.VoiceCampaign, {
    join: Prisma.sql`CROSS JOIN LATERAL (SELECT t.${Prisma.raw(what)}_id AS id
      UNION SELECT x::uuid FROM jsonb_array_elements_text(t.${Prisma.raw(what)}_ids) x) j`,
    parent: Prisma.sql`j.id`,
    order: Prisma.sql`t.created_at DESC, t.id DESC`,
  });

export const voiceCampaignsOfAgent = naming('agent');
export const voiceCampaignsOfNumber = naming('number');

export const logsOfVoiceCampaign = logsOf('voice_campaign');
export const logsOfVoiceCampaignSend = logsOf('voice_campaign_send');
