import type { Services } from '../../context.ts';
import { type Call, type PostProcessingStatus, Prisma } from '../../generated/prisma/client.ts';
import { decryptToken } from '../auth/tokens.ts';
import { openPoster, type Posted } from '../providers/post-json.ts';
import { failureOf } from '../providers/service-answer.ts';
import { signed } from '../providers/webhook.ts';
import { contentOf } from './call-content.ts';

/** How a step's work on a call is settled. */
export interface Done {
  status: Exclude<PostProcessingStatus, 'waiting'>;
  /** Why it was skipped or failed. */
  reason?: string;
}

const TIMEOUT_MS = 10_000;

/** Whether another try may do better, and after how many seconds at least. */
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
  /** Of the work: the same for every try, so that the other side tells a repeat by it. */
  id: string;
  url: string;
  sealedSecret: Uint8Array | null;
  type: string;
  call: Call;
  more?: object;
}

/** Posts a call, signed as Standard Webhooks says. Throws {@link StepFailure} unless it is answered 2xx. */
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

/** 410 Gone asks not to be sent anything more; everything else may be mended. */
function answered(posted: Posted): Posted {
  const { status, retryAfter } = posted;
  if (status >= 200 && status < 300) return posted;
  throw new StepFailure(`The service answered ${status}.`, status === 410, retryAfter);
}

/** A lead that was passed on is marked, the first time. */
export const markSubmitted = (tx: Prisma.TransactionClient, { teamId, id }: Call) =>
  tx.$executeRaw(Prisma.sql`UPDATE calls SET lead_submitted_at = now(), updated_at = now()
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND is_lead AND lead_submitted_at IS NULL`);
