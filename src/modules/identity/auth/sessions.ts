import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { acrossTeams } from '../../../database/teams.ts';
import type { Tx } from '../../../database/transaction.ts';
import { AppError, NotFoundError, ValidationError } from '../../../errors.ts';
import type { ChangePasswordInput } from '../../../generated/inputs.ts';
import type { User } from '../../../generated/prisma/client.ts';
import { checkNewPassword } from './account-rules.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './passwords.ts';
import { addSecurityNotice } from './security-notice.ts';
import { createToken, hashToken, SESSION_PREFIX } from './tokens.ts';

export interface AccessToken {
  accessToken: string;
  tokenType: 'Bearer';
  expiresAt: Date;
}

export async function openSession(
  ctx: Pick<Context, 'config' | 'address'>,
  db: Tx,
  userId: string,
  teamId: string,
): Promise<AccessToken> {
  const accessToken = createToken(SESSION_PREFIX, teamId);
  const expiresAt = new Date(Date.now() + ctx.config.SESSION_HOURS * 3_600_000);
  const tokenHash = hashToken(accessToken);
  await db.prisma.session.create({ data: { userId, teamId, tokenHash, address: ctx.address, expiresAt } });
  return { accessToken, tokenType: 'Bearer', expiresAt };
}

export function personOf(ctx: Context) {
  const { user, token, team, role } = viewerOf(ctx);
  if (!user) throw new AppError('FORBIDDEN', 'Only a signed-in person can do this.');
  return { user, token, team, role };
}

export async function logout(ctx: Context): Promise<{ id: string }> {
  const { token, team } = personOf(ctx);
  await ctx.db.prisma.session.deleteMany({ where: { id: token.id, teamId: team.id } });
  return { id: token.id };
}

export function switchTeam(ctx: Context, teamId: string): Promise<AccessToken> {
  const { user, token, team } = personOf(ctx);
  if (!isUuid(teamId)) throw new NotFoundError('Team');
  return ctx.db.transaction(async (tx) => {
    if ((await tx.prisma.membership.count({ where: { teamId, userId: user.id } })) === 0)
      throw new NotFoundError('Team');
    // Opened first: who ends all sessions meanwhile waits for the former one, and then ends this one, too.
    const opened = await openSession(ctx, tx, user.id, teamId);
    const { count } = await tx.prisma.session.deleteMany({ where: { id: token.id, teamId: team.id } });
    if (count === 0) throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
    return opened;
  });
}

/** Before their sessions end: a session that is being opened refers to the person, and is waited for or waits. */
export const holdSessions = (tx: Tx, userId: string) =>
  tx.rows`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`;

/** After a session or a challenge is made for a password: whether that was not changed while it was checked. */
export async function isStillTheirs(db: Tx, { id, passwordHash }: Pick<User, 'id' | 'passwordHash'>): Promise<boolean> {
  return (await db.prisma.user.count({ where: { id, passwordHash } })) > 0;
}

/** Ends every other session of the person, sign-ins that wait for a code, and links that would set another password. */
export async function changePassword(ctx: Context, input: ChangePasswordInput): Promise<{ id: string }> {
  const { user, token } = personOf(ctx);
  checkNewPassword(input.newPassword, 'newPassword');
  const { passwordHash: former } = await ctx.db.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
  if (!(await checkPassword(ctx, user.email, former, input.currentPassword))) {
    throw new ValidationError({ currentPassword: ['The password is incorrect.'] });
  }
  const passwordHash = await hashPassword(input.newPassword);
  const teamId = acrossTeams('A new password ends the person’s sessions in every team.');
  await ctx.db.transaction(async (tx) => {
    await holdSessions(tx, user.id);
    await tx.prisma.user.update({ where: { id: user.id }, data: { passwordHash } });
    await tx.prisma.session.deleteMany({ where: { teamId, userId: user.id, id: { not: token.id } } });
    await tx.prisma.loginChallenge.deleteMany({ where: { userId: user.id } });
    await tx.prisma.emailSecret.deleteMany({ where: { userId: user.id, purpose: 'reset_password' } });
    await addSecurityNotice(ctx, tx, user.email, 'password');
  });
  return { id: user.id };
}
