import type { Services } from '../../../context.ts';
import { payloadOf } from '../events/event-types.ts';
import { WebhookFailure, type WebhookPoster } from '../requests/post-signed.ts';
import { batchIdOf, chunksOf, secretsOf } from './batches.ts';
import { claim, type DueEndpoint, type Endpoint, PARALLEL, type Taken } from './claim.ts';
import { MAX_BODY, settle, type Tried } from './settle.ts';

/** A turn begins no further requests after this time, so that it ends within its lease. */
const TURN_MS = 20_000;

/**
 * Sends one endpoint what it is due. False when nothing was. Once a request gets no answer or is asked to come later, or the process
 * is to end, no further ones begin.
 */
export async function takeTurn(
  services: Services,
  poster: WebhookPoster,
  due: DueEndpoint,
  signal: AbortSignal,
): Promise<boolean> {
  const claimed = await claim(services.db, due);
  if (!claimed) return false;
  const { endpoint, taken } = claimed;
  const requests = chunksOf(taken, endpoint.batchSize ?? 1);
  const tried: Tried[] = [];
  const endsAt = performance.now() + TURN_MS;
  const isOver = () =>
    signal.aborted ||
    performance.now() > endsAt ||
    tried.some(({ responseStatus, failure }) => responseStatus === null || failure?.retryAfter);
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (requests.length > 0 && !isOver()) tried.push(await post(services, poster, endpoint, requests.shift()!));
    }),
  );
  await settle(services.db, endpoint, tried, requests.flat());
  return true;
}

/** A copy: a slice keeps all of the answer in memory, and a turn may have many large ones. */
const headOf = (body: string) => Buffer.from(body.slice(0, MAX_BODY)).toString();

async function post(
  { tokenKeys, logger }: Services,
  poster: WebhookPoster,
  endpoint: Endpoint,
  deliveries: readonly Taken[],
): Promise<Tried> {
  const startedAt = performance.now();
  const done = (answer: { status: number; body: string } | null, failure: WebhookFailure | null): Tried => ({
    deliveries,
    durationMs: Math.round(performance.now() - startedAt),
    responseStatus: answer?.status ?? null,
    responseBody: answer && headOf(answer.body),
    failure: failure && { message: failure.message, isFinal: failure.isFinal, retryAfter: failure.retryAfter },
  });
  try {
    const secrets = secretsOf(tokenKeys, endpoint);
    return done(await poster.post({ url: endpoint.url, secrets, ...messageOf(endpoint, deliveries) }), null);
  } catch (error) {
    if (error instanceof WebhookFailure) return done(error.answer, error);
    logger.error({ err: error, endpoint: endpoint.id }, 'a webhook could not be sent');
    return done(null, new WebhookFailure('Server Error'));
  }
}

/** A batch that is composed anew is another message; its events keep their ids. */
function messageOf({ batchSize }: Endpoint, deliveries: readonly Taken[]): { id: string; body: string } {
  const events = deliveries.map(({ event }) => payloadOf(event));
  if (batchSize === null) return { id: events[0]!.id, body: JSON.stringify(events[0]) };
  return { id: batchIdOf(events.map(({ id }) => id)), body: JSON.stringify(events) };
}
