import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;
let last = 12125550100n;
beforeAll(async () => {
  app = await createTestApp();
  [mine, other] = [await createTeam(app), await createTeam(app)];
});
afterAll(() => app.close());

function createNumber(data: object = {}) {
  last += 1n;
  return app.db.number.create({
    data: { teamId: mine.team.id, number: last, voiceProvider: 'provider_a', ...data },
  });
}
const set = async (id: string, body: unknown, token: string | undefined = mine.token) => {
  const answer = await app.rest('PATCH', `/management/numbers/${id}/voice-provider`, { body, token });
  return { status: answer.status, body: answer.body };
};

test('the number has the provider, and the answer every documented field', async () => {
  const number = await createNumber({
    sipConfig: 'sip:trunk@sip.example.com',
    disallowedCountries: 'CU,IR',
    voiceProviderId: 'number-1',
    lastUsedAt: new Date('2026-11-20T08:00:00Z'),
  });
  const answer = await set(number.id, { voice_provider: 'provider_d' });
  const stored = await app.db.number.findUniqueOrThrow({
    where: { teamId_id: { teamId: mine.team.id, id: number.id } },
  });
  expect(stored.voiceProvider).toBe('provider_d');
  expect(answer).toEqual({
    status: 200,
    body: {
      data: {
        id: number.id,
        voice_account_id: null,
        inbound_agent_id: null,
        sip_config: 'sip:trunk@sip.example.com',
        disallowed_countries: 'CU,IR',
        team_id: mine.team.id,
        voice_provider: 'provider_d',
        voice_provider_id: 'number-1',
        number: Number(number.number),
        last_used_at: '2026-11-20T08:00:00.000Z',
        created_at: number.createdAt.toISOString(),
        updated_at: stored.updatedAt.toISOString(),
      },
    },
  });
});

test('GraphQL does the same', async () => {
  const { id, number } = await createNumber();
  const query = `mutation ($id: ID!) {
    setNumberVoiceProvider(id: $id, input: { voiceProvider: provider_b }) { id number voiceProvider calls { totalCount } }
  }`;
  expect(await app.graphql(query, { token: mine.token, variables: { id } })).toEqual({
    data: {
      setNumberVoiceProvider: { id, number: Number(number), voiceProvider: 'provider_b', calls: { totalCount: 0 } },
    },
  });
  const answer = await app.graphql(query, { token: other.token, variables: { id } });
  expect(answer.errors).toMatchObject([{ message: 'Number not found.', extensions: { code: 'NOT_FOUND' } }]);
});

test('a number that is missing or another team’s is not found', async () => {
  const { id } = await createNumber();
  const body = { voice_provider: 'provider_b' };
  const missing = { status: 404, body: { message: 'Number not found.' } };
  expect(await set('0199f000-0000-7000-8000-000000000000', body)).toEqual(missing);
  expect(await set('no-id', body)).toEqual(missing);
  expect(await set(id, body, other.token)).toEqual(missing);
  expect(
    (await app.db.number.findUniqueOrThrow({ where: { teamId_id: { teamId: mine.team.id, id } } })).voiceProvider,
  ).toBe('provider_a');
});

test.each([
  [{}, 'The voice provider field is required.'],
  [{ voice_provider: null }, 'The voice provider field is required.'],
  [{ voice_provider: 'provider_e' }, 'The selected voice provider is invalid.'],
  [{ voice_provider: true }, 'The selected voice provider is invalid.'],
  [{ voice_provider: { name: 'provider_a' } }, 'The selected voice provider is invalid.'],
])('the body %j is refused', async (body, message) => {
  const { id } = await createNumber();
  expect(await set(id, body)).toEqual({ status: 422, body: { message, errors: { voice_provider: [message] } } });
});

test('it needs a token, and one of its scope', async () => {
  const { id } = await createNumber();
  const body = { voice_provider: 'provider_c' };
  const scope = (endpoint: string) =>
    createTeamToken(app, mine.team.id, { scopes: [{ method: 'patch', endpoint, reason: '' }] });
  const url = `/management/numbers/${id}/voice-provider`;
  const without = await app.rest('PATCH', url, { body });
  expect([without.status, without.body]).toEqual([401, { message: 'Unauthenticated.' }]);
  expect(await set(id, body, await scope('/v1/offers'))).toEqual({
    status: 403,
    body: { message: 'This action is unauthorized.' },
  });
  expect((await set(id, body, await scope('/management/numbers/{number}/voice-provider'))).status).toBe(200);
});
