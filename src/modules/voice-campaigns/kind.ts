import type { Context } from '../../context.ts';
import { tables } from '../../database/tables.ts';
import type { Prisma, VoiceCampaign } from '../../generated/prisma/client.ts';
import type { CampaignKind } from '../campaigns/runs.ts';
import { required, startErrors } from '../campaigns/start-rules.ts';
import { VOICE_OFFERS } from '../offers/links.ts';
import { metaSnapshot } from './meta-update.ts';
import { linkErrors } from './references.ts';

export const VOICE: CampaignKind<VoiceCampaign, Prisma.VoiceCampaignUncheckedUpdateInput> = {
  thing: 'Voice campaign',
  table: tables.VoiceCampaign,
  runs: { table: 'voice_campaign_sends', campaign: 'voice_campaign_id' },
  logs: 'voice_campaign',
  offers: VOICE_OFFERS,
  inUse: 'The voice campaign is calling. Stop it before deleting it.',
  write: (tx, { id, teamId }, data) => tx.voiceCampaign.update({ where: { teamId_id: { teamId, id } }, data }),
  async lackErrors(_ctx, tx, campaign) {
    const links = linksOf(campaign);
    return {
      ...required(links.agentId === null && links.agentIds.length === 0 ? ['meta.agentId'] : []),
      ...required(links.numberId === null && links.numberIds.length === 0 ? ['meta.numberId'] : []),
      ...startErrors(campaign),
      ...(await linkErrors(tx, campaign.teamId, links)),
    };
  },
  startWarnings: simulatedAccounts,
  started: () => ({ stoppedReason: null }),
  snapshot: metaSnapshot,
};

/** Which accounts of the campaign's numbers call nobody. */
async function simulatedAccounts(ctx: Context, campaign: VoiceCampaign): Promise<string[]> {
  const { numberId, numberIds } = linksOf(campaign);
  const { teamId } = campaign;
  const numbers = await ctx.db.number.findMany({
    where: { teamId, id: { in: [...(numberId ? [numberId] : []), ...numberIds] } },
  });
  const providers = [...new Set(numbers.map(({ voiceProvider }) => voiceProvider))];
  const accounts = await ctx.db.voiceAccount.findMany({
    where: { teamId, adapter: 'simulator', provider: { in: providers }, archivedAt: null },
    orderBy: { name: 'asc' },
  });
  return accounts.map(({ name }) => `Simulated: calls over ${name} reach nobody, and what comes back is made up.`);
}

const linksOf = ({ segmentIds, filterSegmentId, agentId, agentIds, numberId, numberIds }: VoiceCampaign) => ({
  segmentIds: segmentIds as Record<string, unknown>[],
  filterSegmentId,
  agentId,
  agentIds: (agentIds ?? []) as string[],
  numberId,
  numberIds: (numberIds ?? []) as string[],
});
