import { tables } from '../../../database/tables.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { Prisma, VoiceCampaign } from '../../../generated/prisma/client.ts';
import { VOICE_SENDS } from '../../delivery/engine/send-tables.ts';
import { restVoiceMeta, voiceMeta } from '../../delivery/meta/meta.ts';
import type { CampaignKind } from '../kind.ts';
import { VOICE_OFFERS } from '../offers/links.ts';
import { lackErrors, startWarnings } from './start-checks.ts';

export const VOICE: CampaignKind<VoiceCampaign> = {
  thing: 'Voice campaign',
  table: tables.VoiceCampaign,
  meta: voiceMeta,
  sends: VOICE_SENDS,
  offers: VOICE_OFFERS,
  inUse: 'The voice campaign is calling. Stop it before deleting it.',
  create: (tx, data) =>
    tx.prisma.voiceCampaign.create({ data: data as unknown as Prisma.VoiceCampaignUncheckedCreateInput }),
  write: (tx, { id, teamId }, data) => tx.prisma.voiceCampaign.update({ where: { teamId_id: { teamId, id } }, data }),
  copied: ({ maxAttempts, retryDelay }) => ({ maxAttempts, retryDelay }),
  copyParts: copySteps,
  partErrors: async () => ({}),
  lackErrors,
  startWarnings,
  started: () => ({ stoppedReason: null }),
  stopped: (stoppedReason) => ({ stoppedReason }),
};

/** The same as REST changes it. */
export const REST_VOICE: CampaignKind<VoiceCampaign> = {
  ...VOICE,
  meta: restVoiceMeta,
  lackErrors: (ctx, tx, campaign) => lackErrors(ctx, tx, campaign, restVoiceMeta),
};

/** Copies its post-processing steps. */
async function copySteps(tx: Tx, original: VoiceCampaign, copy: VoiceCampaign): Promise<void> {
  const owner = { teamId: original.teamId, voiceCampaignId: original.id };
  const steps = await tx.prisma.postProcessing.findMany({ where: owner, orderBy: { position: 'asc' } });
  await tx.prisma.postProcessing.createMany({
    data: steps.map(({ name, kind, config, position, isActive, signingSecret }) => ({
      teamId: copy.teamId,
      voiceCampaignId: copy.id,
      name,
      kind,
      config: config as Prisma.InputJsonValue,
      position,
      isActive,
      signingSecret,
    })),
  });
}
