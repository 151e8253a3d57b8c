import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTeam } from '../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type State = Record<string, unknown> | null;
interface Entry {
  action: string;
  targetType: string | null;
  targetId: string | null;
  before: State;
  after: State;
}

async function log(token: string, filter = ''): Promise<Entry[]> {
  const answer = await app.graphql<{ auditLog: { nodes: Entry[] } }>(
    `{ auditLog(first: 20 ${filter}) { nodes { action targetType targetId before after } } }`,
    { token },
  );
  return answer.data!.auditLog.nodes;
}

const OFFER = { name: 'Box', url: 'https://offers.example/', profit: '12.5' };
const createOffer = 'mutation ($input: CreateOfferInput!) { createOffer(input: $input) { id } }';

async function offerOf(token: string): Promise<string> {
  const answer = await app.graphql<{ createOffer: { id: string } }>(createOffer, {
    token,
    variables: { input: OFFER },
  });
  return answer.data!.createOffer.id;
}

test('what is made has a state after, what is changed both, what is deleted one before', async () => {
  const { team, token } = await createTeam(app);
  const id = await offerOf(token);
  await app.graphql(`mutation { updateOffer(id: "${id}", input: { name: "Crate" }) { id } }`, { token });
  await app.graphql(`mutation { deleteOffer(id: "${id}") { id } }`, { token });
  const box = {
    id,
    teamId: team.id,
    ...OFFER,
    profit: '12.500000',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    deletedAt: null,
  };
  const crate = { ...box, name: 'Crate' };
  const about = { targetType: 'offer', targetId: id };
  expect(await log(token)).toEqual([
    { action: 'deleteOffer', ...about, before: crate, after: null },
    { action: 'updateOffer', ...about, before: box, after: crate },
    { action: 'createOffer', ...about, before: null, after: box },
  ]);
});

test('of a change of many is kept how many', async () => {
  const { team, token } = await createTeam(app);
  const data = [1, 2, 3].map((at) => ({ teamId: team.id, number: BigInt(14_155_550_100 + at), countryId: 840 }));
  const contacts = await app.db.contact.createManyAndReturn({ data });
  const contactIds = contacts.map(({ id }) => id);
  const input = { contactIds, tags: ['VIP'] };
  await app.graphql(
    'mutation ($input: AddTagsToContactsInput!) { addTagsToContacts(input: $input) { contactsCount } }',
    {
      ...{ token, variables: { input } },
    },
  );
  expect(await log(token)).toEqual([
    { action: 'addTagsToContacts', targetType: null, targetId: null, before: null, after: { count: 3 } },
  ]);
});

test('what stands in other tables belongs to the state', async () => {
  const { team, token } = await createTeam(app);
  const offerId = await offerOf(token);
  const { id } = await app.db.smsCampaign.create({ data: { teamId: team.id, name: 'Spring' } });
  const attach = `mutation { attachOffersToSmsCampaign(id: "${id}", input: { offerIds: ["${offerId}"] }) { id } }`;
  await app.graphql(attach, { token });
  const [entry] = await log(token);
  expect([entry!.before!.offerIds, entry!.after!.offerIds]).toEqual([[], [offerId]]);
});

test('so do the tags of a new contact, which may have none', async () => {
  const { token } = await createTeam(app);
  const create =
    'mutation ($input: CreateContactInput!) { createContact(input: $input) { id tags { nodes { name } } } }';
  for (const tags of [[], ['VIP', 'Loyal']]) {
    const input = { number: 14_155_550_180 + tags.length, tags };
    expect((await app.graphql(create, { token, variables: { input } })).errors).toBeUndefined();
  }
  expect((await log(token)).map(({ after }) => after!.tags)).toEqual([['Loyal', 'VIP'], []]);
});

test('a copy was nothing before', async () => {
  const { team, token } = await createTeam(app);
  const { id } = await app.db.agent.create({ data: { teamId: team.id, name: 'Ann' } });
  await app.graphql(`mutation { duplicateAgent(id: "${id}") { id } }`, { token });
  expect(await log(token)).toMatchObject([{ action: 'duplicateAgent', before: null, after: { name: 'Ann (copy)' } }]);
});

test('a state is bounded: long texts are cut, and what is still too much is told by its length', async () => {
  const { team, token } = await createTeam(app);
  const label = 'd'.repeat(60);
  const domains = Array.from({ length: 120 }, (_, at) => `${label}.${label}.${label}.${label}.x${at}`);
  const { id } = await app.db.domainPlan.create({ data: { teamId: team.id, name: 'Plan', domains } });
  const agent = await app.db.agent.create({
    data: { teamId: team.id, name: 'Ann', prompt: 'p'.repeat(3_000) },
  });
  await app.graphql(`mutation { updateDomainPlan(id: "${id}", input: { name: "Other" }) { id } }`, { token });
  await app.graphql(`mutation { updateAgent(id: "${agent.id}", input: { name: "Eve" }) { id } }`, { token });
  const [changedAgent, changedPlan] = await log(token);
  expect(changedAgent!.after).toMatchObject({ name: 'Eve', prompt: `${'p'.repeat(2_000)}…` });
  expect(changedPlan!.after).toMatchObject({ name: 'Other', domains: expect.stringMatching(/^\[\d+ characters\]$/) });
  expect(JSON.stringify(changedPlan!.after).length).toBeLessThan(1_000);
});

test('the entry is written in the transaction of the change: without it there is no change', async () => {
  const { team, token } = await createTeam(app);
  const { pool, db } = app;
  const { id } = await db.offer.create({ data: { teamId: team.id, ...OFFER } });
  await pool.query(`ALTER TABLE audit_entries ADD CONSTRAINT no_entry CHECK (team_id <> '${team.id}') NOT VALID`);
  const answer = await app.graphql(`mutation { updateOffer(id: "${id}", input: { name: "Crate" }) { id } }`, { token });
  await pool.query('ALTER TABLE audit_entries DROP CONSTRAINT no_entry');
  expect(answer.errors).toMatchObject([{ message: 'Server Error' }]);
  expect(await db.offer.findUniqueOrThrow({ where: { teamId_id: { teamId: team.id, id } } })).toMatchObject({
    name: 'Box',
  });
});

test('another team sees none of it', async () => {
  const mine = await createTeam(app);
  const other = await createTeam(app, 'Rival');
  const id = await offerOf(mine.token);
  expect(await log(other.token, `filter: { targetId: "${id}" }`)).toEqual([]);
  // Nor is what it names without having it.
  await app.graphql(`mutation { updateOffer(id: "${id}", input: { name: "Mine" }) { id } }`, { token: other.token });
  expect(await log(other.token)).toEqual([]);
});
