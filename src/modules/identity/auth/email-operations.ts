import { type Context, viewerOf } from '../../../context.ts';
import { loadById } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { acrossTeams } from '../../../database/teams.ts';
import type { Tx } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import type { ConfirmEmailInput, RequestPasswordResetInput, ResetPasswordInput } from '../../../generated/inputs.ts';
import type { EmailSecretPurpose } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../jobs/add-job.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { countEmail, countReset } from '../email/email-limits.ts';
import { requireEmail } from '../email/send-email.ts';
import { checkNewPassword } from './account-rules.ts';
import { confirmationJob, passwordResetJob } from './email-secret-jobs.ts';
import { hashPassword } from './passwords.ts';
import { addSecurityNotice } from './security-notice.ts';
import { type AccessToken, holdSessions, openSession, personOf } from './sessions.ts';
import { hashToken } from './tokens.ts';
import { endChallenges } from './two-factor.ts';

const THING = 'Link';

/** Answers alike with and without an account: a job looks for it. */
export async function requestPasswordReset(ctx: Context, input: RequestPasswordResetInput): Promise<{ email: string }> {
  requireEmail(ctx.config);
  const email = input.email.toLowerCase();
  await countReset(ctx, email);
  await addJob(ctx.db, passwordResetJob(email));
  return { email };
}

export async function resetPassword(ctx: Context, input: ResetPasswordInput): Promise<AccessToken | null> {
  checkNewPassword(input.newPassword, 'newPassword');
  const secret = good('reset_password', input.token);
  // A guess must not cost a password hash.
  if ((await ctx.db.prisma.emailSecret.count({ where: secret })) === 0) throw new NotFoundError(THING);
  const passwordHash = await hashPassword(input.newPassword);
  const teamId = acrossTeams('A reset password ends the person’s sessions in every team.');
  return ctx.db.transaction(async (tx) => {
    const userId = await useUp(tx, secret);
    await holdSessions(tx, userId);
    const user = await tx.prisma.user.update({ where: { id: userId }, data: { passwordHash } });
    await tx.prisma.session.deleteMany({ where: { teamId, userId } });
    await endChallenges(tx, userId);
    await addSecurityNotice(ctx, tx, user.email, 'password');
    // The mailbox is not the second factor.
    if (user.twoFactorAt) return null;
    const membership = await tx.prisma.membership.findFirst({
      where: { teamId, userId },
      orderBy: [{ createdAt: 'asc' }, { teamId: 'asc' }],
    });
    if (!membership) return null;
    traceAs({ teamId: membership.teamId, user });
    return openSession(ctx, tx, userId, membership.teamId);
  });
}

export async function requestEmailConfirmation(ctx: Context): Promise<{ email: string }> {
  const { user } = personOf(ctx);
  requireEmail(ctx.config);
  await countEmail(ctx, 'confirmation', user.email);
  await addJob(ctx.db, confirmationJob(user.email));
  return { email: user.email };
}

export async function confirmEmail(ctx: Context, { token }: ConfirmEmailInput): Promise<{ email: string }> {
  return ctx.db.transaction(async (tx) => {
    const id = await useUp(tx, good('confirm_email', token));
    return tx.prisma.user.findUniqueOrThrow({ where: { id }, select: { email: true } });
  });
}

export async function emailConfirmedAt(ctx: Context): Promise<Date | string | null> {
  const { user } = viewerOf(ctx);
  const person = user && (await loadById(ctx, tables.User, user.id, ['emailConfirmedAt']));
  return person?.emailConfirmedAt ?? null;
}

const good = (purpose: EmailSecretPurpose, token: string) => ({
  secretHash: hashToken(token),
  purpose,
  expiresAt: { gt: new Date() },
});

/** Ends all of the person's secrets of its kind, and confirms the address. */
async function useUp(tx: Tx, where: ReturnType<typeof good>): Promise<string> {
  const secret = await tx.prisma.emailSecret.findFirst({ where });
  const { count } = await tx.prisma.emailSecret.deleteMany({ where });
  if (!secret || count === 0) throw new NotFoundError(THING);
  const { userId, purpose } = secret;
  await tx.prisma.emailSecret.deleteMany({ where: { userId, purpose } });
  await tx.prisma.user.updateMany({
    where: { id: userId, emailConfirmedAt: null },
    data: { emailConfirmedAt: new Date() },
  });
  return userId;
}
