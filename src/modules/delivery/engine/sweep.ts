import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { campaignCarrier } from './campaign-carrier.ts';
import type { Carrier } from './carrier.ts';
import { type Engine, LEASE_MS, type Route, type SendKey } from './engine.ts';
import { handOverAgain, messagesOf, openProvider } from './hand-over.ts';
import { CAME_BACK } from './provider-calls.ts';

import { LOST, type SmsResult } from './sms-result.ts';
import { readRoute } from './stage.ts';
import { whoMayGo } from './who-may-go.ts';

interface Leftover {
  teamId: string;
  batchId: string;
  routeId: string;
}

/** Whose batches are swept, `b`, and what is known of their messages. */
export interface Leftovers<Owner extends { teamId: string }> {
  columns: Prisma.Sql;
  joins: Prisma.Sql;
  which: Prisma.Sql;
  carrierOf(engine: Engine, owner: Owner): Carrier;
  /** Those that are being sent. */
  messagesOf(tx: Tx, teamId: string, batchId: string, route: Route): ReturnType<typeof messagesOf>;
  /** Which may go again to a provider that recognises repeats. */
  mayGo(tx: Tx, owner: Owner, batchId: string, route: Route, now: Date): Promise<Set<string>>;
}

const OF_CAMPAIGNS: Leftovers<SendKey> = {
  columns: Prisma.sql`b.sms_send_id AS "sendId", s.sms_campaign_id AS "campaignId"`,
  joins: Prisma.sql`JOIN sms_sends s ON s.team_id = b.team_id AND s.id = b.sms_send_id`,
  which: Prisma.sql`b.sms_send_id IS NOT NULL`,
  carrierOf: campaignCarrier,
  messagesOf,
  mayGo: whoMayGo,
};

export const sweepBatch = (engine: Engine): Promise<boolean> => sweepLeft(engine, OF_CAMPAIGNS);

/**
 * Decides about a batch whose lease has ended: its worker is gone. What was in no call waits again. What was in one is handed
 * over again only where the provider recognises repeats. Elsewhere nobody knows whether it went out, and a receipt or a person
 * decides. False when there is no such batch.
 */
export async function sweepLeft<Owner extends { teamId: string }>(
  engine: Engine,
  leftovers: Leftovers<Owner>,
): Promise<boolean> {
  const now = engine.now();
  const isLeft = Prisma.sql`b.done_at IS NULL AND ${leftovers.which} AND b.lease_until <= ${now}::timestamptz`;
  const batch = await engine.db.transaction(
    async (tx) => {
      const [found] = await tx.rows<Leftover & Owner>`SELECT /* across teams: a batch of whichever team */
          b.team_id AS "teamId", b.id AS "batchId", b.route_id AS "routeId", ${leftovers.columns}
        FROM sms_batches b ${leftovers.joins}
        WHERE ${isLeft}${tx.reach.within('b.team_id')} ORDER BY b.lease_until LIMIT 1`;
      if (!found) return undefined;
      // From now on it is this worker's: others leave it alone until the new lease ends, and its former one begins no calls.
      // What that one is writing down of a call is waited for: a mere update would not.
      const [taken] = await tx.rows<{
        takeovers: number;
      }>`WITH free AS (SELECT b.team_id, b.id FROM sms_batches b
          WHERE b.team_id = ${found.teamId}::uuid AND b.id = ${found.batchId}::uuid AND ${isLeft} FOR UPDATE)
        UPDATE sms_batches b SET lease_until = ${new Date(now.getTime() + LEASE_MS)}::timestamptz, takeovers = b.takeovers + 1
        FROM free f WHERE b.team_id = f.team_id AND b.id = f.id AND b.team_id = ${found.teamId}::uuid RETURNING b.takeovers`;
      return { ...found, taken };
    },
    { again: COLLISION_OR_LOCKED },
  );
  if (!batch) return false;
  if (!batch.taken) return true;
  const { teamId, batchId } = batch;
  const key = { id: batchId, takeovers: batch.taken.takeovers };
  const carrier = leftovers.carrierOf(engine, batch);
  const route = await engine.db.transaction((tx) => readRoute(tx, teamId, batch.routeId), {
    again: COLLISION_OR_LOCKED,
  });
  if (!route) return true;
  const provider = openProvider(engine, route);
  const tellsRepeats = !('refusal' in provider) && provider.capabilities.idempotent;
  const { messages, mayGo } = await engine.db.transaction(
    async (tx) => ({
      mayGo: tellsRepeats ? await leftovers.mayGo(tx, batch, batchId, route, engine.now()) : new Set<string>(),
      messages: await leftovers.messagesOf(tx, teamId, batchId, route),
    }),
    { again: COLLISION_OR_LOCKED },
  );
  const asked = messages.filter(({ wasAsked }) => wasAsked);
  const again = asked.filter(({ id }) => mayGo.has(id));
  const decided: SmsResult[] = [
    ...messages.flatMap(({ id, wasAsked }) => (wasAsked ? [] : [{ messageId: id, ...CAME_BACK }])),
    ...asked.flatMap(({ id }) => (mayGo.has(id) ? [] : [{ messageId: id, ...LOST }])),
  ];
  if (again.length > 0) await handOverAgain(engine, carrier, key, route, again, decided);
  else await carrier.settle(key, route, [{ callId: null, results: decided }], true);
  return true;
}
