import type { Tx } from '../../../database/transaction.ts';
import type { Call } from '../../../generated/prisma/client.ts';
import { type Fact, recordEvents, records } from '../../webhooks/events/record-events.ts';

type Changed = Pick<Call, 'status' | 'callOutcome'>;

/** After the change: an end comes before its outcome. */
export function recordCallChanges(
  tx: Tx,
  teamId: string,
  changes: readonly { before: Changed; after: Changed & Pick<Call, 'id'> }[],
  at: Date,
): Promise<unknown> {
  const facts = changes.flatMap(({ before, after }): Fact[] => [
    ...(after.status === 'ended' && before.status !== 'ended'
      ? [{ type: 'call_ended', recordId: after.id } as const]
      : []),
    ...(after.callOutcome !== before.callOutcome
      ? [{ type: 'call_outcome_changed', recordId: after.id } as const]
      : []),
  ]);
  return recordEvents(tx, teamId, records.call, facts, at);
}
