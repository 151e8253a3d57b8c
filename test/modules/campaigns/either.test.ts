import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTeam, type TestTeam } from '../../support/team.ts';
import { ACTIONS, failure } from './support.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;
let theirs: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
  const own = (name: string, day: number) => ({
    data: { teamId: acme.team.id, name, sendType: 'manual' as const, createdAt: new Date(`2026-11-0${day}`) },
  });
  ids.apples = (await app.db.smsCampaign.create(own('Apples', 1))).id;
  ids.bananas = (await app.db.voiceCampaign.create(own('Bananas', 2))).id;
  ids.cherries = (await app.db.smsCampaign.create(own('Cherries', 3))).id;
  ids.dates = (await app.db.voiceCampaign.create(own('Dates', 4))).id;
  theirs = (await app.db.smsCampaign.create({ data: { teamId: rival.team.id, name: 'Apples' } })).id;
});
afterAll(() => app.close());

const ask = <Data = Record<string, never>>(query: string, variables: object = {}, token = acme.token) =>
  app.graphql<Data>(query, { token, variables: variables as Record<string, unknown> });

interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
  nodes: { name: string }[];
}
const page = async (args: string) => {
  const { data, errors } = await ask<{ campaigns: Page }>(`{ campaigns(${args}) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { name } } }`);
  if (errors) throw new Error(JSON.stringify(errors));
  const { nodes, ...more } = data!.campaigns;
  return { ...more, names: nodes.map(({ name }) => name).join() };
};

