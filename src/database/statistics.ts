import { Prisma } from '../generated/prisma/client.ts';

/** Whether a table (`c` of pg_class) was never analysed, or is ten times larger since. */
export const hasGrown = Prisma.sql`pg_relation_size(c.oid) > 10::bigint * c.relpages * current_setting('block_size')::int`;
