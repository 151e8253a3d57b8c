import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { verifyPassword } from './passwords.ts';
import { countLoginAttempt, forgiveLoginAttempts } from './throttle.ts';
import { createToken, hashToken, SESSION_PREFIX } from './tokens.ts';

export interface AccessToken {
  accessToken: string;
  tokenType: 'Bearer';
  expiresAt: Date;
}

/**
 * E2. Signs a person in to the team they joined first. Wrong credentials and an unknown e-mail answer alike and take
 * the same time; attempts are counted per e-mail and address.
 */
export async function login(ctx: Context, input: { email: string; password: string }): Promise<AccessToken> {
  const email = input.email.toLowerCase();
  const attempts = createHash('sha256').update(`${email} ${ctx.address}`).digest('hex');
  await countLoginAttempt(ctx, attempts);

  const user = await ctx.db.user.findUnique({
    where: { email },
    include: { memberships: { orderBy: [{ createdAt: 'asc' }, { teamId: 'asc' }], take: 1 } },
  });
  const isRight = await verifyPassword(user?.passwordHash ?? null, input.password);
  const membership = user?.memberships[0];
  if (!isRight || !user || !membership) {
    throw new AppError('UNAUTHENTICATED', 'These credentials do not match our records.');
  }

  await forgiveLoginAttempts(ctx, attempts);
  const accessToken = createToken(SESSION_PREFIX);
  const expiresAt = new Date(Date.now() + ctx.config.SESSION_HOURS * 3_600_000);
  await ctx.db.session.create({
    data: {
      userId: user.id,
      teamId: membership.teamId,
      tokenHash: hashToken(accessToken),
      address: ctx.address,
      expiresAt,
    },
  });
  return { accessToken, tokenType: 'Bearer', expiresAt };
}
