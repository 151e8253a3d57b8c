import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { nameCalls } from '../../../support/calls.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';
import { createVoiceTeam, START, send, update, type VoiceTeam } from './support.ts';

let app: TestApp;
let mine: VoiceTeam;
let numberIds: string[];
beforeAll(async () => {
  app = await createTestApp();
  mine = await createVoiceTeam(app);
  const { db } = app;
  const teamId = mine.team.id;
  const agent = await db.agent.create({ data: { teamId, name: 'Clara', voiceAccountId: mine.accountId } });
  const numbers = await Promise.all(
    [1n, 2n].map((at) =>
      db.number.create({
        data: {
          teamId,
          number: 15715550100n + at,
          voiceProvider: 'provider_a',
          voiceAccountId: mine.accountId,
          inboundAgentId: agent.id,
        },
      }),
    ),
  );
  numberIds = numbers.map(({ id }) => id);
  for (let at = 0; at < 6; at++) {
    await db.call.create({
      data: {
        teamId,
        toNumber: 12125550100n + BigInt(at),
        externalId: `call-${at}`,
        status: at % 2 ? 'ended' : 'queued',
        callOutcome: at % 2 ? 'busy' : null,
        numberId: numberIds[at % 2]!,
        agentId: agent.id,
        createdAt: new Date(START + at * 1000),
      },
    });
  }
  await nameCalls(db);
  await send(app, mine, update('call-5', 'ended', 9, { endedReason: 'voicemail' }));
});
afterAll(() => app.close());

const ask = (query: string, token = mine.token) => app.graphql(query, { token });

test('calls are filtered, ordered and counted', async () => {
  const page = '{ totalCount nodes { externalId } }';
  const oldest = 'last: 1';
  const answer = await ask(`{
    ended: calls(filter: { status: [ended], callSource: [campaign] }) ${page}
    busy: calls(filter: { callOutcome: [busy] }, ${oldest}) ${page}
    ofNumber: calls(filter: { numberId: "${numberIds[0]}", createdAt: { from: "2026-11-21T09:00:01Z" } }) ${page}
    none: calls(filter: { voiceCampaignId: "${numberIds[0]}", contactId: "${numberIds[0]}" }) ${page}
  }`);
  expect(answer).toEqual({
    data: {
      ended: { totalCount: 3, nodes: [{ externalId: 'call-5' }, { externalId: 'call-3' }, { externalId: 'call-1' }] },
      busy: { totalCount: 2, nodes: [{ externalId: 'call-1' }] },
      ofNumber: { totalCount: 2, nodes: [{ externalId: 'call-4' }, { externalId: 'call-2' }] },
      none: { totalCount: 0, nodes: [] },
    },
  });
});

test('numbers lead to account, agents and calls in a constant number of statements', async () => {
  const query = `{ voiceNumbers(orderBy: { field: number, direction: asc }) { nodes {
    number voiceProvider
    calls(first: 1) { totalCount nodes { externalId outcomeLogs { totalCount nodes { newCallOutcome } } events { nodes { type status payload } } agent { name } number { number } } }
    voiceAccount { name numbers { totalCount nodes { number } } agents { totalCount nodes { name calls { totalCount } } } }
    inboundAgent { name calls(first: 1) { nodes { externalId } } voiceAccount { name } }
  } } }`;
  const account = {
    name: 'Main',
    numbers: { totalCount: 2, nodes: [{ number: '+15715550102' }, { number: '+15715550101' }] },
    agents: { totalCount: 1, nodes: [{ name: 'Clara', calls: { totalCount: 6 } }] },
  };
  const inboundAgent = { name: 'Clara', calls: { nodes: [{ externalId: 'call-5' }] }, voiceAccount: { name: 'Main' } };
  let answer: Awaited<ReturnType<typeof ask>> = {};
  const statements = await app.statements(async () => {
    answer = await ask(query);
  });
  const numbersOfAccount = (of: typeof account) => ({
    ...of,
    numbers: { totalCount: 2, nodes: expect.arrayContaining(of.numbers.nodes) },
  });
  expect(answer).toEqual({
    data: {
      voiceNumbers: {
        nodes: [
          {
            number: '+15715550101',
            voiceProvider: 'provider_a',
            calls: {
              totalCount: 3,
              nodes: [
                {
                  externalId: 'call-4',
                  outcomeLogs: { totalCount: 0, nodes: [] },
                  events: { nodes: [] },
                  agent: { name: 'Clara' },
                  number: { number: '+15715550101' },
                },
              ],
            },
            voiceAccount: numbersOfAccount(account),
            inboundAgent,
          },
          {
            number: '+15715550102',
            voiceProvider: 'provider_a',
            calls: {
              totalCount: 3,
              nodes: [
                {
                  externalId: 'call-5',
                  outcomeLogs: { totalCount: 1, nodes: [{ newCallOutcome: 'voice_mail' }] },
                  events: {
                    nodes: [
                      {
                        type: 'status-update',
                        status: 'processed',
                        payload: {
                          type: 'status-update',
                          call: { id: 'call-5', type: 'outboundPhoneCall' },
                          status: 'ended',
                          timestamp: START + 9000,
                          endedReason: 'voicemail',
                        },
                      },
                    ],
                  },
                  agent: { name: 'Clara' },
                  number: { number: '+15715550102' },
                },
              ],
            },
            voiceAccount: numbersOfAccount(account),
            inboundAgent,
          },
        ],
      },
    },
  });
  expect(statements.length).toBeLessThanOrEqual(18);
});

test('one call and one number are read by id; another team’s are not found', async () => {
  const [id] = numberIds;
  expect(await ask(`{ voiceNumber(id: "${id}") { number } }`)).toEqual({
    data: { voiceNumber: { number: '+15715550101' } },
  });
  const call = await app.db.call.findFirstOrThrow({ where: { externalId: 'call-0' } });
  const query = `{ call(id: "${call.id}") { timezone endedReason endedClass } }`;
  const read = { timezone: 'UTC' };
  expect(await ask(query)).toEqual({ data: { call: { ...read, endedReason: null, endedClass: null } } });
  await app.db.call.updateMany({ where: { externalId: 'call-0' }, data: { endedReason: 'customer-busy' } });
  const ended = { endedReason: 'customer-busy', endedClass: 'not_reached' };
  expect(await ask(query)).toEqual({ data: { call: { ...read, ...ended } } });
  const other = await createTeam(app);
  expect((await ask(query, other.token)).errors).toMatchObject([{ message: 'Call not found.' }]);
  expect((await ask(`{ voiceNumber(id: "${id}") { id } }`, other.token)).errors).toMatchObject([
    { message: 'Number not found.' },
  ]);
  expect(await ask('{ calls { totalCount } voiceNumbers { totalCount } }', other.token)).toEqual({
    data: { calls: { totalCount: 0 }, voiceNumbers: { totalCount: 0 } },
  });
});

test('lists have no endpoint, so tokens with scopes do not read them', async () => {
  const token = await createTeamToken(app, mine.team.id, {
    scopes: [{ method: 'patch', endpoint: '/v1/webhooks/calls/{call}/change-outcome', reason: '' }],
  });
  expect((await ask('{ calls { nodes { id } } }', token)).errors).toMatchObject([
    { extensions: { code: 'FORBIDDEN' } },
  ]);
});

test('an account’s secret has no field', async () => {
  const answer = await ask('{ __type(name: "VoiceAccount") { fields { name } } }');
  const { fields } = (answer.data as { __type: { fields: { name: string }[] } }).__type;
  expect(fields.map(({ name }) => name).filter((name) => /secret|hash/i.test(name))).toEqual([]);
});
