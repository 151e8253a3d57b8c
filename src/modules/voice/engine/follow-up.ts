import type { Tx } from '../../../database/transaction.ts';
import type { Call } from '../../../generated/prisma/client.ts';
import { publish } from '../../../observability/events.ts';
import { planSteps } from '../post-processing/plan-steps.ts';

import { afterCall, suppressCalled } from './after-call.ts';

type Followed = Pick<Call, 'teamId' | 'id' | 'status' | 'callOutcome' | 'callBackAt'>;

/** Does what a change of a call means for its contact, campaign and slot, in the transaction of the change. */
export async function followUp(
  tx: Tx,
  before: Followed,
  { teamId, id: callId, status, callOutcome: outcome, callBackAt }: Followed,
  now: Date,
): Promise<void> {
  const former = before.callOutcome;
  // The outcome may be known before the report names the moment.
  const isMoved = outcome === 'call_me_later' && callBackAt?.getTime() !== before.callBackAt?.getTime();
  if (before.status === status && former === outcome && !isMoved) return;
  if (status === 'ended' && before.status !== status) {
    await planSteps(tx, { teamId, callId }, now);
    tx.committed(() => publish({ is: 'call_ended', outcome }));
  }
  if (status === 'ended') await afterCall(tx, { teamId, callId, outcome, former }, now);
  // A person decided while the call was going on.
  else if (outcome === 'do_not_call' && former !== outcome) await suppressCalled(tx, teamId, callId, now);
}
