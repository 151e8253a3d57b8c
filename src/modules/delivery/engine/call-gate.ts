import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

/** Any number: the first key of this advisory lock. The second one is the team. */
const GATE = 7_266_010;

const teamKey = (teamId: string) => Prisma.sql`${GATE}::int, hashtext(${teamId})`;

/**
 * Held in a short transaction from the last look at who may be reached until the provider call has begun. It only reads
 * meanwhile, so nothing that closes the gate waits for long.
 */
export const enterGate = (tx: Tx, teamId: string) =>
  tx.keptRows`SELECT pg_advisory_xact_lock_shared(${teamKey(teamId)})::text`;

/**
 * Taken in the transaction that suppresses a number or stops a campaign. It waits for calls that are about to begin, and later
 * ones wait for its commit and see it. So a number whose STOP was answered after that commit is in no call that begins later.
 */
export const closeGate = (teamId: string) => Prisma.sql`SELECT pg_advisory_xact_lock(${teamKey(teamId)})::text`;
