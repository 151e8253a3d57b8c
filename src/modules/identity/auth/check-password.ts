import type { Context } from '../../../context.ts';
import { acrossTeams } from '../../../database/teams.ts';
import { countGuess, countWrongPassword, type Guess, refuseStranger } from './lockout.ts';
import { verifyPassword } from './passwords.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from './throttle.ts';

/** Checks a person's password. */
export const checkPassword = (ctx: Context, email: string, stored: string | null, password: string): Promise<boolean> =>
  checkGuess(ctx, { name: email, isStranger: () => isStranger(ctx, email) }, stored, password);

async function isStranger({ db, address }: Context, email: string): Promise<boolean> {
  const teamId = acrossTeams('A person is known where they signed in to any team.');
  return (await db.prisma.session.count({ where: { teamId, address, user: { email } } })) === 0;
}

type Needs = Pick<Context, 'db' | 'config' | 'address'>;

/** The only way to check a password: it counts attempts. Constant time, also without an account (null). Throws `RATE_LIMITED`. */
export async function checkGuess(
  services: Needs,
  guess: Guess,
  stored: string | null,
  password: string,
): Promise<boolean> {
  const attempts = attemptsOf(services, guess.name);
  await countLoginAttempt(services, attempts);
  await refuseStranger(services, guess);
  const isRight = await verifyPassword(stored, password);
  if (isRight) await forgiveLoginAttempts(services, attempts);
  else await countWrongPassword(services, guess);
  return isRight;
}

/** For secrets of so few digits that a burst of guesses could find one. Beyond the limits it throws `RATE_LIMITED` without a look. */
export async function checkShortGuess(services: Needs, name: string, check: () => Promise<boolean>): Promise<boolean> {
  const attempts = attemptsOf(services, name);
  await countLoginAttempt(services, attempts);
  const takeBack = await countGuess(services, name);
  if (!(await check())) return false;
  await takeBack();
  await forgiveLoginAttempts(services, attempts);
  return true;
}
