import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const campaign = async (teamId = acme.team.id) =>
  (await app.db.smsCampaign.create({ data: { teamId, name: 'Spring' } })).id;
const offer = async (name: string, teamId = acme.team.id) =>
  (await app.db.offer.create({ data: { teamId, name, url: 'https://shop.example', profit: '1' } })).id;

const change = async (mutation: string, id: string, offerIds: string[], token = acme.token) => {
  const query = `mutation ($id: ID!, $input: CampaignOffersInput!) {
    campaign: ${mutation}(id: $id, input: $input) { offers { totalCount nodes { name } } }
  }`;
  return app.graphql<{ campaign: { offers: { totalCount: number; nodes: { name: string }[] } } }>(query, {
    variables: { id, input: { offerIds } },
    token,
  });
};
const attach = (...args: [string, string[], string?]) => change('attachOffersToSmsCampaign', ...args);
const detach = (...args: [string, string[], string?]) => change('detachOffersFromSmsCampaign', ...args);
const names = (answer: Awaited<ReturnType<typeof attach>>) =>
  answer.data!.campaign.offers.nodes.map(({ name }) => name);

describe('attaching offers', () => {
  test('puts them behind those that are there, in the order given, each once', async () => {
    const id = await campaign();
    const [a, b, c] = [await offer('A'), await offer('B'), await offer('C')];
    expect(names(await attach(id, [b]))).toEqual(['B']);
    expect(names(await attach(id, [c, b, a.toUpperCase(), a]))).toEqual(['B', 'C', 'A']);
    expect(names(await attach(id, [c, b, a]))).toEqual(['B', 'C', 'A']);
    const query = `{ offer(id: "${a}") { smsCampaigns { totalCount nodes { id } } } }`;
    expect((await app.graphql(query, { token: acme.token })).data).toEqual({
      offer: { smsCampaigns: { totalCount: 1, nodes: [{ id }] } },
    });
  });

  test('at the same time gives every offer a place of its own', async () => {
    const id = await campaign();
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((name) => offer(name)));
    const answers = await Promise.all(ids.map((one) => attach(id, [one])));
    expect(answers.map(({ errors }) => errors)).toEqual([undefined, undefined, undefined, undefined]);
    const rows = await app.db.smsCampaignOffer.findMany({ where: { smsCampaignId: id } });
    expect(rows.map(({ position }) => position).sort()).toEqual([0, 1, 2, 3]);
  });

  test('refuses another team’s and unknown offers, and then attaches none', async () => {
    const id = await campaign();
    const [mine, theirs] = [await offer('Mine'), await offer('Theirs', rival.team.id)];
    const { errors } = await attach(id, [mine, theirs, 'x']);
    expect(errors![0]!.extensions).toEqual({
      code: 'VALIDATION_FAILED',
      fields: {
        'offerIds.1': ['The selected offer ids.1 is invalid.'],
        'offerIds.2': ['The selected offer ids.2 is invalid.'],
      },
    });
    expect(await app.db.smsCampaignOffer.count({ where: { smsCampaignId: id } })).toBe(0);
  });

  test('needs 1 to 100 of them', async () => {
    const id = await campaign();
    expect((await attach(id, [])).errors![0]!.message).toBe('The offer ids field must have at least 1 items.');
    const many = Array.from({ length: 101 }, () => crypto.randomUUID());
    expect((await attach(id, many)).errors![0]!.message).toBe('The offer ids field must not have more than 100 items.');
  });

  test('does not find another team’s campaign, a deleted one or an id that is none', async () => {
    const mine = await offer('Mine');
    const deleted = await campaign();
    await app.db.smsCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id: deleted } },
      data: { deletedAt: new Date() },
    });
    for (const id of [await campaign(rival.team.id), deleted, '7']) {
      expect((await attach(id, [mine])).errors![0]).toMatchObject({
        message: 'SMS campaign not found.',
        extensions: { code: 'NOT_FOUND' },
      });
    }
  });

  test('is not for tokens limited to documented endpoints', async () => {
    const scopes = [{ method: 'post', endpoint: '/v1/offers', reason: '' }];
    const token = await createTeamToken(app, acme.team.id, { scopes });
    expect((await attach(await campaign(), [await offer('A')], token)).errors![0]!.extensions.code).toBe('FORBIDDEN');
  });
});

describe('detaching offers', () => {
  test('takes off those named and passes over those that are not attached', async () => {
    const id = await campaign();
    const [a, b, c] = [await offer('A'), await offer('B'), await offer('C')];
    await attach(id, [a, b]);
    expect(names(await detach(id, [a, c]))).toEqual(['B']);
    expect(names(await detach(id, [a, c]))).toEqual(['B']);
  });

  test('does not touch another team’s campaign', async () => {
    const id = await campaign();
    const a = await offer('A');
    await attach(id, [a]);
    expect((await detach(id, [a], rival.token)).errors![0]!.extensions.code).toBe('NOT_FOUND');
    expect(await app.db.smsCampaignOffer.count({ where: { smsCampaignId: id } })).toBe(1);
  });
});
