import type { Role } from '../../src/generated/prisma/client.ts';
import { createToken, hashToken, SESSION_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import type { TestApp } from './app.ts';

let count = 0;

/** Signed in to the first team. */
export async function signIn({ db }: TestApp, memberships: [teamId: string, role: Role][]): Promise<string> {
  const [[teamId] = ['']] = memberships;
  const token = createToken(SESSION_PREFIX, teamId);
  count += 1;
  await db.user.create({
    data: {
      email: `person${process.pid}.${count}@example.com`,
      name: 'Ann',
      passwordHash: 'none',
      memberships: { create: memberships.map(([id, role]) => ({ teamId: id, role })) },
      sessions: { create: { teamId, tokenHash: hashToken(token), expiresAt: new Date(Date.now() + 3_600_000) } },
    },
  });
  return token;
}
