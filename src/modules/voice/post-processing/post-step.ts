import type { Services } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { Call, PostProcessingStatus } from '../../../generated/prisma/client.ts';
import { decryptToken } from '../../../secrets.ts';
import { openPoster, type Posted } from '../../delivery/providers/post-json.ts';
import { failureOf } from '../../delivery/providers/service-answer.ts';
import { signed } from '../../delivery/providers/webhook.ts';
import { contentOf } from './call-content.ts';

export interface Done {
  status: Exclude<PostProcessingStatus, 'waiting'>;
  reason?: string;
}

const TIMEOUT_MS = 10_000;

export class StepFailure extends Error {
  readonly isFinal: boolean;
  readonly retryAfter: number | null;

  constructor(reason: string, isFinal: boolean, retryAfter: number | null = null) {
    super(reason);
    this.isFinal = isFinal;
    this.retryAfter = retryAfter;
  }
}

interface Request {
  /** The same for every try, so the receiver recognises repeats. */
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
  if (!sealedSecret) throw new StepFailure('The step has no signing secret: make one.', true);
  const secret = decryptToken(tokenKeys, sealedSecret);
  const body = JSON.stringify({ type, timestamp: new Date(), data: { call: contentOf(call), ...more } });
  const poster = openPoster({ timeoutMs: TIMEOUT_MS, allowPrivate: config.PRIVATE_PROVIDERS });
  try {
    return answered(await poster.post(url, body, signed(secret, id, body)));
  } catch (error) {
    if (error instanceof StepFailure) throw error;
    const failure = failureOf(error);
    const isRefused = failure.status === 'rejected' && failure.kind === 'blocked';
    throw new StepFailure('reason' in failure ? failure.reason : 'The service did not answer.', isRefused);
  } finally {
    poster.close();
  }
}

/** 410 Gone asks for no further requests. */
function answered(posted: Posted): Posted {
  const { status, retryAfter } = posted;
  if (status >= 200 && status < 300) return posted;
  throw new StepFailure(`The service answered ${status}.`, status === 410, retryAfter);
}

export const markSubmitted = (tx: Tx, { teamId, id }: Call) =>
  tx.change`UPDATE calls SET lead_submitted_at = now(), updated_at = now()
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND is_lead AND lead_submitted_at IS NULL`;
