import { tables } from '../../database/tables.ts';
import type { Prisma, SmsCampaign } from '../../generated/prisma/client.ts';
import { metaSnapshot } from '../campaigns/meta-fields.ts';
import type { CampaignKind } from '../campaigns/sends.ts';
import { SMS_OFFERS } from '../offers/links.ts';
import { META } from './meta-update.ts';
import { lackErrors, startWarnings } from './start-checks.ts';

export const SMS: CampaignKind<SmsCampaign, Prisma.SmsCampaignUncheckedUpdateInput> = {
  thing: 'SMS campaign',
  table: tables.SmsCampaign,
  sends: { table: 'sms_sends', campaign: 'sms_campaign_id', logs: 'sms_campaign_send' },
  logs: 'sms_campaign',
  offers: SMS_OFFERS,
  inUse: 'The SMS campaign is sending. Stop it before deleting it.',
  write: (tx, { id, teamId }, data) => tx.smsCampaign.update({ where: { teamId_id: { teamId, id } }, data }),
  lackErrors,
  startWarnings,
  // A planner that was stopped (E19) goes on when its campaign is started again.
  started: ({ sendType, plannerData }) => ({
    statusReason: null,
    ...(sendType === 'planner' && { plannerData: { ...(plannerData as Prisma.JsonObject), isActive: true } }),
  }),
  snapshot: (campaign) => metaSnapshot(campaign, META),
};
