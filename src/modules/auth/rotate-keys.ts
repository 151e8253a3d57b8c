import type { Services } from '../../context.ts';
import type { Task } from '../../jobs/task.ts';
import { decryptToken, encryptToken, keyIdOf } from './tokens.ts';

const BATCH = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

export interface Rotation {
  /** Team tokens that are under TOKEN_KEY now and were not before. */
  reencrypted: number;
  /** Team tokens that none of the keys opens. */
  unreadable: number;
  /** Answers kept for repeats (`idempotencyKey`) under a former key: they go by themselves, within a day. */
  answersLeft: number;
}

/**
 * Brings every team token under the current key, in batches. May run beside itself and beside requests: a row changes
 * only as long as it is what was read.
 */
export async function rotateKeys({ pool, tokenKeys }: Services, signal?: AbortSignal): Promise<Rotation> {
  const current = keyIdOf(tokenKeys[0]);
  const rotation = { reencrypted: 0, unreadable: 0 };
  let after = { team: FIRST, id: FIRST };
  while (!signal?.aborted) {
    const { rows } = await pool.query<{ team: string; id: string; sealed: Buffer }>(
      `SELECT /* across teams: all tokens are under one key */ team_id AS team, id, token_ciphertext AS sealed FROM team_tokens
       WHERE (team_id, id) > ($1, $2) AND substring(token_ciphertext FROM 1 FOR 8) <> $3
       ORDER BY team_id, id LIMIT $4`,
      [after.team, after.id, current, BATCH],
    );
    if (rows.length === 0) break;
    after = rows.at(-1)!;
    const opened = rows.flatMap(({ team, id, sealed }) => {
      try {
        return [{ team, id, sealed, anew: Buffer.from(encryptToken(tokenKeys, decryptToken(tokenKeys, sealed))) }];
      } catch {
        // Its key is gone. The token itself goes on working: it is found by its hash.
        return [];
      }
    });
    const { rowCount } = await pool.query(
      `UPDATE /* across teams: all tokens are under one key */ team_tokens t SET token_ciphertext = n.anew
       FROM unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[]) AS n (id, sealed, anew, team)
       WHERE t.team_id = n.team AND t.id = n.id AND t.token_ciphertext = n.sealed`,
      [
        opened.map(({ id }) => id),
        opened.map(({ sealed }) => sealed),
        opened.map(({ anew }) => anew),
        opened.map(({ team }) => team),
      ],
    );
    rotation.reencrypted += rowCount ?? 0;
    rotation.unreadable += rows.length - opened.length;
  }
  const { rows } = await pool.query<{ count: number }>(
    `SELECT /* across teams: all answers are under one key */ count(*)::int AS count FROM idempotency_keys
     WHERE substring(answer FROM 1 FOR 8) <> $1`,
    [current],
  );
  return { ...rotation, answersLeft: rows[0]!.count };
}

/** What a change of TOKEN_KEY left, and tokens that were encrypted by a server that had not been given the new key. */
export const rotateKeysTask: Task = {
  async run(services, _payload, { signal }) {
    const rotation = await rotateKeys(services, signal);
    if (rotation.reencrypted > 0) services.logger.info(rotation, 'team tokens were brought under TOKEN_KEY');
    if (rotation.unreadable > 0) services.logger.warn(rotation, 'team tokens are under a key that is not configured');
  },
};
