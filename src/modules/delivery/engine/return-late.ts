import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { announceMessages } from '../../../live/announce.ts';
import { markMessages } from '../../insight/reports/roll-ups/marks.ts';
import { forgetCalls, lockBatch, ofOnlyCall } from './calls-of-batch.ts';
import type { Engine, SendKey } from './engine.ts';
import { fail, letWait, takeOut } from './refuse.ts';
import { type LockedSend, lockSend, reopenSend } from './reopen-send.ts';
import { SMS_SENDS } from './send-tables.ts';
import { type Answered, isNotAsked, isUnreachable, isUnsent, resultIds, type Unsent } from './sms-result.ts';
import { countSteps, type StepChange } from './steps.ts';

/**
 * Puts messages back that reached nobody, when their worker reports it only after another one has taken their batch over. If that one has
 * made them unknown, their contacts wait again, and a send that has ended is reopened. If it has not decided yet, it no longer finds
 * their call, unless the call also held messages that went out. Repeating it changes nothing.
 */
export async function returnLate(
  engine: Engine,
  send: SendKey,
  batchId: string,
  answered: readonly Answered[],
): Promise<void> {
  const unsent = answered.flatMap(({ results }) => results.filter(isUnsent));
  if (unsent.length === 0) return;
  // Claims lock the campaign before balances and steps. `settle` has locked those, so this needs its own transaction.
  await engine.db.transaction(
    async (tx) => {
      const now = engine.now();
      const locked = await lockSend(tx, SMS_SENDS, send.teamId, send.sendId);
      await lockBatch(tx, send.teamId, batchId);
      const late = await ofOnlyCall(tx, send.teamId, batchId, unsent);
      if (late.length === 0) return;
      await forgetCalls(tx, send.teamId, answered);
      await markMessages(tx, send.teamId, resultIds(late));
      await announceMessages(tx, send.campaignId, resultIds(late));
      const changes = await comeBack(tx, send, locked, late, now);
      await countSteps(tx, send, changes);
    },
    { again: COLLISION_OR_LOCKED },
  );
}

async function comeBack(
  tx: Tx,
  send: SendKey,
  locked: LockedSend | undefined,
  late: readonly Unsent[],
  now: Date,
): Promise<StepChange[]> {
  // The next cycle reaches these contacts again, and a deleted campaign reaches nobody.
  if (!locked || locked.isOfEarlierCycle) {
    const failed = late.map((one) => ({
      messageId: one.messageId,
      reason: isNotAsked(one) ? one.kept.reason : one.reason,
    }));
    return fail(tx, send, failed, now, 'unknown');
  }
  const changes = [
    ...(await takeOut(tx, send, late.filter(isNotAsked), now, 'unknown')),
    ...(await letWait(tx, send, late.filter(isUnreachable), { isMoved: () => false }, now, now, 'unknown')),
  ];
  const isStopped = locked.campaignStatus === 'stopped' || locked.campaignStatus === 'draft';
  if (!isStopped && changes.some(({ isOpenAgain }) => isOpenAgain)) await reopenSend(tx, SMS_SENDS, locked, now);
  return changes;
}
