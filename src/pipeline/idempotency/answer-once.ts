import { type Context, viewerOf } from '../../context.ts';
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

/** Stored in the transaction of the change. A repeat does not wait for a run in progress, whose connections it could take. */
export async function answerOnce<T>(ctx: Context, call: Call, run: () => Promise<T>): Promise<T> {
  if (!isKey(call.key)) throw new ValidationError({ idempotencyKey: [messages.visible('idempotencyKey', 200)] });
  const { db } = ctx;
  const { team, role } = viewerOf(ctx);
  // Another role might not have got this answer.
  const hashes = ctx.tokenKeys.map((tokenKey) => inputHash(tokenKey, [role, call.args]));
  const { operation, key } = call;
  const place = { teamId: team.id, operation, key };

  const lock = await db.row<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(place)}, 0)) AS taken`;
  if (!lock!.taken) throw new AppError('CONFLICT', 'A request with this idempotency key is in progress.');

  const since = new Date(Date.now() - KEY_HOURS * 3_600_000);
  const known = await db.prisma.idempotencyKey.findFirst({ where: { ...place, createdAt: { gt: since } } });
  if (known && !hashes.some((hash) => hash.equals(known.inputHash))) {
    throw new AppError('CONFLICT', 'The idempotency key was used with another input.');
  }
  if (known) return unpackAnswer<T>(decryptToken(ctx.tokenKeys, known.answer));

  const answer = packAnswer(await run());
  const stored = {
    inputHash: new Uint8Array(hashes[0]!),
    answer: encryptToken(ctx.tokenKeys, answer),
    createdAt: new Date(),
  };
  const where = { teamId_operation_key: place };
  await db.prisma.idempotencyKey.upsert({ where, create: { ...place, ...stored }, update: stored });
  return unpackAnswer<T>(answer);
}
