import type { Tx } from '../../../database/transaction.ts';
import { factsOf, recordEvents, records } from '../../webhooks/events/record-events.ts';

/** That messages of sellers came to their end, in the transaction that ends them. */
export const recordFinals = (tx: Tx, teamId: string, ids: readonly string[], now: Date): Promise<unknown> =>
  recordEvents(tx, teamId, records.hubMessage, factsOf('hub_message_final', ids), now);
