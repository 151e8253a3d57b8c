import type { Context } from '../../../context.ts';
import { acrossTeams } from '../../../database/teams.ts';
import { AppError } from '../../../errors.ts';
import type { LoginInput } from '../../../generated/inputs.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { checkPassword } from './check-password.ts';
import { type AccessToken, openSession } from './sessions.ts';
import { askForCode } from './two-factor.ts';

/** E2. A wrong password and an unknown e-mail get the same answer. */
export async function login(ctx: Context, input: LoginInput): Promise<AccessToken> {
  const email = input.email.toLowerCase();
  const where = { teamId: acrossTeams('A person signs in to the team they joined first.') };
  const user = await ctx.db.prisma.user.findUnique({
    where: { email },
    include: { memberships: { where, orderBy: [{ createdAt: 'asc' }, { teamId: 'asc' }], take: 1 } },
  });
  const membership = user?.memberships[0];
  const stored = membership ? user.passwordHash : null;
  if (!(await checkPassword(ctx, email, stored, input.password)) || !membership) {
    throw new AppError('UNAUTHENTICATED', 'These credentials do not match our records.');
  }
  await askForCode(ctx, user!);
  const { teamId } = membership;
  traceAs({ teamId, user });
  return openSession(ctx, ctx.db, user!.id, teamId);
}
