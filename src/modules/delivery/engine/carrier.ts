import type { OutgoingSms } from 'sms-providers';
import type { Tx } from '../../../database/transaction.ts';
import type { BatchKey, Route } from './engine.ts';
import type { Answered, NotAsked } from './sms-result.ts';

/** Whose messages a batch holds: a campaign's, or a seller's. */
export interface Carrier {
  readonly teamId: string;
  /** Null: they are of no campaign. */
  readonly sendId: string | null;
  /** Why messages must not go any more, by id, in the transaction in which their call begins. */
  notToAsk(tx: Tx, messages: readonly OutgoingSms[], claimedAt: Date): Promise<Map<string, NotAsked>>;
  /** Stores what a provider answered in some calls. `isLast`: the batch is done with it. */
  settle(batch: BatchKey, route: Route, answered: readonly Answered[], isLast: boolean): Promise<void>;
}
