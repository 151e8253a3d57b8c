import { type Context, viewerOf } from '../../context.ts';
import { all } from '../../database/transaction.ts';
import { AppError, ValidationError } from '../../errors.ts';
import { messages } from '../../input/validation-messages.ts';
import { decryptToken, encryptToken } from '../../secrets.ts';
import { inputHash, isKey, packAnswer, unpackAnswer } from './rules.ts';

/** Not in the reference. */
export const KEY_HOURS = 24;

export interface Call {
  operation: string;
  args: object;
  key: string;
}

/** Runs in the transaction of the change, in which the answer is stored. A repeat does not wait for a run in progress, whose connections it could take. */
export async function answerOnce<T>(ctx: Context, call: Call, run: () => Promise<T>): Promise<T> {
  if (!isKey(call.key)) throw new ValidationError({ idempotencyKey: [messages.visible('idempotencyKey', 200)] });
  const { db } = ctx;
  const { team, role } = viewerOf(ctx);
  // Another role might not have got this answer.
  const hashes = ctx.tokenKeys.map((tokenKey) => inputHash(tokenKey, [role, call.args]));
  const { operation, key } = call;
  const place = JSON.stringify({ teamId: team.id, operation, key });

  const since = new Date(Date.now() - KEY_HOURS * 3_600_000);
  const [lock, known] = await all([
    db.row<{ taken: boolean }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${place}, 0)) AS taken`,
    db.row<{ inputHash: Buffer; answer: Buffer }>`SELECT input_hash AS "inputHash", answer FROM idempotency_keys
      WHERE team_id = ${team.id}::uuid AND operation = ${operation} AND key = ${key} AND created_at > ${since}`,
  ]);
  if (!lock!.taken) throw new AppError('CONFLICT', 'A request with this idempotency key is in progress.');
  if (known && !hashes.some((hash) => hash.equals(known.inputHash))) {
    throw new AppError('CONFLICT', 'The idempotency key was used with another input.');
  }
  if (known) return unpackAnswer<T>(decryptToken(ctx.tokenKeys, known.answer));

  const answer = packAnswer(await run());
  db.last!`INSERT INTO idempotency_keys (team_id, operation, key, input_hash, answer, created_at)
    VALUES (${team.id}::uuid, ${operation}, ${key}, ${hashes[0]!}, ${encryptToken(ctx.tokenKeys, answer)}, ${new Date()})
    ON CONFLICT (team_id, operation, key)
    DO UPDATE SET input_hash = EXCLUDED.input_hash, answer = EXCLUDED.answer, created_at = EXCLUDED.created_at`;
  return unpackAnswer<T>(answer);
}
