import { failureOf, isShort } from '../../../database/failures.ts';
import { COLLISION, COLLISION_OR_LOCKED, hasCode } from '../../../database/transaction.ts';
import type { statusChanges } from './change-status.ts';
import type { Engine, SendKey } from './engine.ts';

/** A send whose turn failed is looked at again after this time. */
const PUT_OFF_MS = 60_000;
/** The same when the connection to the database was lost, which is hardly the send's fault. */
const AWAY_MS = 1_000;

/**
 * Runs a turn. A turn that fails is undone, and its send is put off. Otherwise the same send would be next again and again, and
 * no other would go on. `taken` is called with the send.
 */
export async function orPutOff<Turn extends object>(
  engine: Pick<Engine, 'db' | 'logger' | 'now'>,
  { lookAgain }: Pick<ReturnType<typeof statusChanges>, 'lookAgain'>,
  turn: (taken: (send?: SendKey) => void) => Promise<Turn | null>,
): Promise<Turn | (SendKey & { claim: null }) | null> {
  let send: SendKey | undefined;
  try {
    return await turn((taken) => {
      send = taken;
    });
  } catch (error) {
    // Another transaction went first. Nothing is wrong with the send.
    if (!send || hasCode(error, COLLISION)) throw error;
    const { teamId, sendId, campaignId } = send;
    engine.logger.error({ err: error, team: teamId, send: sendId }, 'a turn failed, and its send is put off');
    const now = engine.now();
    const isAway = failureOf(error)?.code === 'UNAVAILABLE' && !isShort(error);
    const putOffMs = isAway ? AWAY_MS : PUT_OFF_MS;
    const key = { teamId, sendId, campaignId };
    await engine.db.transaction((tx) => lookAgain(tx, key, new Date(now.getTime() + putOffMs), now), {
      again: COLLISION_OR_LOCKED,
    });
    return { ...key, claim: null };
  }
}
