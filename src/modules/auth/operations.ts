import type { Context } from '../../context.ts';
import { acrossTeams, asTeam } from '../../database/isolation/wall.ts';
import { AppError } from '../../errors.ts';
import { traceAs } from '../tracing/record.ts';
import { checkPassword } from './check-password.ts';
import { type AccessToken, openSession } from './sessions.ts';

/** E2. Signs a person in to the team they joined first. Wrong credentials and an unknown e-mail answer alike. */
export async function login(ctx: Context, input: { email: string; password: string }): Promise<AccessToken> {
  const email = input.email.toLowerCase();
  const user = await acrossTeams('Who signs in is asked for their teams.', async () =>
    ctx.db.user.findUnique({
      where: { email },
      include: { memberships: { orderBy: [{ createdAt: 'asc' }, { teamId: 'asc' }], take: 1 } },
    }),
  );
  const membership = user?.memberships[0];
  // Who is in no team has nowhere to sign in to.
  const stored = membership ? user.passwordHash : null;
  if (!(await checkPassword(ctx, email, stored, input.password)) || !membership) {
    throw new AppError('UNAUTHENTICATED', 'These credentials do not match our records.');
  }
  const { teamId } = membership;
  traceAs({ teamId, user });
  return asTeam(teamId, () => openSession(ctx, ctx.db, user!.id, teamId));
}
