import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

const MISSING = '01900000-0000-7000-8000-000000000000';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let offer: string;
let campaign: string;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  const teamId = acme.team.id;
  ({ id: offer } = await app.db.offer.create({
    data: { teamId, name: 'Spring', url: 'https://a.example', profit: 1 },
  }));
  ({ id: campaign } = await app.db.smsCampaign.create({ data: { teamId, name: 'Spring' } }));
  await app.db.smsSend.create({ data: { teamId, smsCampaignId: campaign } });
});
afterAll(() => app.close());

test('are of one scalar', () => {
  expect(schema.getType('UUID')).toBeUndefined();
});

test('every record that Query finds by its id may be missing', () => {
  const byId = Object.values(schema.getQueryType()!.getFields()).filter(({ args }) =>
    args.some(({ name, type }) => name === 'id' && String(type) === 'ID!'),
  );
  expect(byId.length).toBeGreaterThan(30);
  expect(byId.filter(({ type }) => String(type).endsWith('!')).map(({ name }) => name)).toEqual([]);
});

test('one variable serves arguments and filters', async () => {
  const query = `query ($id: ID!) {
    smsCampaign(id: $id) { name }
    smsMessages(filter: { smsCampaignId: $id }) { totalCount }
    auditLog(filter: { targetId: $id }) { totalCount } }`;
  expect(await app.graphql(query, { variables: { id: campaign }, token: acme.token })).toEqual({
    data: { smsCampaign: { name: 'Spring' }, smsMessages: { totalCount: 0 }, auditLog: { totalCount: 0 } },
  });
});

/** From the third time on an operation is compiled, where compiling is on. */
describe.each([1, 2, 3])('time %i', () => {
  test('a record that is missing is null, and the rest of the answer stays', async () => {
    const query = `query ($missing: ID!, $offer: ID!) {
      first: offer(id: $missing) { name } offer(id: $offer) { name } campaign: smsCampaign(id: "x") { name } }`;
    const ask = (token: string) => app.graphql(query, { variables: { missing: MISSING, offer }, token });
    const { data, errors } = await ask(acme.token);
    expect(data).toEqual({ first: null, offer: { name: 'Spring' }, campaign: null });
    expect(errors?.map(({ path, message, extensions }) => [path, message, extensions.code]).sort()).toEqual([
      [['campaign'], 'SMS campaign not found.', 'NOT_FOUND'],
      [['first'], 'Offer not found.', 'NOT_FOUND'],
    ]);
    expect((await ask(rival.token)).data).toEqual({ first: null, offer: null, campaign: null });
  });

  test('a filter by what is no id is refused by its name, and at its place', async () => {
    const codes = async (query: string) => {
      const { errors } = await app.graphql(query, { token: acme.token });
      return errors?.map(({ path, extensions }) => [path, extensions.fields]);
    };
    const contact = { 'filter.contactId': ['The filter.contact id field must be a valid UUID.'] };
    expect(await codes('{ smsMessages(filter: { contactId: "x" }) { nodes { id } } }')).toEqual([
      [['smsMessages'], contact],
    ]);
    expect(await codes('{ auditLog(filter: { targetId: "x" }) { nodes { id } } }')).toEqual([
      [['auditLog'], { 'filter.targetId': ['The filter.target id field must be a valid UUID.'] }],
    ]);
    const nested = `{ smsCampaigns { nodes { sends { nodes { id recipients(filter: { contactId: "x" }) { nodes { status } } } } } } }`;
    expect(await codes(nested)).toEqual([[['smsCampaigns', 'nodes', 0, 'sends', 'nodes', 0, 'recipients'], contact]]);
    expect(await codes('{ ledgerEntries(filter: { integrationId: "x" }) { nodes { id } } }')).toEqual([
      [['ledgerEntries'], { 'filter.integrationId': ['The filter.integration id field must be a valid UUID.'] }],
    ]);
  });
});
