import type { Services } from '../../../context.ts';
import { NIL_UUID } from '../../../database/uuid.ts';
import type { Task } from '../../../jobs/task.ts';
import { decryptToken, encryptToken, keyIdOf } from '../../../secrets.ts';

const BATCH = 500;

interface Rotation {
  reencrypted: number;
  unreadable: number;
  /** Stored answers (`idempotencyKey`) under a former key; they expire within a day. */
  answersLeft: number;
  /** Erasures that run once more, for people sealed under a former key; they have run within a day. */
  erasuresLeft: number;
}

interface Sealed {
  table: string;
  column: string;
  id: string;
  /** Of what belongs to no team, the id once more. */
  team?: string;
  /** The column that says when a record ended. Its secret is no longer used then. */
  ended?: string;
}

export const SEALED: readonly Sealed[] = [
  { table: 'team_tokens', column: 'token_ciphertext', id: 'id', ended: 'revoked_at' },
  { table: 'users', column: 'two_factor_secret', id: 'id', team: 'id' },
  { table: 'routes', column: 'credentials', id: 'id' },
  { table: 'routes', column: 'previous_secret', id: 'id' },
  { table: 'voice_accounts', column: 'adapter_credentials', id: 'id', ended: 'archived_at' },
  { table: 'voice_accounts', column: 'previous_adapter_credentials', id: 'id', ended: 'archived_at' },
  { table: 'post_processings', column: 'signing_secret', id: 'id' },
  { table: 'webhook_endpoints', column: 'secret', id: 'id', ended: 'deleted_at' },
  { table: 'webhook_endpoints', column: 'previous_secret', id: 'id', ended: 'deleted_at' },
  { table: 'seller_endpoints', column: 'callback_secret', id: 'id' },
  { table: 'seller_endpoints', column: 'previous_callback_secret', id: 'id' },
  { table: 'sending_settings', column: 'postback_secret', id: 'team_id' },
  { table: 'sending_settings', column: 'previous_postback_secret', id: 'team_id' },
  { table: 'sending_settings', column: 'pre_check_secret', id: 'team_id' },
  { table: 'sending_settings', column: 'erasure_key', id: 'team_id' },
  { table: 'sending_settings', column: 'lookup_credentials', id: 'team_id' },
];

/** Safe to run twice at once and beside requests. */
export async function rotateKeys(services: Services, signal?: AbortSignal): Promise<Rotation> {
  const rotation = { reencrypted: 0, unreadable: 0 };
  for (const sealed of SEALED) await rotateColumn(services, sealed, rotation, signal);
  const left = await services.db.row<{ count: number }>`
    SELECT /* across teams: all answers are under one key */ count(*)::int AS count FROM idempotency_keys
    WHERE substring(answer FROM 1 FOR 8) <> ${keyIdOf(services.tokenKeys[0])}`;
  return { ...rotation, answersLeft: left!.count, erasuresLeft: await erasuresLeft(services) };
}

/** Of the key's eight bytes in base64: the next one is of what follows, too. */
const LETTERS = 10;

async function erasuresLeft({ db, tokenKeys: [key] }: Pick<Services, 'db' | 'tokenKeys'>): Promise<number> {
  const left = await db.row<{ count: number }>`
    SELECT count(*)::int AS count FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'erase_again' AND j.attempts < j.max_attempts
      AND left(j.payload ->> 'sealed', ${LETTERS}::int) <> ${keyIdOf(key).toString('base64url').slice(0, LETTERS)}`;
  return left!.count;
}

async function rotateColumn(
  { db, tokenKeys }: Services,
  { table, column, id, team = 'team_id' }: Sealed,
  rotation: Pick<Rotation, 'reencrypted' | 'unreadable'>,
  signal?: AbortSignal,
): Promise<void> {
  const current = keyIdOf(tokenKeys[0]);
  let after = { team: NIL_UUID, id: NIL_UUID };
  while (!signal?.aborted) {
    const { rows } = await db.query<{ team: string; id: string; sealed: Buffer }>(
      `SELECT /* across teams: all secrets are under one key */ ${team} AS team, ${id} AS id, ${column} AS sealed FROM ${table}
       WHERE (${team}, ${id}) > ($1, $2) AND substring(${column} FROM 1 FOR 8) <> $3
       ORDER BY ${team}, ${id} LIMIT $4`,
      [after.team, after.id, current, BATCH],
    );
    if (rows.length === 0) break;
    after = rows.at(-1)!;
    const opened = rows.flatMap((row) => {
      try {
        return [{ ...row, anew: Buffer.from(encryptToken(tokenKeys, decryptToken(tokenKeys, row.sealed))) }];
      } catch {
        // The key is lost. The token itself keeps working: it is found by its hash.
        return [];
      }
    });
    const { rowCount } = await db.query(
      `UPDATE /* across teams: all secrets are under one key */ ${table} t SET ${column} = n.anew
       FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[]) AS n (id, sealed, anew, team)
       WHERE t.${team} = n.team AND t.${id} = n.id AND t.${column} = n.sealed`,
      [
        opened.map((row) => row.id),
        opened.map(({ sealed }) => sealed),
        opened.map(({ anew }) => anew),
        opened.map(({ team }) => team),
      ],
    );
    rotation.reencrypted += rowCount ?? 0;
    rotation.unreadable += rows.length - opened.length;
  }
}

export const rotateKeysTask: Task = {
  async run(services, _payload, { signal }) {
    const rotation = await rotateKeys(services, signal);
    if (rotation.reencrypted > 0) services.logger.info(rotation, 'secrets were brought under TOKEN_KEY');
    if (rotation.unreadable > 0) services.logger.warn(rotation, 'secrets are under a key that is not configured');
  },
};
