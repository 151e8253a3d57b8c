import type { Context } from '../../../context.ts';
import type { VoiceCampaign } from '../../../generated/prisma/client.ts';
import { decimalOf, microsOf } from '../../delivery/engine/money.ts';
import type { Preview } from '../../delivery/engine/preview/preview.ts';
import { keptMetaOf } from '../../voice/engine/call-send.ts';
import { PREVIEW_CALLS } from '../../voice/engine/preview/rehearse-calls.ts';
import { type VoicePreview, voicePlay } from '../../voice/engine/preview/voice-play.ts';
import { notesOf, type PreviewKind, type PreviewOptions, previewOf } from '../preview.ts';
import { VOICE } from './kind.ts';

export type VoiceCampaignPreview = Preview & VoicePreview & { notes: string[]; estimatedCost: string | null };

const KIND: PreviewKind<VoiceCampaign, VoicePreview> = {
  kind: VOICE,
  open: voicePlay,
  find: ({ db }, id, teamId) => db.prisma.voiceCampaign.findFirst({ where: { id, teamId, deletedAt: null } }),
  metaOf: keptMetaOf,
};

export async function previewVoiceCampaign(
  ctx: Context,
  id: string,
  options: PreviewOptions,
): Promise<VoiceCampaignPreview> {
  const { preview, meta } = await previewOf(ctx, KIND, id, options);
  const { seconds, cost, calls } = preview.expected;
  const known = calls > 0 ? `, the average of the team’s ${calls} latest answered calls` : '';
  const others = [
    `Every call is assumed to be answered and to last ${seconds} seconds${known}.`,
    ...(cost === null ? ['The cost is unknown: no provider has reported the cost of a call yet.'] : []),
  ];
  return {
    ...preview,
    notes: notesOf(preview, meta, { what: 'calls', count: preview.calls.length, most: PREVIEW_CALLS, others }),
    estimatedCost: cost === null ? null : decimalOf(microsOf(cost) * BigInt(preview.calls.length)),
  };
}
