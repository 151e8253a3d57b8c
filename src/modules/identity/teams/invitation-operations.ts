import { type Context, viewerOf } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { AppError, NotFoundError, ValidationError } from '../../../errors.ts';
import type { AcceptInvitationInput, InviteMemberInput } from '../../../generated/inputs.ts';
import type { Invitation, Prisma, User } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { addJob } from '../../../jobs/add-job.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { isWithin, rolesAbove } from '../../../viewer.ts';
import { accountErrors } from '../auth/account-rules.ts';
import { checkPassword } from '../auth/check-password.ts';
import { hashPassword } from '../auth/passwords.ts';
import { type AccessToken, isStillTheirs, openSession } from '../auth/sessions.ts';
import { hashToken, teamOfToken } from '../auth/tokens.ts';
import { lockPerson, matchCode, useUp } from '../auth/two-factor.ts';
import { countEmail } from '../email/email-limits.ts';
import { requireEmail } from '../email/send-email.ts';
import { INVITATION_DAYS, invitationJob } from './invitation-job.ts';
import { actsNow } from './members.ts';
import { MAY } from './rules.ts';

const THING = 'Invitation';

/** Only the mailbox's reader gets the secret. Inviting again invalidates the earlier one, unless that is of a role above the viewer's. */
export async function inviteMember(ctx: Context, input: InviteMemberInput): Promise<Invitation> {
  const { team, role } = viewerOf(ctx);
  if (!isWithin(role, input.role)) throw new AppError('FORBIDDEN', MAY.inviteMember.refusal);
  requireEmail(ctx.config);
  const email = input.email.toLowerCase();
  await countEmail(ctx, 'invitation', email);
  return ctx.db.transaction(async (tx) => {
    const now = await actsNow(tx, ctx, MAY.inviteMember);
    if (!isWithin(now.role, input.role)) throw new AppError('FORBIDDEN', MAY.inviteMember.refusal);
    const isMember = await tx.prisma.membership.count({ where: { teamId: team.id, user: { email } } });
    if (isMember > 0) throw new ValidationError({ email: [messages.taken('email')] });
    const waiting = { teamId: team.id, email, acceptedAt: null, expiresAt: { gt: new Date() } };
    if ((await tx.prisma.invitation.count({ where: { ...waiting, role: { in: rolesAbove(now.role) } } })) > 0) {
      throw new AppError('FORBIDDEN', MAY.inviteMember.refusal);
    }
    const data = {
      role: input.role,
      tokenHash: null,
      delivery: 'waiting' as const,
      invitedById: now.userId,
      expiresAt: new Date(Date.now() + INVITATION_DAYS * 86_400_000),
    };
    const invitation = await tx.prisma.invitation.upsert({
      where: { teamId_email: { teamId: team.id, email } },
      create: { teamId: team.id, email, ...data },
      update: { ...data, acceptedAt: null, createdAt: new Date() },
    });
    await addJob(tx, invitationJob(invitation));
    return invitation;
  });
}

/** Makes the account or checks an existing one's password, with the same errors. A password counts as a sign-in attempt. */
export async function acceptInvitation(
  ctx: Context,
  { token, code, ...input }: AcceptInvitationInput,
): Promise<AccessToken> {
  refuse(accountErrors({ name: input.name }, input.password));
  const teamId = teamOfToken(token);
  if (teamId === null) throw new NotFoundError(THING);
  const open = { teamId, tokenHash: hashToken(token), acceptedAt: null, expiresAt: { gt: new Date() } };
  const invitation = await ctx.db.prisma.invitation.findFirst({ where: open });
  if (!invitation) throw new NotFoundError(THING);
  const { id, email, role } = invitation;
  const user = await ctx.db.prisma.user.findUnique({ where: { email } });
  const wrong = () => new AppError('UNAUTHENTICATED', 'These credentials do not match our records.');
  if (user && !(await checkPassword(ctx, email, user.passwordHash, input.password))) throw wrong();
  const match = user?.twoFactorAt ? await matchInvitedCode(ctx, user, code) : null;
  const account = user ?? (await newAccount(email, input));
  return ctx.db.transaction(async (tx) => {
    const accepted = { acceptedAt: new Date() };
    const { count } = await tx.prisma.invitation.updateMany({ where: { id, ...open }, data: accepted });
    if (count === 0) throw new NotFoundError(THING);
    const userId = await userIdOf(tx, account);
    if (match) {
      await lockPerson(tx, userId);
      await useUp(tx, userId, match);
    }
    await tx.prisma.user.updateMany({
      where: { id: userId, emailConfirmedAt: null },
      data: { emailConfirmedAt: new Date() },
    });
    await tx.prisma.membership.createMany({ data: [{ teamId, userId, role }], skipDuplicates: true });
    traceAs({ teamId, user: { id: userId, email } });
    const opened = await openSession(ctx, tx, userId, teamId);
    if (user && !(await isStillTheirs(tx, user))) throw wrong();
    return opened;
  });
}

function matchInvitedCode(ctx: Context, user: User, code: string | null | undefined) {
  if (!code) throw new AppError('TWO_FACTOR_REQUIRED', 'Also enter a code from your authenticator app.');
  return matchCode(ctx, user, code);
}

type Account = User | Prisma.UserCreateManyInput;

const newAccount = async (email: string, input: Omit<AcceptInvitationInput, 'token' | 'code'>): Promise<Account> => ({
  email,
  name: input.name.trim(),
  passwordHash: await hashPassword(input.password),
});

async function userIdOf(tx: Tx, account: Account): Promise<string> {
  if (account.id !== undefined) return account.id;
  const [made] = await tx.prisma.user.createManyAndReturn({ data: [account], skipDuplicates: true });
  // The person accepted invitations of two teams at once.
  if (!made) throw new AppError('CONFLICT', 'The account has just been made. Accept again with its password.');
  return made.id;
}
