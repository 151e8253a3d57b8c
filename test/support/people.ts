import type { Role } from '../../src/generated/prisma/client.ts';
import { createToken, hashToken, SESSION_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import type { TestApp } from './app.ts';

/** Of a password that nobody uses. */
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$DmCvCS0sK7kroOLhIBuJ8w$XHnKkhIGCfx2Eu8YGOrDfWXRMM9DSiKn0gAVBlnQTNo';
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
      passwordHash: HASH,
      memberships: { create: memberships.map(([id, role]) => ({ teamId: id, role })) },
      sessions: { create: { teamId, tokenHash: hashToken(token), expiresAt: new Date(Date.now() + 3_600_000) } },
    },
  });
  return token;
}
