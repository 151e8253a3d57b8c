/** Drops the shard number that Citus appends to the name of a table or key. */
export const withoutShard = (name: string): string => name.replace(/_\d{6,}$/, '');
