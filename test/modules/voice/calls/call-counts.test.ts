import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createContacts } from '../../../support/contacts.ts';
import { markAll } from '../../../support/roll-ups.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let made: { contactIds: string[]; numberId: string; agentId: string; campaignId: string; sendId: string };

const START = Date.UTC(2026, 10, 21, 9);

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  made = await createCalls(acme.team.id);
  await markAll(app, acme.team.id);
});
afterAll(() => app.close());

/** Six calls: three busy, two open, one a lead; in turn with two contacts. */
async function createCalls(teamId: string) {
  const { db } = app;
  const contactIds = await createContacts(app, teamId, 2);
  const agent = await db.agent.create({ data: { teamId, name: 'Clara' } });
  const number = await db.number.create({ data: { teamId, number: 15715550100, voiceProvider: 'provider_a' } });
  const campaign = await db.voiceCampaign.create({ data: { teamId, name: 'Spring', sends: { create: {} } } });
  const send = await db.voiceCampaignSend.findFirstOrThrow({ where: { voiceCampaignId: campaign.id } });
  const outcomes = ['busy', null, 'interested', 'busy', null, 'busy'] as const;
  await db.call.createMany({
    data: outcomes.map((callOutcome, at) => ({
      teamId,
      toNumber: 12125550100n + BigInt(at),
      externalId: `call-${at}`,
      status: callOutcome === null ? ('queued' as const) : ('ended' as const),
      callOutcome,
      isAnswered: at < 3,
      isAnswerMachine: at === 0,
      isLead: callOutcome === 'interested',
      isSale: at === 2,
      contactId: contactIds[at % 2],
      numberId: number.id,
      agentId: at < 5 ? agent.id : null,
      voiceCampaignId: campaign.id,
      voiceCampaignSendId: at < 4 ? send.id : null,
      createdAt: new Date(START + at * 1000),
    })),
  });
  return { contactIds, numberId: number.id, agentId: agent.id, campaignId: campaign.id, sendId: send.id };
}

const ask = (query: string, token = acme.token) => app.graphql<Record<string, never>>(query, { token });

test.each([
  ['hasOutcome: false', ['4', '1']],
  ['hasOutcome: true, isAnswered: false', ['5', '3']],
  ['isAnswerMachine: true', ['0']],
  ['isLead: true, isSale: true', ['2']],
  ['toNumber: 12125550103', ['3']],
  ['agentId: "AGENT", status: [ended]', ['3', '2', '0']],
  ['voiceSendId: "SEND", contactId: "CONTACT"', ['2', '0']],
  ['numberId: "NUMBER", callOutcome: [busy], createdAt: { from: "2026-11-21T09:00:01Z" }', ['5', '3']],
])('calls are filtered by %s', async (filter, found) => {
  const { agentId, sendId, numberId, contactIds } = made;
  const condition = filter
    .replace('AGENT', agentId)
    .replace('SEND', sendId)
    .replace('NUMBER', numberId)
    .replace('CONTACT', contactIds[0]!);
  const { data } = await app.graphql<{ calls: { nodes: { externalId: string }[] } }>(
    `{ calls(filter: { ${condition} }) { nodes { externalId } } }`,
    { token: acme.token },
  );
  expect(data!.calls.nodes.map(({ externalId }) => externalId.slice(5))).toEqual(found);
});

test('calls are counted by outcome and status in one statement each', async () => {
  const query = `{
    callsByOutcome { outcome count }
    answered: callsByOutcome(filter: { isAnswered: true, voiceCampaignId: "${made.campaignId}" }) { outcome count }
    callsByStatus { status count }
  }`;
  expect(await ask(query)).toEqual({
    data: {
      callsByOutcome: [
        { outcome: 'interested', count: 1 },
        { outcome: 'busy', count: 3 },
        { outcome: null, count: 2 },
      ],
      answered: [
        { outcome: 'interested', count: 1 },
        { outcome: 'busy', count: 1 },
        { outcome: null, count: 1 },
      ],
      callsByStatus: [
        { status: 'queued', count: 2 },
        { status: 'ended', count: 4 },
      ],
    },
  });
  expect(await app.statements(() => ask(query))).toHaveLength(3);
  expect(await ask('{ callsByOutcome { count } callsByStatus { count } }', rival.token)).toEqual({
    data: { callsByOutcome: [], callsByStatus: [] },
  });
});

test('numbers, agents and contacts lead to their calls and counts, calls to their contacts, a statement per level', async () => {
  const query = `{
    voiceNumbers { nodes { callsByOutcome { outcome count } } }
    agents { nodes { callsByOutcome { outcome count } } }
    contacts(orderBy: { field: number, direction: asc }) { nodes { calls(first: 1) { totalCount nodes { externalId contact { number } } } } }
  }`;
  const numbers = (await app.db.contact.findMany({ where: { teamId: acme.team.id }, orderBy: { number: 'asc' } })).map(
    ({ number }) => `+${number}`,
  );
  expect(await ask(query)).toEqual({
    data: {
      voiceNumbers: {
        nodes: [
          {
            callsByOutcome: [
              { outcome: 'interested', count: 1 },
              { outcome: 'busy', count: 3 },
              { outcome: null, count: 2 },
            ],
          },
        ],
      },
      agents: {
        nodes: [
          {
            callsByOutcome: [
              { outcome: 'interested', count: 1 },
              { outcome: 'busy', count: 2 },
              { outcome: null, count: 2 },
            ],
          },
        ],
      },
      contacts: {
        nodes: [
          { calls: { totalCount: 3, nodes: [{ externalId: 'call-4', contact: { number: numbers[0] } }] } },
          { calls: { totalCount: 3, nodes: [{ externalId: 'call-5', contact: { number: numbers[1] } }] } },
        ],
      },
    },
  });
  // Three lists, two groups of counts, the contacts' calls and their count, and those calls' contacts.
  expect(await app.statements(() => ask(query))).toHaveLength(8);
});

test('another team’s calls are in no count, whatever the filter names', async () => {
  const { numberId, contactIds } = made;
  const query = `{
    a: callsByOutcome(filter: { numberId: "${numberId}" }) { count }
    b: callsByStatus(filter: { contactId: "${contactIds[0]}" }) { count }
    c: calls(filter: { agentId: "${made.agentId}" }) { totalCount }
  }`;
  expect((await ask(query, rival.token)).data).toEqual({ a: [], b: [], c: { totalCount: 0 } });
});

test('counts have no endpoint, so tokens with scopes do not read them', async () => {
  const scopes = [{ method: 'patch', endpoint: '/v1/webhooks/calls/{call}/change-outcome', reason: '' }];
  const token = await createTeamToken(app, acme.team.id, { scopes });
  for (const field of ['callsByOutcome { count }', 'callsByStatus { count }']) {
    expect((await ask(`{ ${field} }`, token)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  }
});
