import { tables } from '../../../database/tables.ts';
import type { Prisma, SmsCampaign } from '../../../generated/prisma/client.ts';
import { SMS_SENDS } from '../../delivery/engine/send-tables.ts';
import { smsMeta } from '../../delivery/meta/meta.ts';
import type { CampaignKind } from '../kind.ts';
import { SMS_OFFERS } from '../offers/links.ts';
import { lackErrors, partErrors, startWarnings } from './start-checks.ts';
import { copyTexts } from './texts.ts';

export const SMS: CampaignKind<SmsCampaign> = {
  thing: 'SMS campaign',
  table: tables.SmsCampaign,
  meta: smsMeta,
  sends: SMS_SENDS,
  offers: SMS_OFFERS,
  inUse: 'The SMS campaign is sending. Stop it before deleting it.',
  create: (tx, data) =>
    tx.prisma.smsCampaign.create({ data: data as unknown as Prisma.SmsCampaignUncheckedCreateInput }),
  write: (tx, { id, teamId }, data) => tx.prisma.smsCampaign.update({ where: { teamId_id: { teamId, id } }, data }),
  copied: () => ({}),
  copyParts: copyTexts,
  partErrors,
  lackErrors,
  startWarnings,
  // A planner that was stopped (E19) continues when its campaign is started again.
  started: ({ sendType, plannerData }) => ({
    statusReason: null,
    ...(sendType === 'planner' && { plannerData: { ...(plannerData as Prisma.JsonObject), isActive: true } }),
  }),
  stopped: (statusReason) => ({ statusReason }),
};
