import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { acrossTeams } from '../../../database/teams.ts';
import { countGuess } from './lockout.ts';
import { verifyPassword } from './passwords.ts';
import { placeOf } from './places.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from './throttle.ts';

/** Who signs in, and whether from where they never did: guesses from elsewhere lock nobody out where they are known. */
export interface Guess {
  name: string;
  isStranger(): Promise<boolean>;
}

/** Checks a person's password, in equal time without an account (null), too. */
export const checkPassword = (ctx: Context, email: string, stored: string | null, password: string): Promise<boolean> =>
  oneOfAlike(ctx.db, [email, password, ctx.address, stored ?? ''], async () => {
    const place = placeOf(ctx.db, 'person', email, ctx.address);
    const guess = { name: email, isStranger: async () => !(await place.isKnown()) && !(await hasSession(ctx, email)) };
    return checkGuess(ctx, guess, () => verifyPassword(stored, password));
  });

/** Of somebody who has signed in: with a second factor a right password does not do. */
export async function keepPlace({ db, address }: Pick<Context, 'db' | 'address'>, email: string): Promise<void> {
  const place = placeOf(db, 'person', email, address);
  await place.isKnown();
  await place.keep();
}

/** Also of those who came by an invitation or another sign-in. */
async function hasSession({ db, address }: Context, email: string): Promise<boolean> {
  const teamId = db.reach.teams(acrossTeams('A person is known where they signed in to any team.'));
  return (await db.prisma.session.count({ where: { teamId, address, user: { email } } })) > 0;
}

const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Attempts that are alike and come at the same moment are one: integrations and sellers start many processes at once. */
export function oneOfAlike<Result>(
  db: object,
  given: readonly string[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  const running = underWay.get(db) ?? new Map<string, Promise<unknown>>();
  underWay.set(db, running);
  const key = createHash('sha256').update(JSON.stringify(given)).digest('base64url');
  const known = running.get(key) as Promise<Result> | undefined;
  if (known) return known;
  const one = attempt().finally(() => running.delete(key));
  running.set(key, one);
  return one;
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
