/** Citus appends a shard number to names of tables and keys. */
export const withoutShard = (name: string): string => name.replace(/_\d{6,}$/, '');
