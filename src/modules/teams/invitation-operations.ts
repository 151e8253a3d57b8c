import { type Context, viewerOf } from '../../context.ts';
import { acrossTeams, asTeam } from '../../database/isolation/wall.ts';
import { AppError, NotFoundError, ValidationError } from '../../errors.ts';
import type { Invitation, Prisma, Role, User } from '../../generated/prisma/client.ts';
import { isWithin } from '../../roles.ts';
import { messages } from '../../validation-messages.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import { type AccessToken, checkNewPassword, openSession } from '../auth/sessions.ts';
import { attemptsOf, countLoginAttempt, forgiveLoginAttempts } from '../auth/throttle.ts';
import { createToken, hashToken, INVITATION_PREFIX } from '../auth/tokens.ts';
import { traceAs } from '../tracing/record.ts';
import { MAY } from './rules.ts';

const THING = 'Invitation';
const DAYS = 7;
const MAX_NAME = 255;

export interface NewInvitation {
  invitation: Invitation;
  token: string;
}

/** Inviting somebody again makes the former token worthless. */
export function inviteMember(ctx: Context, input: { email: string; role: Role }): Promise<NewInvitation> {
  const { team, user, role } = viewerOf(ctx);
  if (!isWithin(role, input.role)) throw new AppError('FORBIDDEN', MAY.inviteMember.refusal);
  const email = input.email.toLowerCase();
  const token = createToken(INVITATION_PREFIX);
  return ctx.db.$transaction(async (tx) => {
    const isMember = await tx.membership.count({ where: { teamId: team.id, user: { email } } });
    if (isMember > 0) throw new ValidationError({ email: [messages.taken('email')] });
    const data = {
      role: input.role,
      tokenHash: hashToken(token),
      invitedById: user?.id ?? null,
      expiresAt: new Date(Date.now() + DAYS * 86_400_000),
    };
    const invitation = await tx.invitation.upsert({
      where: { teamId_email: { teamId: team.id, email } },
      create: { teamId: team.id, email, ...data },
      update: { ...data, acceptedAt: null, createdAt: new Date() },
    });
    return { invitation, token };
  });
}

/**
 * Makes the account, or lets an existing one in after its own password, and signs the person in to the team. A token is
 * good once.
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  input: { name?: string | null; password: string },
): Promise<AccessToken> {
  const open = { tokenHash: hashToken(token), acceptedAt: null, expiresAt: { gt: new Date() } };
  const invitation = await acrossTeams('An invitation names its team.', async () =>
    ctx.db.invitation.findFirst({ where: open }),
  );
  if (!invitation) throw new NotFoundError(THING);
  const { id, email, teamId, role } = invitation;
  const user = await ctx.db.user.findUnique({ where: { email } });
  const account = user ? await proven(ctx, user, input.password) : await newAccount(email, input);
  return asTeam(teamId, () =>
    ctx.db.$transaction(async (tx) => {
      const accepted = { acceptedAt: new Date() };
      const { count } = await tx.invitation.updateMany({ where: { id, teamId, ...open }, data: accepted });
      if (count === 0) throw new NotFoundError(THING);
      const userId = await userIdOf(tx, account);
      await tx.membership.createMany({ data: [{ teamId, userId, role }], skipDuplicates: true });
      traceAs({ teamId, user: { id: userId, email } });
      return openSession(ctx, tx, userId, teamId);
    }),
  );
}

type Account = User | Prisma.UserCreateManyInput;

async function proven(ctx: Context, user: User, password: string): Promise<User> {
  const attempts = attemptsOf(ctx, user.email);
  await countLoginAttempt(ctx, attempts);
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new AppError('UNAUTHENTICATED', 'These credentials do not match our records.');
  }
  await forgiveLoginAttempts(ctx, attempts);
  return user;
}

async function newAccount(email: string, input: { name?: string | null; password: string }): Promise<Account> {
  const name = input.name?.trim() ?? '';
  if (name === '') throw new ValidationError({ name: [messages.required('name')] });
  if ([...name].length > MAX_NAME) throw new ValidationError({ name: [messages.atMostCharacters('name', MAX_NAME)] });
  checkNewPassword(input.password, 'password');
  return { email, name, passwordHash: await hashPassword(input.password) };
}

async function userIdOf(tx: Prisma.TransactionClient, account: Account): Promise<string> {
  if (account.id !== undefined) return account.id;
  const [made] = await tx.user.createManyAndReturn({ data: [account], skipDuplicates: true });
  // Invited by two teams and accepting both at once: the second time the account exists.
  if (!made) throw new AppError('CONFLICT', 'The account has just been made. Accept again with its password.');
  return made.id;
}