describe('campaigns of both kinds', () => {
  test('are one list, and what only one kind has is asked for on its type', async () => {
    const query = `{ campaigns(first: 3) { edges { node { __typename id name sendType progress { total queued }
      ... on SmsCampaign { texts { id } meta { sendType } } ... on VoiceCampaign { maxAttempts calls { totalCount } } } } } }`;
    const progress = { total: 0, queued: 0 };
    const both = { sendType: 'manual', progress };
    const voice = { __typename: 'VoiceCampaign', ...both, maxAttempts: 3, calls: { totalCount: 0 } };
    const sms = { __typename: 'SmsCampaign', ...both, texts: [], meta: { sendType: 'manual' } };
    // As often as it takes until the operation is compiled, if it were.
    for (let time = 0; time < 4; time += 1) {
      expect(await ask(query)).toEqual({
        data: {
          campaigns: {
            edges: [
              { node: { ...voice, id: ids.dates, name: 'Dates' } },
              { node: { ...sms, id: ids.cherries, name: 'Cherries' } },
              { node: { ...voice, id: ids.bananas, name: 'Bananas' } },
            ],
          },
        },
      });
    }
  });

  test('have their offers and logs as pages, whichever kind they are', async () => {
    const teamId = acme.team.id;
    const [boots, hats] = await app.db.offer.createManyAndReturn({
      data: ['Boots', 'Hats'].map((name) => ({ teamId, name, url: 'https://example.com', profit: 1 })),
    });
    await app.db.smsCampaignOffer.createMany({
      data: [boots!, hats!].map((offer, position) => ({
        teamId,
        smsCampaignId: ids.cherries!,
        offerId: offer.id,
        position,
      })),
    });
    await app.db.voiceCampaignOffer.create({
      data: { teamId, voiceCampaignId: ids.bananas!, offerId: hats!.id, position: 0 },
    });
    await app.db.log.createMany({
      data: [
        { teamId, callerType: 'sms_campaign', callerId: ids.cherries!, text: 'Began' },
        { teamId, callerType: 'voice_campaign', callerId: ids.bananas!, text: 'Ended' },
      ],
    });
    const query = `{ campaigns(last: 3) { nodes {
      name offers(first: 1) { totalCount nodes { name } } logs { nodes { text } pageInfo { hasNextPage } } } } }`;
    const log = (text: string) => ({ nodes: [{ text }], pageInfo: { hasNextPage: false } });
    for (let time = 0; time < 4; time += 1) {
      expect(await ask(query)).toEqual({
        data: {
          campaigns: {
            nodes: [
              { name: 'Cherries', offers: { totalCount: 2, nodes: [{ name: 'Boots' }] }, logs: log('Began') },
              { name: 'Bananas', offers: { totalCount: 1, nodes: [{ name: 'Hats' }] }, logs: log('Ended') },
              { name: 'Apples', offers: { totalCount: 0, nodes: [] }, logs: { ...log(''), nodes: [] } },
            ],
          },
        },
      });
    }
    const chosen = `{ campaigns(last: 3) { nodes {
      offers(orderBy: { field: name, direction: desc }, filter: { name: "o" }) { nodes { name } } } } }`;
    await app.db.offer.updateMany({ where: { teamId, id: hats!.id }, data: { name: 'Hoods' } });
    for (let time = 0; time < 4; time += 1) {
      expect(await ask(chosen)).toEqual({
        data: {
          campaigns: {
            nodes: [
              { offers: { nodes: [{ name: 'Hoods' }, { name: 'Boots' }] } },
              { offers: { nodes: [{ name: 'Hoods' }] } },
              { offers: { nodes: [] } },
            ],
          },
        },
      });
    }
    const one = '($id: ID!) { campaign(id: $id) { offers { nodes { name } } logs { nodes { text } } } }';
    expect(await ask(`query ${one}`, { id: theirs })).toEqual(await ask(`query ${one}`, { id: crypto.randomUUID() }));
  });

  test('come page by page in every order, forwards and backwards', async () => {
    const first = await page('first: 3');
    expect(first).toMatchObject({ totalCount: 4, names: 'Dates,Cherries,Bananas', pageInfo: { hasNextPage: true } });
    const second = await page(`first: 3, after: "${first.pageInfo.endCursor}"`);
    expect(second).toMatchObject({ names: 'Apples', pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    expect((await page(`last: 2, before: "${second.pageInfo.startCursor}"`)).names).toBe('Cherries,Bananas');
    expect((await page('orderBy: { field: name, direction: asc }')).names).toBe('Apples,Bananas,Cherries,Dates');
    expect((await page('orderBy: { field: status, direction: asc }, first: 1')).totalCount).toBe(4);
    expect((await page('orderBy: { field: updatedAt, direction: desc }, first: 1')).names).toBe('Dates');
  });

  test('are filtered by kind, name, status, send type and time', async () => {
    const names = async (filter: string) => (await page(`filter: { ${filter} }`)).names;
    expect(await names('kind: [sms]')).toBe('Cherries,Apples');
    expect(await names('kind: [voice]')).toBe('Dates,Bananas');
    expect(await names('kind: [sms, voice], name: "an"')).toBe('Bananas');
    expect(await names('status: [draft], sendType: [manual]')).toBe('Dates,Cherries,Bananas,Apples');
    expect(await names('status: [running]')).toBe('');
    expect(await names('createdAt: { from: "2026-11-03T00:00:00Z" }')).toBe('Dates,Cherries');
    expect(failure(await ask('{ campaigns(after: "x") { nodes { id } } }'))).toEqual({
      after: ['The selected after is invalid.'],
    });
  });

  test('take as many statements for a hundred as for one', async () => {
    for (const first of [2, 100]) {
      const read = () => ask(`{ campaigns(first: ${first}) { nodes { name } } }`);
      expect(await app.statements(read)).toHaveLength(3);
    }
  });
});

const NO_CALLS = { total: 0, inFlight: 0, answered: 0, ended: 0 };

test('one campaign of either kind is read by its id, another team’s is not found', async () => {
  const query = `query ($id: ID!) { campaign(id: $id) { __typename name ...F } }
    fragment F on Campaign { status ... on SmsCampaign { offers { totalCount } } ... on VoiceCampaign { callCounts { total inFlight answered ended } } }`;
  expect(await ask(query, { id: ids.apples })).toEqual({
    data: { campaign: { __typename: 'SmsCampaign', name: 'Apples', status: 'draft', offers: { totalCount: 0 } } },
  });
  expect(await ask(query, { id: ids.bananas })).toEqual({
    data: { campaign: { __typename: 'VoiceCampaign', name: 'Bananas', status: 'draft', callCounts: NO_CALLS } },
  });
  for (const id of [theirs, 'none', '01900000-0000-7000-8000-000000000000']) {
    const answer = await ask(query, { id });
    expect([answer.data, failure(answer)]).toEqual([{ campaign: null }, 'NOT_FOUND']);
  }
});

test('a fragment on the interface leaves out what is of the other kind, compiled or not', async () => {
  const query = `query ($id: ID!) { smsCampaign(id: $id) { ...F } }
    fragment F on Campaign { name ... on VoiceCampaign { callCounts { total inFlight answered ended } } ... on SmsCampaign { cycle } }`;
  for (let time = 0; time < 4; time += 1) {
    expect(await ask(query, { id: ids.apples })).toEqual({ data: { smsCampaign: { name: 'Apples', cycle: 1 } } });
  }
});

interface Changed {
  done: {
    previousStatus: string;
    hasChanged: boolean;
    campaign: { status: string; statusReason: string | null; pausedAt: string | null; pauseReason: string | null };
  };
}
const act = (action: string, campaignId: string, reason: string | null = null, token = acme.token) =>
  ask<Changed>(
    `mutation ($input: ${action[0]!.toUpperCase()}${action.slice(1)}Input!) { done: ${action}(input: $input) {
      previousStatus hasChanged campaign { status statusReason pausedAt pauseReason } } }`,
    { input: { campaignId, reason } },
    token,
  );
const done = async (...args: Parameters<typeof act>) => {
  const { data, errors } = await act(...args);
  expect(errors).toBeUndefined();
  return data!.done;
};
const logsOf = async (callerId: string) =>
  (await app.db.log.findMany({ where: { callerId }, orderBy: { id: 'asc' } })).map(({ text }) => text);
const under = (kind: 'smsCampaign' | 'voiceCampaign', status: 'pending' | 'running' | 'draft') =>
  (app.db[kind] as typeof app.db.smsCampaign).create({ data: { teamId: acme.team.id, name: 'Spring', status } });

describe.each(['smsCampaign', 'voiceCampaign'] as const)('%s', (kind) => {
  test('is paused, resumed and stopped with reasons, which it and its log show', async () => {
    const { id } = await under(kind, 'running');
    const paused = await done('pauseCampaign', id, 'Lunch');
    expect(paused).toEqual({
      previousStatus: 'running',
      hasChanged: true,
      campaign: { status: 'running', statusReason: null, pausedAt: expect.any(String), pauseReason: 'Lunch' },
    });
    expect(await done('pauseCampaign', id)).toEqual({ ...paused, hasChanged: false });
    const { pausedAt } = paused.campaign;
    expect((await done('pauseCampaign', id, 'Rain')).campaign).toMatchObject({ pausedAt, pauseReason: 'Rain' });
    expect(failure(await act('startCampaign', id))).toEqual({ status: ['The campaign is paused. Resume it.'] });

    const resumed = await done('resumeCampaign', id, 'Sun');
    const going = { status: 'running', statusReason: null, pausedAt: null, pauseReason: null };
    expect(resumed).toEqual({ previousStatus: 'running', hasChanged: true, campaign: going });
    expect(await done('resumeCampaign', id)).toEqual({ ...resumed, hasChanged: false });
    expect(await done('startCampaign', id)).toEqual({ ...resumed, hasChanged: false });

    await done('pauseCampaign', id);
    const stopped = await done('stopCampaign', id, 'Wrong text');
    const ended = { status: 'stopped', statusReason: 'Wrong text', pausedAt: null, pauseReason: null };
    expect(stopped).toEqual({ previousStatus: 'running', hasChanged: true, campaign: ended });
    expect(await logsOf(id)).toEqual([
      'Paused. Reason: Lunch',
      'Paused. Reason: Rain',
      'Resumed. Reason: Sun',
      'Paused.',
      'Status changed from running to stopped. Reason: Wrong text',
    ]);
  });

  test('is paused while it waits, and not when it is not under way', async () => {
    const { id } = await under(kind, 'pending');
    expect((await done('pauseCampaign', id)).campaign.status).toBe('pending');
    const draft = (await under(kind, 'draft')).id;
    expect(failure(await act('pauseCampaign', draft))).toEqual({
      status: ['Only a campaign that waits or goes out can be paused. This one is draft.'],
    });
    expect(failure(await act('resumeCampaign', draft))).toEqual({
      status: ['Only a campaign that waits or goes out can be resumed. This one is draft.'],
    });
    expect(failure(await act('pauseCampaign', id, 'x'.repeat(1_001)))).toEqual({
      reason: ['The reason field must not be greater than 1000 characters.'],
    });
  });
});

test.each([...ACTIONS])('%s does not find another team’s campaign', async (action) => {
  for (const id of [theirs, 'none', '01900000-0000-7000-8000-000000000000']) {
    expect(failure(await act(action, id))).toBe('NOT_FOUND');
  }
  expect(await app.db.smsCampaign.findFirstOrThrow({ where: { id: theirs } })).toMatchObject({
    status: 'draft',
    pausedAt: null,
  });
});

test('an action is repeated under its key with the same answer', async () => {
  const { id } = await under('smsCampaign', 'running');
  const pause = `mutation ($id: ID!) { pauseCampaign(idempotencyKey: "pause", input: { campaignId: $id }) {
    hasChanged campaign { __typename name } } }`;
  const first = await ask(pause, { id });
  expect(first).toEqual({
    data: { pauseCampaign: { hasChanged: true, campaign: { __typename: 'SmsCampaign', name: 'Spring' } } },
  });
  expect(await ask(pause, { id })).toEqual(first);
});
