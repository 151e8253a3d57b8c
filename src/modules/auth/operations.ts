import type { Context } from '../../context.ts';
import { acrossTeams, asTeam } from '../../database/isolation/wall.ts';
import { AppError } from '../../errors.ts';
import { traceAs } from '../tracing/record.ts';
import { countWrongPassword, refuseStranger } from './lockout.ts';
import { verifyPassword } from './passwords.ts';
import { type AccessToken, openSession } from './sessions.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from './throttle.ts';

/**
 * E2. Signs a person in to the team they joined first. Wrong credentials and an unknown e-mail answer alike and take
 * the same time; attempts are counted per e-mail and address, wrong passwords of strangers also per e-mail alone.
 */
export async function login(ctx: Context, input: { email: string; password: string }): Promise<AccessToken> {
  const email = input.email.toLowerCase();
  const attempts = attemptsOf(ctx, email);
  await countLoginAttempt(ctx, attempts);
  await refuseStranger(ctx, email);

  const user = await acrossTeams('Who signs in is asked for their teams.', async () =>
    ctx.db.user.findUnique({
      where: { email },
      include: { memberships: { orderBy: [{ createdAt: 'asc' }, { teamId: 'asc' }], take: 1 } },
    }),
  );
  const isRight = await verifyPassword(user?.passwordHash ?? null, input.password);
  const membership = user?.memberships[0];
  if (!isRight || !user || !membership) {
    await countWrongPassword(ctx, email);
    throw new AppError('UNAUTHENTICATED', 'These credentials do not match our records.');
  }

  await forgiveLoginAttempts(ctx, attempts);
  const { teamId } = membership;
  traceAs({ teamId, user });
  return asTeam(teamId, () => openSession(ctx, ctx.db, user.id, teamId));
}
