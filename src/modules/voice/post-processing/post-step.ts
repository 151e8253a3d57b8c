import type { Posted } from 'outgoing-requests';
import type { Services } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { Call, PostProcessingStatus } from '../../../generated/prisma/client.ts';
import { decrypted, LOST_KEY } from '../../../secrets.ts';
import { openWebhookPoster, WebhookFailure } from '../../webhooks/requests/post-signed.ts';
import { contentOf } from './call-content.ts';

export interface Done {
  status: Exclude<PostProcessingStatus, 'waiting'>;
  reason?: string;
}

interface Request {
  id: string;
  url: string;
  sealedSecret: Uint8Array | null;
  type: string;
  call: Call;
  more?: object;
}

export async function postStep(
  { config, tokenKeys }: Services,
  { id, url, sealedSecret, type, call, more }: Request,
): Promise<Posted> {
  if (!sealedSecret) throw new WebhookFailure('The step has no signing secret: make one.', { isFinal: true });
  const secret = decrypted(tokenKeys, sealedSecret);
  if (secret === null) throw new WebhookFailure(LOST_KEY);
  const body = JSON.stringify({ type, timestamp: new Date(), data: { call: contentOf(call), ...more } });
  const poster = openWebhookPoster(config.PRIVATE_PROVIDERS);
  try {
    return await poster.post({ id, url, secrets: [secret], body });
  } finally {
    poster.close();
  }
}

export const markSubmitted = (tx: Tx, { teamId, id }: Call) =>
  tx.change`UPDATE calls SET lead_submitted_at = now(), updated_at = now()
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND is_lead AND lead_submitted_at IS NULL`;
