import type { Context } from '../../../context.ts';
import { unavailable } from '../../../database/failures.ts';
import { acrossTeams } from '../../../database/teams.ts';
import { AppError } from '../../../errors.ts';
import type { LoginInput } from '../../../generated/inputs.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { checkPassword, keepPlace } from './check-password.ts';
import { type AccessToken, isStillTheirs, openSession } from './sessions.ts';
import { hashToken } from './tokens.ts';
import { askForCode } from './two-factor.ts';

/** E2. A wrong password and an unknown e-mail get the same answer. */
export async function login(ctx: Context, input: LoginInput): Promise<AccessToken> {
  const email = input.email.toLowerCase();
  const { reach, prisma } = ctx.db;
  const all = acrossTeams('A person signs in to the team they joined first.');
  const { user, isWhole } = await reach.onceMore(async () => ({
    isWhole: reach.isWhole,
    user: await prisma.user.findUnique({
      where: { email },
      include: {
        memberships: {
          where: { teamId: reach.teams(all) },
          orderBy: [{ createdAt: 'asc' }, { teamId: 'asc' }],
          take: 1,
        },
      },
    }),
  }));
  const membership = user?.memberships[0];
  const stored = user && (membership || !isWhole) ? user.passwordHash : null;
  const isRight = await checkPassword(ctx, email, stored, input.password);
  if (isRight && !membership) throw unavailable();
  const wrong = () => new AppError('UNAUTHENTICATED', 'These credentials do not match our records.');
  if (!isRight || !membership) throw wrong();
  if (!(await askForCode(ctx, user!))) throw wrong();
  const { teamId } = membership;
  traceAs({ teamId, user });
  const opened = await openSession(ctx, ctx.db, user!.id, teamId);
  if (await isStillTheirs(ctx.db, user!)) {
    await keepPlace(ctx, email);
    return opened;
  }
  await prisma.session.deleteMany({ where: { teamId, tokenHash: hashToken(opened.accessToken) } });
  throw wrong();
}
