import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { untilWaiting } from '../../../support/database.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { createSmsCampaign, manual, START } from '../../../support/sending.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

const isEmbedded = inject('databaseTemplate').kind === 'embedded';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const offer = async (data: object = {}) =>
  (
    await app.db.offer.create({
      data: { teamId: acme.team.id, name: 'Card', url: 'https://shop.example', profit: '1', ...data },
    })
  ).id;
const SELECT = '{ id name url profit }';
const update = (id: string, input: object, token = acme.token) =>
  mutate(app, token, 'updateOffer', { id, input: [input, 'UpdateOfferInput'] }, SELECT);
const remove = (id: string, token = acme.token) => mutate(app, token, 'deleteOffer', { id });
const attach = (field: string, id: string, offerIds: string[]) =>
  mutate(
    app,
    acme.token,
    field,
    { id, input: [{ offerIds }, 'CampaignOffersInput'] },
    '{ offers { totalCount nodes { name } } }',
  );

describe('an offer', () => {
  test('is changed; what is absent stays', async () => {
    const id = await offer();
    const before = { id, name: 'Card', url: 'https://shop.example', profit: '1' };
    expect(await update(id, {})).toEqual({ data: { updateOffer: before } });
    expect(await update(id, { name: ' Loan ', profit: 2.5 })).toEqual({
      data: { updateOffer: { ...before, name: 'Loan', profit: '2.5' } },
    });
    expect(await update(id, { name: null, url: null, profit: '-0.01' })).toMatchObject(
      invalid({
        name: ['The name field is required.'],
        url: ['The url field is required.'],
        profit: ['The profit field must be at least 0.'],
      }),
    );
  });

  test('is deleted unless a campaign that is under way sells it; others then sell it no more', async () => {
    const { db } = app;
    const [id, teamId] = [await offer(), acme.team.id];
    const sms = await db.smsCampaign.create({ data: { teamId, name: 'Spring', status: 'pending' } });
    const voice = await db.voiceCampaign.create({ data: { teamId, name: 'Calls', status: 'in_progress' } });
    await attach('attachOffersToSmsCampaign', sms.id, [id]);
    await attach('attachOffersToVoiceCampaign', voice.id, [id]);
    const text = (name: string) => `The offer is sold by the campaign "${name}", which is under way.`;
    expect(await remove(id)).toMatchObject(refused('CONFLICT', text('Spring')));
    await db.smsCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id: sms.id } },
      data: { status: 'stopped' },
    });
    expect(await remove(id)).toMatchObject(refused('CONFLICT', text('Calls')));
    await db.voiceCampaign.update({
      where: { teamId_id: { teamId: acme.team.id, id: voice.id } },
      data: { status: 'draft' },
    });
    expect(await remove(id)).toEqual({ data: { deleteOffer: { id } } });
    expect(await remove(id)).toMatchObject(refused('NOT_FOUND', 'Offer not found.'));
    const query = `{ smsCampaign(id: "${sms.id}") { offers { totalCount } } voiceCampaign(id: "${voice.id}") { offers { totalCount } } }`;
    expect((await app.graphql(query, { token: acme.token })).data).toEqual({
      smsCampaign: { offers: { totalCount: 0 } },
      voiceCampaign: { offers: { totalCount: 0 } },
    });
  });

  test.skipIf(isEmbedded)('is not deleted while a campaign starts that sells it', async () => {
    const { campaignId } = await createSmsCampaign(app, acme.team.id, { contacts: 1, meta: manual() });
    const where = { teamId: acme.team.id, smsCampaignId: campaignId };
    const { offerId } = await app.db.smsCampaignOffer.findFirstOrThrow({ where });
    const client = await app.pool.connect();
    await client.query('BEGIN');
    // A start opens its send after all its checks.
    await client.query('/* across teams: a lock alone */ LOCK TABLE sms_sends IN SHARE MODE');
    const started = app.graphql(START, { variables: { id: campaignId }, token: acme.token });
    await untilWaiting(app, 1);
    const removed = remove(offerId);
    await Promise.race([removed, untilWaiting(app, 2)]);
    await client.query('COMMIT');
    client.release();
    expect(await started).toEqual({ data: { startCampaign: { campaign: { status: 'running' } } } });
    const text = 'The offer is sold by the campaign "Campaign", which is under way.';
    expect(await removed).toMatchObject(refused('CONFLICT', text));
  });

  test('of another team is not found, nor is one changed by a limited token', async () => {
    const id = await offer();
    const scopes = [{ method: 'post', endpoint: '/v1/offers', reason: '' }];
    const limited = await createTeamToken(app, acme.team.id, { scopes });
    for (const change of [(token: string) => update(id, { name: 'x' }, token), (token: string) => remove(id, token)]) {
      expect(await change(rival.token)).toMatchObject(refused('NOT_FOUND', 'Offer not found.'));
      expect(await change(limited)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    }
    expect(await update('none', {})).toMatchObject(refused('NOT_FOUND', 'Offer not found.'));
  });

  test('is found by its URL and what it earns, in the order of that', async () => {
    const { token, team } = await createTeam(app);
    for (const profit of ['3', '1', '2', '4']) {
      await offer({ teamId: team.id, profit, url: `https://${profit}.example` });
    }
    const query = `{
      earning: offers(filter: { minProfit: 2, maxProfit: 3 }, orderBy: { field: profit, direction: asc }) { nodes { profit } }
      at: offers(filter: { url: "4.EXAMPLE" }, orderBy: { field: updatedAt, direction: asc }) { totalCount nodes { profit } }
    }`;
    expect((await app.graphql(query, { token })).data).toEqual({
      earning: { nodes: [{ profit: '2' }, { profit: '3' }] },
      at: { totalCount: 1, nodes: [{ profit: '4' }] },
    });
  });
});

