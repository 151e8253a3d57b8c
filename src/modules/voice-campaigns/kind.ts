import { tables } from '../../database/tables.ts';
import type { Prisma, VoiceCampaign } from '../../generated/prisma/client.ts';
import { metaSnapshot } from '../campaigns/meta-fields.ts';
import type { CampaignKind } from '../campaigns/sends.ts';
import { VOICE_OFFERS } from '../offers/links.ts';
import { META } from './meta-update.ts';
import { lackErrors, startWarnings } from './start-checks.ts';

export const VOICE: CampaignKind<VoiceCampaign, Prisma.VoiceCampaignUncheckedUpdateInput> = {
  thing: 'Voice campaign',
  table: tables.VoiceCampaign,
  sends: { table: 'voice_campaign_sends', campaign: 'voice_campaign_id', logs: 'voice_campaign_send' },
  logs: 'voice_campaign',
  offers: VOICE_OFFERS,
  inUse: 'The voice campaign is calling. Stop it before deleting it.',
  write: (tx, { id, teamId }, data) => tx.voiceCampaign.update({ where: { teamId_id: { teamId, id } }, data }),
  lackErrors,
  startWarnings,
  started: () => ({ stoppedReason: null }),
  snapshot: (campaign) => metaSnapshot(campaign, META),
};
