import type { Context } from '../../../context.ts';
import { acrossTeams } from '../../../database/teams.ts';
import { countGuess } from './lockout.ts';
import { verifyPassword } from './passwords.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from './throttle.ts';

/** Who signs in, and whether from where they never did: guesses from elsewhere lock nobody out where they are known. */
export interface Guess {
  name: string;
  isStranger(): Promise<boolean>;
}

/** Checks a person's password, in equal time without an account (null), too. */
export const checkPassword = (ctx: Context, email: string, stored: string | null, password: string): Promise<boolean> =>
  checkGuess(ctx, { name: email, isStranger: () => isStranger(ctx, email) }, () => verifyPassword(stored, password));

async function isStranger({ db, address }: Context, email: string): Promise<boolean> {
  const teamId = db.reach.teams(acrossTeams('A person is known where they signed in to any team.'));
  return (await db.prisma.session.count({ where: { teamId, address, user: { email } } })) === 0;
}

type Needs = Pick<Context, 'db' | 'config' | 'address'>;

/** The only way to check a password or a code: it counts attempts. Beyond the limits it throws `RATE_LIMITED` without a look. */
export async function checkGuess(
  services: Needs,
  { name, isStranger }: Guess,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const attempts = attemptsOf(services, name);
  await countLoginAttempt(services, attempts);
  const takeBack = (await isStranger()) ? await countGuess(services, name) : null;
  if (!(await check())) return false;
  await takeBack?.();
  await forgiveLoginAttempts(services, attempts);
  return true;
}
