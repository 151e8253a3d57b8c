import type { Context } from '../../../context.ts';
import type { SmsCampaign } from '../../../generated/prisma/client.ts';
import type { SendMeta } from '../../delivery/engine/plan.ts';
import type { Preview } from '../../delivery/engine/preview/preview.ts';
import type { PreviewedMessage } from '../../delivery/engine/preview/read-sms-preview.ts';
import { PREVIEW_MESSAGES } from '../../delivery/engine/preview/rehearse-sms.ts';
import { SMS_PLAY, type SmsPreview } from '../../delivery/engine/preview/sms-play.ts';
import { notesOf, type PreviewKind, type PreviewOptions, previewOf } from '../preview.ts';
import { SMS } from './kind.ts';

export type CampaignPreview = Preview & SmsPreview & { notes: string[] };

const KIND: PreviewKind<SmsCampaign, SmsPreview> = {
  kind: SMS,
  open: async () => SMS_PLAY,
  find: ({ db }, id, teamId) => db.prisma.smsCampaign.findFirst({ where: { id, teamId, deletedAt: null } }),
  metaOf: (stored) => stored as SendMeta,
};

export async function previewSmsCampaign(ctx: Context, id: string, options: PreviewOptions): Promise<CampaignPreview> {
  const { preview, meta } = await previewOf(ctx, KIND, id, options);
  const others = assumed(preview, meta);
  return {
    ...preview,
    notes: notesOf(preview, meta, { what: 'messages', count: preview.messages.length, most: PREVIEW_MESSAGES, others }),
  };
}

function assumed({ messages }: SmsPreview, { sendType, multistepData, plannerData, smartEncoding }: SendMeta) {
  const { before, after } = partsOf(messages);
  const steps = sendType === 'planner' ? plannerData?.multistepData : sendType === 'multistep' ? multistepData : null;
  return [
    ...(typeof steps?.minCtr === 'number' ? ['Every step is taken to reach its click-through rate.'] : []),
    ...(!smartEncoding && after < before
      ? [`With smart encoding the messages take ${after} parts instead of ${before}.`]
      : []),
  ];
}

/** Parts of all messages without and with smart encoding. */
export function partsOf(messages: readonly PreviewedMessage[]): { before: number; after: number } {
  const sum = { before: 0, after: 0 };
  for (const { partsBefore, partsAfter } of messages) {
    sum.before += partsBefore;
    sum.after += partsAfter;
  }
  return sum;
}
