import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createContacts } from '../../../support/contacts.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let campaignId: string;
let contactIds: string[];

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  const { db } = app;
  const teamId = acme.team.id;
  contactIds = await createContacts(app, teamId, 3);
  const campaign = await db.smsCampaign.create({ data: { teamId, name: 'Spring' } });
  campaignId = campaign.id;
  for (const run of [0, 1]) {
    const { id: smsSendId } = await db.smsSend.create({ data: { teamId, smsCampaignId: campaignId } });
    await db.smsMessage.createMany({
      data: contactIds.map((contactId, at) => ({
        teamId,
        smsCampaignId: campaignId,
        smsSendId,
        contactId,
        phoneNormalized: `49151${at}`,
        finalText: `Hello ${run}`,
        isSent: at !== 2,
        isClicked: at === 0,
        failReason: at === 2 ? 'No route.' : null,
        createdAt: new Date(Date.UTC(2026, 10, 1 + run, at)),
      })),
    });
  }
});
afterAll(() => app.close());

const ask = (query: string, token = acme.token) => app.graphql(query, { token });

test('messages are filtered, ordered and counted', async () => {
  const page = '{ totalCount nodes { finalText toNumber } }';
  const first = (finalText: string, at: number) => ({ finalText, toNumber: `+49151${at}` });
  expect(
    await ask(`{
      failed: smsMessages(filter: { hasFailed: true, smsCampaignId: "${campaignId}" }) ${page}
      clicked: smsMessages(filter: { isClicked: true, contactId: "${contactIds[0]}" }, first: 1) ${page}
      older: smsMessages(filter: { isSent: true, createdAt: { to: "2026-11-02T00:00:00Z" } }, last: 2) ${page}
      none: smsMessages(filter: { isLead: true, offerId: "${campaignId}" }) ${page}
    }`),
  ).toEqual({
    data: {
      failed: { totalCount: 2, nodes: [first('Hello 1', 2), first('Hello 0', 2)] },
      clicked: { totalCount: 2, nodes: [first('Hello 1', 0)] },
      older: { totalCount: 2, nodes: [first('Hello 0', 1), first('Hello 0', 0)] },
      none: { totalCount: 0, nodes: [] },
    },
  });
});

test('contacts and campaigns lead to their messages and back, a statement per level', async () => {
  const query = (first: number) => `{
    contacts(first: ${first}, orderBy: { field: number, direction: asc }) { nodes {
      messages(first: 1) { totalCount nodes { finalText isSent failureReason smsCampaign { name } contact { id } } } } }
    smsCampaigns { nodes { messages(first: 2) { nodes { finalText } } } }
  }`;
  const { data } = await ask(query(1));
  expect(data).toEqual({
    contacts: {
      nodes: [
        {
          messages: {
            totalCount: 2,
            nodes: [
              {
                finalText: 'Hello 1',
                isSent: true,
                failureReason: null,
                smsCampaign: { name: 'Spring' },
                contact: { id: contactIds[0] },
              },
            ],
          },
        },
      ],
    },
    smsCampaigns: { nodes: [{ messages: { nodes: [{ finalText: 'Hello 1' }, { finalText: 'Hello 1' }] } }] },
  });
  const few = await app.statements(() => ask(query(1)));
  expect(await app.statements(() => ask(query(3)))).toHaveLength(few.length);
});

test('one message is read by id; another team’s is not found, nor read by a token with scopes', async () => {
  const { id } = await app.db.smsMessage.findFirstOrThrow({ where: { smsCampaignId: campaignId } });
  const query = `{ smsMessage(id: "${id}") { smsCampaignId } }`;
  expect((await ask(query)).data).toEqual({ smsMessage: { smsCampaignId: campaignId } });
  expect((await ask(query, rival.token)).errors).toMatchObject([{ message: 'SMS message not found.' }]);
  expect((await ask('{ smsMessages { totalCount } }', rival.token)).data).toEqual({ smsMessages: { totalCount: 0 } });
  const scopes = [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: '' }];
  const token = await createTeamToken(app, acme.team.id, { scopes });
  expect((await ask(query, token)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});
