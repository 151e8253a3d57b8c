import type { Role, Team } from '../../src/generated/prisma/client.ts';
import { createToken, hashToken, TEAM_TOKEN_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import { encryptToken } from '../../src/secrets.ts';
import type { TokenScope } from '../../src/viewer.ts';
import type { TestApp } from './app.ts';

export interface TestTeam {
  team: Team;
  /** Unlimited, acting as an owner. */
  token: string;
}

export async function createTeam(test: TestApp, name = 'Acme'): Promise<TestTeam> {
  const team = await test.db.team.create({ data: { name } });
  return { team, token: await createTeamToken(test, team.id, { role: 'owner' }) };
}

/** An engine works for all teams, so this closes what earlier tests left open. */
export async function createSendingTeam(test: TestApp): Promise<TestTeam> {
  await test.pool.query("UPDATE sms_sends SET status = 'stopped', next_step_at = NULL WHERE status <> 'sent'");
  return createTeam(test);
}

export async function createTeamToken(
  { db, services }: TestApp,
  teamId: string,
  options: { role?: Role; scopes?: TokenScope[] } = {},
): Promise<string> {
  const token = createToken(TEAM_TOKEN_PREFIX, teamId);
  await db.teamToken.create({
    data: {
      teamId,
      name: 'Test',
      role: options.role ?? 'admin',
      tokenHash: hashToken(token),
      tokenCiphertext: encryptToken(services.tokenKeys, token),
      scopes: (options.scopes ?? []) as object[],
    },
  });
  return token;
}
