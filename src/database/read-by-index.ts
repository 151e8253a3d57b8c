import type { Tx } from './transaction.ts';

/**
 * For the rest of the transaction, which is about few of a table's rows that have an index. Without statistics PostgreSQL takes
 * them for most of a table and reads all of it.
 */
export const readByIndex = (tx: Tx) =>
  tx.rows`SELECT /* across teams: settings of this transaction */ set_config(name, 'off', true)
    FROM unnest('{enable_seqscan,enable_hashjoin,enable_mergejoin}'::text[]) name`;
