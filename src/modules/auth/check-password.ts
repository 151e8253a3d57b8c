import type { Context } from '../../context.ts';
import { countWrongPassword, refuseStranger } from './lockout.ts';
import { verifyPassword } from './passwords.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from './throttle.ts';

/**
 * Every place that takes a password must use this: it counts attempts per e-mail and address, and wrong passwords of
 * strangers per e-mail. Takes the same time without an account (`stored` null). Throws `RATE_LIMITED`.
 */
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
