import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { checkTokenKeys } from '../../../../src/modules/identity/auth/check-token-keys.ts';
import { createLogger } from '../../../../src/observability/logger.ts';
import { encryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

let app: TestApp;
afterEach(() => app.close());

test('one token that cannot be read leaves the others of E13 as they are', async () => {
  app = await createTestApp();
  const { team, token } = await createTeam(app);
  await createTeamToken(app, team.id);
  const lost = await app.db.teamToken.findFirstOrThrow({ where: { role: 'admin' } });
  const tokenCiphertext = encryptToken([randomBytes(32)], 'obt_lost');
  await app.db.teamToken.update({
    where: { teamId_id: { teamId: team.id, id: lost.id } },
    data: { tokenCiphertext },
  });
  const { status, body } = await app.rest<{ data: { access_token: string }[] }>('GET', '/v1/platform/team/tokens', {
    token,
  });
  expect([status, body.data.map(({ access_token }) => access_token)]).toEqual([200, [null, token]]);
  const answer = await app.graphql('{ teamTokens { nodes { accessToken } } }', { token });
  expect(answer).toEqual({ data: { teamTokens: { nodes: [{ accessToken: null }, { accessToken: token }] } } });
});

test('a start with another TOKEN_KEY says so in a sentence, and one with the right keys nothing', async () => {
  app = await createTestApp();
  const { team } = await createTeam(app);
  const said = async (...tokenKeys: [Buffer, ...Buffer[]]) => {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    await checkTokenKeys({ ...app.services, logger, tokenKeys });
    return lines.map((line) => {
      const { level, unreadable, msg } = JSON.parse(line);
      return { level, unreadable, msg };
    });
  };
  const [right] = app.services.tokenKeys;
  const lost = {
    level: 50,
    unreadable: 1,
    msg: 'TOKEN_KEY is not the key that all secrets are encrypted under: team tokens go on working, but some cannot be shown, and routes, voice accounts and webhooks whose credentials cannot be read do not send. Set TOKEN_KEY to the former key, or add that one to TOKEN_KEY_PREVIOUS.',
  };
  expect(await said(randomBytes(32))).toEqual([lost]);
  expect([...(await said(right)), ...(await said(randomBytes(32), right))]).toEqual([]);
  // A team whose people sign in has no tokens, and messages that do not go out.
  await app.db.teamToken.deleteMany({ where: { teamId: team.id } });
  expect(await said(randomBytes(32))).toEqual([]);
  const credentials = encryptToken([right], '{}');
  await app.db.route.create({ data: { teamId: team.id, name: 'Operator', credentials } });
  expect([...(await said(right)), ...(await said(randomBytes(32)))]).toEqual([lost]);
  // Nothing is asked of what has ended.
  const [teamId, ended] = [team.id, new Date('2026-01-01')];
  const secrets = { webhookSecretHash: credentials, adapterCredentials: credentials };
  const account = { teamId, name: 'Former', provider: 'provider_a', ...secrets } as const;
  await app.db.voiceAccount.create({ data: { ...account, archivedAt: ended } });
  const endpoint = { teamId, url: 'https://hooks.example', secret: credentials, previousSecret: credentials };
  await app.db.webhookEndpoint.create({ data: { ...endpoint, deletedAt: ended } });
  expect(await said(randomBytes(32))).toEqual([lost]);
});
