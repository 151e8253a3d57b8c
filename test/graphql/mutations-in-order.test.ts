import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const campaign = () => app.db.smsCampaign.create({ data: { teamId: acme.team.id, name: 'Spring' } });
const offer = (name: string) =>
  app.db.offer.create({ data: { teamId: acme.team.id, name, url: 'https://shop.example', profit: '1' } });

/** Three times the same operation: the third is compiled, where compiling is on. */
describe.each([1, 2, 3])('mutations of one request, time %i', () => {
  test('answer what each of them left', async () => {
    const [{ id }, one, two] = [await campaign(), await offer('One'), await offer('Two')];
    const query = `mutation ($id: ID!, $one: CampaignOffersInput!, $two: CampaignOffersInput!) {
      first: attachOffersToSmsCampaign(id: $id, input: $one) { offers { totalCount nodes { name } } }
      second: attachOffersToSmsCampaign(id: $id, input: $two) { offers { totalCount nodes { name } } }
      third: detachOffersFromSmsCampaign(id: $id, input: $one) { offers { totalCount nodes { name } } }
    }`;
    const variables = { id, one: { offerIds: [one.id] }, two: { offerIds: [two.id] } };
    expect(await app.graphql(query, { token: acme.token, variables })).toEqual({
      data: {
        first: { offers: { totalCount: 1, nodes: [{ name: 'One' }] } },
        second: { offers: { totalCount: 2, nodes: [{ name: 'One' }, { name: 'Two' }] } },
        third: { offers: { totalCount: 1, nodes: [{ name: 'Two' }] } },
      },
    });
  });

  test('show the record that a later one of them changed as it then is', async () => {
    const [{ id }, one] = [await campaign(), await offer('One')];
    const query = `mutation ($id: ID!, $offer: ID!, $one: CampaignOffersInput!) {
      attach: attachOffersToSmsCampaign(id: $id, input: $one) { offers { nodes { name smsCampaigns { nodes { name } } } } }
      rename: updateOffer(id: $offer, input: { name: "Eins" }) { name smsCampaigns { nodes { offers { nodes { name } } } } }
      campaign: updateSmsCampaign(id: $id, input: { name: "Summer" }) { offers { nodes { name smsCampaigns { nodes { name } } } } }
      copy: duplicateSmsCampaign(id: $id, idempotencyKey: "${crypto.randomUUID()}") { offers { nodes { name smsCampaigns { totalCount } } } }
      detach: detachOffersFromSmsCampaign(id: $id, input: $one) { offers { nodes { name } } logs { nodes { text } } }
    }`;
    const variables = { id, offer: one.id, one: { offerIds: [one.id] } };
    expect((await app.graphql(query, { token: acme.token, variables })).data).toEqual({
      attach: { offers: { nodes: [{ name: 'One', smsCampaigns: { nodes: [{ name: 'Spring' }] } }] } },
      rename: { name: 'Eins', smsCampaigns: { nodes: [{ offers: { nodes: [{ name: 'Eins' }] } }] } },
      campaign: { offers: { nodes: [{ name: 'Eins', smsCampaigns: { nodes: [{ name: 'Summer' }] } }] } },
      copy: { offers: { nodes: [{ name: 'Eins', smsCampaigns: { totalCount: 2 } }] } },
      detach: { offers: { nodes: [] }, logs: { nodes: [] } },
    });
  });
});

test.each([1, 2, 3])('one that is refused keeps those behind it from running, time %i', async () => {
  const [{ id }, { id: other }] = [await campaign(), await campaign()];
  const query = `mutation ($id: ID!, $other: ID!, $none: ID!) {
    first: updateSmsCampaign(id: $id, input: { name: "Changed" }) { name }
    refused: updateSmsCampaign(id: $none, input: { name: "Changed" }) { name }
    last: updateSmsCampaign(id: $other, input: { name: "Changed" }) { name }
  }`;
  const variables = { id, other, none: crypto.randomUUID() };
  const { data, errors } = await app.graphql(query, { token: acme.token, variables });
  expect([data, errors!.map(({ message, path }) => [message, path])]).toEqual([
    null,
    [['SMS campaign not found.', ['refused']]],
  ]);
  const names = async (one: string) => (await app.db.smsCampaign.findFirst({ where: { id: one } }))!.name;
  expect([await names(id), await names(other)]).toEqual(['Changed', 'Spring']);
});
