import type { Context } from '../../../context.ts';
import { countWrongPassword, refuseStranger } from './lockout.ts';
import { verifyPassword } from './passwords.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from './throttle.ts';

/**
 * Whether the password is the account's. `stored` is null without an account, which takes the same time. Every place that takes
 * a password uses this, so that no place is a way around the limits: attempts are counted per e-mail and address, and wrong
 * passwords of strangers also per e-mail alone. Throws `RATE_LIMITED`.
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
