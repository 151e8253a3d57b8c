import type { Context } from '../../../context.ts';
import { countWrongPassword, refuseStranger } from './lockout.ts';
import { verifyPassword } from './passwords.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from './throttle.ts';

/** The only way to check a password: it counts attempts. Constant time, also without an account (null). Throws `RATE_LIMITED`. */
export async function checkPassword(
  ctx: Context,
  email: string,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const attempts = attemptsOf(ctx, email);
  await countLoginAttempt(ctx, attempts);
  await refuseStranger(ctx, email);
  const isRight = await verifyPassword(stored, password);
  if (isRight) await forgiveLoginAttempts(ctx, attempts);
  else await countWrongPassword(ctx, email);
  return isRight;
}
