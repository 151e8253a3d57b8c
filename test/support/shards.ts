/** The name of a table or a key, from that of one of its shards: Citus appends their numbers. */
export const withoutShard = (name: string): string => name.replace(/_\d{6,}$/, '');
