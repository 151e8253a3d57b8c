import type { Context } from '../../context.ts';
import type { VoiceCampaign } from '../../generated/prisma/client.ts';
import { messages } from '../../input/validation-messages.ts';
import { statusErrors } from '../campaigns/input-rules.ts';
import { writeCampaign } from '../campaigns/sends.ts';
import { startCampaign } from '../campaigns/start-and-stop.ts';
import { changeRecord } from '../records/change-record.ts';
import { refuse } from '../records/input-rules.ts';
import { VOICE } from './kind.ts';

export const startVoiceCampaign = (ctx: Context, id: string): Promise<VoiceCampaign> => startCampaign(ctx, VOICE, id);

/** Not in the reference: how long a reason may be. */
const MAX_REASON = 1_000;

/** Stopping a campaign that is stopped changes nothing but the reason, where one is given. */
export function stopVoiceCampaign(ctx: Context, id: string, reason: string | null | undefined): Promise<VoiceCampaign> {
  return changeRecord(ctx, VOICE, id, async (tx, current) => {
    const tooLong = (reason?.length ?? 0) > MAX_REASON;
    refuse({
      ...statusErrors(current.status, 'stopped'),
      ...(tooLong && { reason: [messages.atMostCharacters('reason', MAX_REASON)] }),
    });
    const kept = current.status === 'stopped' ? undefined : null;
    return writeCampaign(ctx, tx, VOICE, current, { status: 'stopped', stoppedReason: reason ?? kept });
  });
}
