import type { Context } from '../../../context.ts';
import type { SetVoiceCampaignRetriesInput } from '../../../generated/inputs.ts';
import type { VoiceCampaign } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { missing, refuse } from '../../../records/input-rules.ts';
import { VOICE } from './kind.ts';

const MAX_ATTEMPTS = 20;
/** Minutes: a week. */
const MAX_DELAY = 10_080;

/** Not in the reference: how often, and after how long, a contact that was busy or did not answer is called again. */
export function setVoiceCampaignRetries(
  ctx: Context,
  id: string,
  input: SetVoiceCampaignRetriesInput,
): Promise<VoiceCampaign> {
  const { maxAttempts, retryDelay } = input;
  refuse({
    ...missing(input, 'maxAttempts', 'retryDelay'),
    ...((maxAttempts ?? 0) > MAX_ATTEMPTS && { maxAttempts: [messages.atMost('maxAttempts', MAX_ATTEMPTS)] }),
    ...((retryDelay ?? 0) > MAX_DELAY && { retryDelay: [messages.atMost('retryDelay', MAX_DELAY)] }),
  });
  return changeRecord(ctx, VOICE, id, (tx, { teamId }) =>
    tx.prisma.voiceCampaign.update({
      where: { teamId_id: { teamId, id } },
      data: { maxAttempts: maxAttempts ?? undefined, retryDelay: retryDelay ?? undefined },
    }),
  );
}
