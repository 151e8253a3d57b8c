import type { Services } from '../../../context.ts';
import { inIndexOrder } from '../../../database/in-index-order.ts';
import type { Db, Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Previous } from '../../../records/previous-secrets.ts';
import { batchIdOf, chunksOf, secretsOf } from '../../webhooks/delivery/batches.ts';
import type { DueEndpoint } from '../../webhooks/delivery/claim.ts';
import type { Lane } from '../../webhooks/delivery/dispatcher.ts';
import { WebhookFailure, type WebhookPoster } from '../../webhooks/requests/post-signed.ts';
import { claimReturns, endReturns, isDue, postponeReturns, type Returned } from '../connections/claim-returns.ts';

const MOST_RETURNS = 100;
/** Requests of a turn, all at once; of an endpoint that fails one. */
const PARALLEL = 4;
/** Longer than a turn takes: an older try died with its process. */
const LEASE_SECONDS = 60;
const FIRST_PAUSE_MS = 5_000;
/** Endpoints that are looked at, at most. */
const MOST_DUE = 200;

interface Endpoint extends Previous {
  url: string;
  secret: Uint8Array;
}

/** Posts receipts and replies to the endpoints that have a callback URL. */
export const CALLBACKS: Lane = {
  due: ({ db, config }, without) =>
    inIndexOrder<DueEndpoint>(
      db,
      Prisma.sql`SELECT /* across teams: endpoints take turns */
      e.team_id AS "teamId", e.id, e.callback_failure IS NOT NULL AS "isFailing" FROM seller_endpoints e
    CROSS JOIN LATERAL (SELECT d.due_at FROM hub_returns d
      WHERE d.team_id = e.team_id AND d.seller_endpoint_id = e.id AND ${isDue(config, Prisma.sql`f.team_id = d.team_id${db.reach.within('f.team_id')}`)}${db.reach.within('d.team_id')} ORDER BY d.due_at, d.id LIMIT 1) d
    WHERE e.callback_url IS NOT NULL AND e.callback_secret IS NOT NULL AND e.deleting_at IS NULL AND e.id <> ALL(${without.endpoints}::uuid[])
      AND e.team_id <> ALL(${without.teams}::uuid[]) AND (e.callback_failure IS NULL OR NOT ${without.failing}::boolean)
      AND COALESCE(e.callback_paused_until <= now(), true)${db.reach.within('e.team_id')}
    ORDER BY d.due_at, e.id LIMIT ${MOST_DUE}::int`,
    ),

  async turn(services, poster, due, signal) {
    const { db } = services;
    const endpoint = signal.aborted ? undefined : await readEndpoint(db, due);
    if (!endpoint) return false;
    const room = MOST_RETURNS * (due.isFailing ? 1 : PARALLEL);
    const key = { teamId: due.teamId, endpointId: due.id };
    const claimed = await claimReturns(services, 'callbacks', [{ ...key, room }], LEASE_SECONDS);
    if (claimed.length === 0) return false;
    const tried = await Promise.all(
      chunksOf(claimed, MOST_RETURNS).map(async (returns) => ({
        returns,
        failure: await post(services, poster, endpoint, returns),
      })),
    );
    await settle(db, due, endpoint, tried);
    return true;
  },
};

const readEndpoint = (db: Db, { teamId, id }: DueEndpoint) =>
  db.row<Endpoint>`SELECT callback_url AS url, callback_secret AS secret,
      previous_callback_secret AS "previousSecret", previous_callback_secret_expires_at AS "previousSecretExpiresAt"
    FROM seller_endpoints WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND callback_url IS NOT NULL
      AND callback_secret IS NOT NULL AND COALESCE(callback_paused_until <= now(), true)`;

async function post(
  { tokenKeys, logger }: Services,
  poster: WebhookPoster,
  endpoint: Endpoint,
  returns: readonly Returned[],
): Promise<WebhookFailure | null> {
  try {
    const secrets = secretsOf(tokenKeys, endpoint);
    const body = JSON.stringify({ returns: returns.map(bodyOf) });
    await poster.post({ id: batchIdOf(returns.map(({ id }) => id)), url: endpoint.url, secrets, body });
    return null;
  } catch (error) {
    if (error instanceof WebhookFailure) return error;
    logger.error({ err: error, endpoint: returns[0]!.endpointId }, 'a callback could not be posted');
    return new WebhookFailure('Server Error');
  }
}

interface Tried {
  returns: readonly Returned[];
  failure: WebhookFailure | null;
}

async function settle(db: Db, due: DueEndpoint, { url }: Endpoint, tried: readonly Tried[]): Promise<void> {
  const failed = tried.filter(({ failure }) => failure !== null);
  const taken = tried.filter(({ failure }) => failure === null).flatMap(({ returns }) => returns);
  const again = failed.flatMap(({ returns }) => returns);
  await db.transaction(async (tx) => {
    // The endpoint is locked before its returns, as in updateSellerEndpoint.
    const isMoved = (again.length > 0 || due.isFailing) && !(await lockEndpoint(tx, due, url));
    if (taken.length > 0) await endReturns(tx, taken);
    // Another URL has not failed.
    if (again.length > 0) await postponeReturns(tx, again, isMoved ? 0 : FIRST_PAUSE_MS);
    if (failed.length === 0 && !due.isFailing) return;
    // What one request alone is refused for need not hold up the others.
    const failure = taken.length === 0 ? failed[0]!.failure!.message : null;
    const asked = Math.max(0, ...failed.map(({ failure }) => failure!.retryAfter ?? 0));
    const pause = Math.max(asked, failure === null ? 0 : FIRST_PAUSE_MS / 1_000);
    await tx.change`UPDATE seller_endpoints SET callback_failure = ${failure},
        callback_paused_until = CASE WHEN ${pause}::int > 0
          THEN GREATEST(callback_paused_until, moment + make_interval(secs => ${pause}::int))
          WHEN callback_paused_until > moment THEN callback_paused_until END
      FROM now() moment
      WHERE team_id = ${due.teamId}::uuid AND id = ${due.id}::uuid AND callback_url = ${url}`;
  });
}

const lockEndpoint = (tx: Tx, { teamId, id }: DueEndpoint, url: string) =>
  tx.row`SELECT id FROM seller_endpoints
    WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid AND callback_url = ${url} FOR NO KEY UPDATE`;

/** What docs/hub.md shows. */
function bodyOf(returned: Returned): Record<string, unknown> {
  const { id, kind: type } = returned;
  if (returned.kind === 'reply') {
    const { from, to, text, receivedAt } = returned.content;
    return { id, type, from: `+${from}`, to, text, receivedAt };
  }
  const { messageId, reference, sender, destination, status, code, reason, submittedAt, doneAt } = returned.content;
  return {
    ...{ id, type, messageId, reference, to: destination, from: sender },
    ...{ status, code, reason, submittedAt, settledAt: doneAt },
  };
}
