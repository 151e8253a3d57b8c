import { createHmac, randomBytes } from 'node:crypto';
import type { Sql } from '../../../database/sql.ts';
import { all } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { decryptToken, encryptToken, LostKeyError, type TokenKeys } from '../../../secrets.ts';

/**
 * Numbers whose person's data was erased. They are kept as HMACs under a key of the team, which is stored encrypted: a rotation
 * of `TOKEN_KEY` encrypts it again and leaves the HMACs as they are. No contact has such a number, so who writes contacts or
 * messages to a given number asks here, and the engine need not.
 */
export const ERASED = 'The data of the person with this number was erased; nobody writes to them again.';

export async function erasedAmong(
  tx: Sql,
  keys: TokenKeys,
  teamId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const [row] = await tx.keptRows<{ sealed: Buffer }>`SELECT erasure_key AS sealed FROM sending_settings
    WHERE team_id = ${teamId}::uuid AND erasure_key IS NOT NULL`;
  if (!row) return new Set();
  const hash = hasher(keys, row.sealed);
  const byHash = new Map(numbers.map((number) => [hash(number).toString('hex'), number]));
  const erased = await tx.rows<{ hash: string }>`SELECT encode(hash, 'hex') AS hash FROM erased_numbers
    WHERE team_id = ${teamId}::uuid AND hash = ANY(${[...byHash.keys()].map((hex) => `\\x${hex}`)}::bytea[])`;
  return new Set(erased.map((one) => byHash.get(one.hash)!));
}

/** Any number: the first key of this advisory lock. The second one is the team. */
const PEOPLE = 7_266_011;

/**
 * For a transaction that writes a person's number down: an erasure that begins now waits for its commit and sees what it wrote, and one
 * that is under way has committed once this returns. Called before the transaction locks rows, and after it closes the gate.
 */
export const holdErasures = (tx: Sql, teamId: string) =>
  tx.keptRows`SELECT pg_advisory_xact_lock_shared(${PEOPLE}::int, hashtext(${teamId}))::text`;

export async function erasedAmongWritten(...[tx, keys, teamId, numbers]: Parameters<typeof erasedAmong>) {
  const [, erased] = await all([holdErasures(tx, teamId), erasedAmong(tx, keys, teamId, numbers)]);
  return erased;
}

/** For who asks not to be contacted, which must be taken: none while the numbers cannot be checked. */
export const erasedAsFarAsKnown = (...of: Parameters<typeof erasedAmong>) =>
  erasedAmongWritten(...of).catch((error: unknown) => {
    if (error instanceof LostKeyError) return new Set<string>();
    throw error;
  });

/** Waits for people that are being written down; those written down later wait for the erasure's commit and see it. */
export const awaitWriters = (teamId: string) =>
  Prisma.sql`SELECT pg_advisory_xact_lock(${PEOPLE}::int, hashtext(${teamId}))::text`;

/** `numbers`: every form of the person's. */
export async function rememberErased(
  tx: Sql,
  keys: TokenKeys,
  teamId: string,
  numbers: readonly string[],
): Promise<void> {
  const anew = Buffer.from(encryptToken(keys, randomBytes(32).toString('base64')));
  const row = await tx.row<{ sealed: Buffer }>`INSERT INTO sending_settings AS s (team_id, erasure_key, updated_at)
    VALUES (${teamId}::uuid, ${anew}, now())
    ON CONFLICT (team_id) DO UPDATE SET erasure_key = COALESCE(s.erasure_key, EXCLUDED.erasure_key)
    RETURNING erasure_key AS sealed`;
  const hash = hasher(keys, row!.sealed);
  await tx.change`INSERT INTO erased_numbers (team_id, hash)
    SELECT ${teamId}::uuid, h FROM unnest(${numbers.map((number) => `\\x${hash(number).toString('hex')}`)}::bytea[]) h
    ON CONFLICT DO NOTHING`;
}

const LOST_ERASURE_KEY =
  'Erased numbers cannot be checked: TOKEN_KEY is not the key that they were stored under. Set TOKEN_KEY to the former key, or add that one to TOKEN_KEY_PREVIOUS.';

function hasher(keys: TokenKeys, sealed: Buffer) {
  let key: Buffer;
  try {
    key = Buffer.from(decryptToken(keys, sealed), 'base64');
  } catch {
    throw new LostKeyError(LOST_ERASURE_KEY);
  }
  return (number: string) => createHmac('sha256', key).update(number).digest();
}