describe('voice campaigns', () => {
  test('sell offers from their creation on, and so do their copies', async () => {
    const [a, b] = [await offer({ name: 'A' }), await offer({ name: 'B' })];
    const made = await mutate(
      app,
      acme.token,
      'createVoiceCampaign',
      { input: [{ name: 'Calls', offerIds: [b, a, b] }, 'CreateVoiceCampaignInput'] },
      '{ id offers { nodes { name } } }',
    );
    const { id, offers } = made.data.createVoiceCampaign;
    expect(offers).toEqual({ nodes: [{ name: 'B' }, { name: 'A' }] });
    const copy = await mutate(
      app,
      acme.token,
      'duplicateVoiceCampaign',
      { id },
      '{ offers { totalCount nodes { name } } }',
    );
    expect(copy.data.duplicateVoiceCampaign).toEqual({ offers: { ...offers, totalCount: 2 } });
    const query = `{ offer(id: "${a}") { voiceCampaigns { totalCount nodes { name } } } }`;
    expect((await app.graphql(query, { token: acme.token })).data).toEqual({
      offer: { voiceCampaigns: { totalCount: 2, nodes: [{ name: 'Calls (copy)' }, { name: 'Calls' }] } },
    });
  });

  test('take further ones and give them up; another team’s are refused', async () => {
    const { db } = app;
    const campaign = await db.voiceCampaign.create({ data: { teamId: acme.team.id, name: 'Calls' } });
    const [a, b] = [await offer({ name: 'A' }), await offer({ name: 'B' })];
    const theirs = await offer({ teamId: rival.team.id });
    await attach('attachOffersToVoiceCampaign', campaign.id, [b]);
    expect((await attach('attachOffersToVoiceCampaign', campaign.id, [a, b])).data.attachOffersToVoiceCampaign).toEqual(
      {
        offers: { totalCount: 2, nodes: [{ name: 'B' }, { name: 'A' }] },
      },
    );
    expect(await attach('attachOffersToVoiceCampaign', campaign.id, [a, theirs])).toMatchObject(
      invalid({ 'offerIds.1': ['The selected offer ids.1 is invalid.'] }),
    );
    expect(
      (await attach('detachOffersFromVoiceCampaign', campaign.id, [b])).data.detachOffersFromVoiceCampaign,
    ).toEqual({ offers: { totalCount: 1, nodes: [{ name: 'A' }] } });
    const create = { input: [{ name: 'X', offerIds: [theirs] }, 'CreateVoiceCampaignInput'] as [object, string] };
    expect(await mutate(app, acme.token, 'createVoiceCampaign', create)).toMatchObject(
      invalid({ 'offerIds.0': ['The selected offer ids.0 is invalid.'] }),
    );
    const input: [object, string] = [{ offerIds: [theirs] }, 'CampaignOffersInput'];
    for (const field of ['attachOffersToVoiceCampaign', 'detachOffersFromVoiceCampaign']) {
      expect(await mutate(app, rival.token, field, { id: campaign.id, input })).toMatchObject(
        refused('NOT_FOUND', 'Voice campaign not found.'),
      );
    }
  });

  test('are read with their offers and back in a number of statements that does not depend on how many there are', async () => {
    const { token, team } = await createTeam(app);
    const { db } = app;
    for (const name of ['A', 'B', 'C']) {
      const offerId = await offer({ teamId: team.id, name });
      await db.voiceCampaign.create({ data: { teamId: team.id, name, offers: { create: { offerId } } } });
    }
    const run = (first: number) =>
      app.graphql(
        `{ voiceCampaigns(first: ${first}) { nodes { offers { totalCount nodes { name voiceCampaigns { totalCount nodes { name } } } } } } }`,
        { token },
      );
    const [one, three] = [await app.statements(() => run(1)), await app.statements(() => run(3))];
    expect(three.length).toBe(one.length);
    expect((await run(1)).data).toEqual({
      voiceCampaigns: {
        nodes: [
          {
            offers: {
              totalCount: 1,
              nodes: [{ name: 'C', voiceCampaigns: { totalCount: 1, nodes: [{ name: 'C' }] } }],
            },
          },
        ],
      },
    });
  });
});
