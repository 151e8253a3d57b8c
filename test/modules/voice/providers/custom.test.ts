import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { createVoiceTeam } from '../calls/support.ts';
import { type Carried, carriedBy, json, post } from './carrying.ts';

let app: TestApp;
let mine: TestTeam;
const cleanUp: (() => Promise<void>)[] = [];

beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
  mine = await createTeam(app);
});
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});
afterAll(() => app.close());

const MAPPING = {
  headers: { 'X-Key': '{{ secret }}' },
  body: {
    destination: '{{ to }}',
    assistant: { id: '{{ agent_id }}', values: '{{ variables }}' },
    callback: { url: '{{ events_url }}', token: '{{ webhook_secret }}' },
    tags: ['{{ reference }}', 7, true, null],
  },
  idPath: 'data.id',
  refusals: [{ text: 'no such number', kind: 'permanent' }],
  events: {
    id: 'call.sid',
    status: 'state',
    endedReason: 'why',
    transcript: 'text',
    summary: 'about',
    timestamp: 'at',
  },
  statuses: { RINGING: 'ringing', DONE: 'ended' },
  outcomes: { REJECTED: 'busy', 'WRONG PERSON': 'wrong_number' },
};

async function carried(more: Partial<Parameters<typeof carriedBy>[2]> = {}): Promise<Carried> {
  const made = await carriedBy(app, mine, {
    adapter: 'custom',
    credentials: { secret: 'secret_1' },
    settings: MAPPING,
    answer: (seen, response) =>
      json(200, { data: { id: `c-${made.accountId}-${made.seen.indexOf(seen)}` } })(seen, response),
    ...more,
  });
  cleanUp.push(made.close);
  return made;
}
const callsOf = ({ campaignId }: Carried) =>
  app.db.call.findMany({ where: { voiceCampaignId: campaignId }, orderBy: { id: 'asc' } });

test('a mapping of one’s own carries a campaign in both directions', async () => {
  const made = await carried({ meta: { variables: { greeting: 'Say "hi"' }, maxAttempts: 2 } });
  await made.start();
  const [call] = await callsOf(made);
  const [request] = made.seen;
  expect(request!.headers['x-key']).toBe('secret_1');
  expect(JSON.parse(request!.body)).toEqual({
    destination: `+${call!.toNumber}`,
    assistant: {
      id: `agent-${made.accountId}`,
      values: {
        name: 'Contact 0',
        language: 'de',
        timezone: 'UTC',
        country: 'DE',
        campaign: 'Campaign',
        greeting: 'Say "hi"',
      },
    },
    callback: { url: `http://127.0.0.1:4000${made.hook}`, token: made.adapterSecret },
    tags: [call!.id, 7, true, null],
  });
  const say = (content: object, token = made.adapterSecret!) =>
    post(app, made.hook, JSON.stringify({ call: { sid: call!.externalId }, ...content }), {
      authorization: `Bearer ${token}`,
    });
  expect((await say({ state: 'RINGING', at: made.engine.clock.getTime() }, 'nobody')).status).toBe(401);
  expect((await say({ state: 'RINGING', at: made.engine.clock.getTime() })).status).toBe(200);
  expect((await say({ state: 'SOMETHING' })).body).toEqual({ status: 'ok' });
  expect((await callsOf(made))[0]!.status).toBe('ringing');
  await say({
    state: 'DONE',
    why: 'REJECTED',
    text: 'Bot: Hi',
    about: 'Declined.',
    at: made.engine.clock.getTime() + 1,
  });
  expect((await callsOf(made))[0]).toMatchObject({
    status: 'ended',
    callOutcome: 'busy',
    endedReason: 'REJECTED',
    summary: 'Declined.',
  });
  await made.engine.pass(31);
  expect(made.seen).toHaveLength(2);
});

test('an outcome that an event leaves empty, or that is none of ours, is that of the reason', async () => {
  for (const result of ['', 'unclear', null]) {
    const events = { ...MAPPING.events, outcome: 'result' };
    const made = await carried({ settings: { ...MAPPING, events }, meta: { maxAttempts: 1 } });
    await made.start();
    const [call] = await callsOf(made);
    const body = JSON.stringify({ call: { sid: call!.externalId }, state: 'DONE', why: 'WRONG PERSON', result });
    await post(app, made.hook, body, { authorization: `Bearer ${made.adapterSecret}` });
    expect((await callsOf(made))[0]!.callOutcome).toBe('wrong_number');
  }
});

test('events may be signed, and refusals have the kind that their text says', async () => {
  const signature = { header: 'X-Sig', algorithm: 'sha512', encoding: 'base64', prefix: 'v1=' };
  const made = await carried({
    credentials: { secret: 's', signingSecret: 'sign_1' },
    settings: { ...MAPPING, signature },
    answer: json(422, { error: 'No such number' }),
  });
  await made.start();
  expect((await callsOf(made))[0]!.endedReason).toBe('not placed: The service: No such number');
  const body = JSON.stringify({ state: 'UNUSED' });
  const sign = (text: string) => `v1=${createHmac('sha512', 'sign_1').update(text).digest('base64')}`;
  expect((await post(app, made.hook, body, { 'x-sig': sign(body) })).status).toBe(200);
  expect((await post(app, made.hook, body, { 'x-sig': sign(`${body} `) })).status).toBe(401);
  expect((await post(app, made.hook, body, { 'x-webhook-secret': made.adapterSecret! })).status).toBe(401);
});

test('mistakes are named when a mapping is saved', async () => {
  const { accountId, token } = await createVoiceTeam(app);
  const set = (settings: object, credentials: object | null = { secret: 's' }, adapter = 'custom') =>
    mutate(
      app,
      token,
      'setVoiceAccountProvider',
      { id: accountId, input: [{ provider: adapter, settings, credentials }, 'SetVoiceAccountProviderInput'] },
      '{ voiceAccount { provider } }',
    );
  const url = 'https://voice.example.com/calls';
  const { errors } = await set({
    ...MAPPING,
    url,
    body: { to: '{{ nobody }}', greeting: '{% if name %}{% spin %}Hi{% or %}Hello{% endspin %}{% endif %}' },
    idPath: 'a..b',
    headers: { a: '{{ name }}' },
  });
  expect(Object.keys((errors![0]!.extensions as { fields: object }).fields).sort()).toEqual([
    'settings.body.greeting',
    'settings.body.to',
    'settings.headers.a',
    'settings.idPath',
  ]);
  expect(errors![0]!.extensions).toMatchObject({
    fields: {
      'settings.body.greeting': [
        'The settings.body.greeting field uses the tag {% spin %}; only if, unless, case, assign are allowed.',
      ],
    },
  });
  expect(await set({ url: 'https://api.example.com' }, null, 'retell')).toMatchObject(
    invalid({ 'credentials.apiKey': ['The credentials.api key field is required.'] }),
  );
  expect(await set({ url }, { secret: 's' }, 'http')).toMatchObject(
    invalid({ credentials: ['The credentials field is not known here.'] }),
  );
});

test('a request that cannot be written pauses the campaign; nobody is called, and nobody may have been', async () => {
  const double = '{% assign a = a | append: a %}'.repeat(12);
  const made = await carried({
    settings: { ...MAPPING, body: { to: `{% assign a = to %}${double}{{ a }}` } },
  });
  await made.start();
  const campaign = await app.db.voiceCampaign.findFirstOrThrow({ where: { id: made.campaignId } });
  expect(campaign.stoppedReason).toBe(
    'The provider of voice account Main refuses everything: The request cannot be written with the settings.',
  );
  expect(made.seen).toEqual([]);
});
