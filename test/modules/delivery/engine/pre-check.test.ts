import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SMS } from '../../../../src/modules/delivery/engine/sms.ts';
import { takeTurn } from '../../../../src/modules/delivery/engine/turn.ts';
import { VOICE } from '../../../../src/modules/voice/engine/voice.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, MANUAL, START_CALLS, testCallEngine } from '../../../support/calling.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { createSendingTeam, createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { startService } from '../providers/webhook-service.ts';

let app: TestApp;
let mine: TestTeam;
let secret: string;
let service: Awaited<ReturnType<typeof startService>>;
/** What the service says of a contact, by its number. Null: an error. */
let says: (number: string) => object | null | Promise<object | null>;
beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true, OPERATION_TIMEOUT_MS: 200_000 });
  service = await startService(async ({ body }, response) => {
    const answer = await says(JSON.parse(body).contact.number);
    response.writeHead(answer ? 200 : 500).end(JSON.stringify(answer));
  });
});
afterAll(async () => {
  await service.close();
  await app.close();
});

const rotate = async ({ token }: TestTeam): Promise<string> => {
  const { data } = await app.graphql<{ rotatePreCheckSecret: { secret: string } }>(
    'mutation { rotatePreCheckSecret { secret } }',
    { token },
  );
  return data!.rotatePreCheckSecret.secret;
};

beforeEach(async () => {
  mine = await createSendingTeam(app);
  await app.pool.query(
    "UPDATE voice_campaign_sends SET status = 'stopped', next_step_at = NULL WHERE status <> 'sent'",
  );
  secret = await rotate(mine);
  service.seen.length = 0;
  says = () => ({ eligible: true });
});

const soon = () => new Date(Date.now() + 1_000).toISOString();

interface Made {
  campaignId: string;
  contactIds: string[];
}

const sms = {
  what: 'message',
  setUrl: 'updateSmsCampaign',
  start: START,
  create: (contacts: number, preCheckUrl: string): Promise<Made> =>
    createSmsCampaign(app, mine.team.id, { contacts, meta: { ...manual(contacts), preCheckUrl } }),
  engine() {
    const engine = testEngine(app, soon());
    return Object.assign(engine, {
      takeTurn: () => takeTurn(SMS, engine),
      reached: () => engine.provider.sent.map(({ to }) => to).sort(),
    });
  },
  explain: `query ($id: ID!, $contact: ID!) { told: explainSmsRecipient(smsCampaignId: $id, contactId: $contact) {
    rule text status nextAt } }`,
  preview:
    'query ($id: ID!) { told: previewSmsCampaign(id: $id, days: 2) { notes waiting messages { nodes { contactId } } } }',
};

const voice: Omit<typeof sms, 'engine'> & {
  engine(): Pick<ReturnType<(typeof sms)['engine']>, 'takeTurn' | 'reached' | 'run' | 'pass' | 'clock'>;
} = {
  what: 'call',
  setUrl: 'updateVoiceCampaign',
  start: START_CALLS,
  create: (contacts, preCheckUrl) =>
    createVoiceCampaign(app, mine.team.id, { contacts, meta: { ...MANUAL, preCheckUrl } }),
  engine() {
    const engine = testCallEngine(app, soon());
    return Object.assign(engine, {
      takeTurn: () => takeTurn(VOICE, engine) as never,
      reached: () => engine.voice.placed.map(({ to }) => to).sort(),
    });
  },
  explain: `query ($id: ID!, $contact: ID!) { told: explainVoiceRecipient(voiceCampaignId: $id, contactId: $contact) {
    rule text status nextAt } }`,
  preview:
    'query ($id: ID!) { told: previewVoiceCampaign(id: $id, days: 2) { notes waiting messages: calls { nodes { contactId } } } }',
};

const numbersOf = async ({ contactIds }: Made) => {
  const rows = await app.db.contact.findMany({ where: { teamId: mine.team.id, id: { in: contactIds } } });
  const numbers = new Map(rows.map(({ id, number }) => [id, String(number)]));
  return contactIds.map((id) => numbers.get(id)!);
};

test('nobody is asked about a contact that no number may call, nor is it looked up', async () => {
  const { campaignId } = await createVoiceCampaign(app, mine.team.id, {
    contacts: 1,
    numbers: [{ disallowedCountries: 'DE' }],
    meta: { ...MANUAL, preCheckUrl: `${service.url}/check` },
  });
  expect((await app.graphql(START_CALLS, { variables: { id: campaignId }, token: mine.token })).errors).toBeUndefined();
  const engine = testCallEngine(app, soon());
  await engine.run();
  expect(await app.db.voiceRecipient.findMany({ where: { voiceCampaignId: campaignId } })).toMatchObject([
    { status: 'skipped', rule: 'no_caller' },
  ]);
  expect(service.seen).toEqual([]);
});

describe.each([
  ['SMS', sms],
  ['voice', voice],
] as const)('the pre-check of an %s campaign', (_name, channel) => {
  const start = async ({ campaignId }: Made) => {
    const { errors } = await app.graphql(channel.start, { variables: { id: campaignId }, token: mine.token });
    expect(errors).toBeUndefined();
    return channel.engine();
  };
  const explain = async ({ campaignId }: Made, contact: string) => {
    const variables = { id: campaignId, contact };
    // biome-ignore lint/suspicious/noExplicitAny: as selected
    const { data } = await app.graphql<any>(channel.explain, { variables, token: mine.token });
    return data.told;
  };

  test('lets those through who are eligible, and tells why the others are skipped', async () => {
    const made = await channel.create(3, `${service.url}/check`);
    const [yes, no, mute] = (await numbersOf(made)) as [string, string, string];
    says = (number) =>
      number === yes
        ? { eligible: true, reason: { code: 7 } }
        : number === no
          ? { eligible: false, reason: 'Has paid\0' }
          : { eligible: false };
    const engine = await start(made);
    await engine.run();
    expect(engine.reached()).toEqual([yes]);
    expect(await explain(made, made.contactIds[1]!)).toMatchObject({
      rule: 'pre_check',
      status: 'skipped',
      text: 'The pre-check says no: Has paid',
    });
    expect(await explain(made, made.contactIds[2]!)).toMatchObject({ text: 'The pre-check says no.' });
    expect(service.seen.map(({ body }) => JSON.parse(body).contact.number).sort()).toEqual([yes, no, mute].sort());
    const asked = service.seen.find(({ body }) => body.includes(yes))!;
    expect([asked.method, asked.path, asked.headers['content-type']]).toEqual(['POST', '/check', 'application/json']);
    expect(new Webhook(secret).verify(asked.body, asked.headers as Record<string, string>)).toEqual({
      contact: expect.objectContaining({ id: made.contactIds[0], number: yes, country: 'DE', custom1_str: null }),
      campaign: { id: made.campaignId, name: 'Campaign', kind: channel.what === 'call' ? 'voice' : 'sms' },
    });
    expect(() => new Webhook(secret).verify(`${asked.body} `, asked.headers as Record<string, string>)).toThrow();
  });

  test('is asked again, with growing pauses, while it gives no answer', async () => {
    const made = await channel.create(1, service.url);
    says = () => null;
    const engine = await start(made);
    await engine.run();
    const { rule, text, status, nextAt } = await explain(made, made.contactIds[0]!);
    expect({ rule, text, status }).toEqual({
      rule: 'pre_check',
      text: 'The pre-check gave no answer, and is asked again: The service answered 500.',
      status: 'held',
    });
    expect(nextAt).toBe(new Date(engine.clock.getTime() + 60_000).toISOString());
    await engine.pass(2);
    expect(service.seen).toHaveLength(2);
    says = () => ({ eligible: 'yes' });
    await engine.pass(2);
    expect(service.seen).toHaveLength(3);
    expect(await explain(made, made.contactIds[0]!)).toMatchObject({
      text: 'The pre-check gave no answer, and is asked again: The service’s answer is not of the documented shape.',
    });
    expect(engine.reached()).toEqual([]);
    says = () => ({ eligible: true });
    await engine.pass(5);
    expect([service.seen.length, engine.reached()]).toEqual([4, await numbersOf(made)]);
  });

  test('gives up after ten tries', async () => {
    const made = await channel.create(1, service.url);
    says = () => null;
    const engine = await start(made);
    await engine.run();
    await engine.pass(6 * 60, 10);
    expect(service.seen).toHaveLength(10);
    expect(await explain(made, made.contactIds[0]!)).toMatchObject({
      rule: 'pre_check',
      text: 'The pre-check gave no answer 10 times: The service answered 500.',
      status: 'skipped',
    });
    expect(engine.reached()).toEqual([]);
  });

  test('is asked again after a failure, however often it was answered before somebody could be reached', async () => {
    const made = await channel.create(1, service.url);
    const change = (what: 'pause' | 'resume') =>
      app.graphql(`mutation ($id: ID!) { ${what}Campaign(input: { campaignId: $id }) { campaign { status } } }`, {
        variables: { id: made.campaignId },
        token: mine.token,
      });
    says = async () => {
      await change('pause');
      return { eligible: true };
    };
    const engine = await start(made);
    await engine.run();
    // Each answer is too old by the time the campaign goes on.
    for (let answers = 1; answers < 10; answers += 1) {
      await engine.pass(6, 6);
      await change('resume');
      await engine.pass(1 / 6, 1 / 6);
    }
    expect([service.seen.length, engine.reached()]).toEqual([10, []]);
    says = () => null;
    await engine.pass(6, 6);
    await change('resume');
    await engine.pass(1 / 6, 1 / 6);
    expect(await explain(made, made.contactIds[0]!)).toMatchObject({
      text: 'The pre-check gave no answer, and is asked again: The service answered 500.',
      status: 'held',
    });
    says = () => ({ eligible: true });
    await engine.pass(2);
    expect([service.seen.length, engine.reached()]).toEqual([12, await numbersOf(made)]);
  });

  test('does not let those through who say STOP meanwhile', async () => {
    const made = await channel.create(1, service.url);
    says = async (number) => {
      const input: [object, string] = [{ numbers: [Number(number)] }, 'SuppressNumbersInput'];
      await mutate(app, mine.token, 'suppressNumbers', { input }, '{ suppressedCount }');
      return { eligible: true };
    };
    const engine = await start(made);
    await engine.run();
    expect([service.seen.length, engine.reached()]).toEqual([1, []]);
    expect(await explain(made, made.contactIds[0]!)).toMatchObject({ rule: 'suppressed', status: 'skipped' });
  });

  test('is asked again when its worker dies, and nobody is reached twice', async () => {
    const made = await channel.create(2, service.url);
    const engine = await start(made);
    while (((await engine.takeTurn())?.claim?.checks.length ?? 0) === 0);
    await engine.run();
    expect([service.seen.length, engine.reached()]).toEqual([0, []]);
    expect(await explain(made, made.contactIds[0]!)).toMatchObject({
      rule: 'pre_check',
      text: 'The campaign’s pre-check is being asked.',
      status: 'held',
    });
    await engine.pass(2);
    expect([service.seen.length, engine.reached()]).toEqual([2, (await numbersOf(made)).sort()]);
  });

  test('is not asked by a dry run, which says so', async () => {
    const made = await channel.create(2, service.url);
    const variables = { id: made.campaignId };
    // biome-ignore lint/suspicious/noExplicitAny: as selected
    const { data, errors } = await app.graphql<any>(channel.preview, { variables, token: mine.token });
    expect(errors).toBeUndefined();
    expect([data.told.waiting, data.told.messages.nodes.length]).toEqual([0, 2]);
    expect(data.told.notes).toContain(
      `The pre-check is asked before each of these 2 ${channel.what}s. The preview asks nobody and takes every contact to be eligible.`,
    );
    expect(service.seen).toEqual([]);
  });

  test('needs an address without a name or password, and a secret', async () => {
    const { campaignId } = await channel.create(1, service.url);
    const set = (preCheckUrl: string | null) =>
      mutate(app, mine.token, channel.setUrl, {
        id: campaignId,
        input: [{ meta: { preCheckUrl } }, `${channel.setUrl[0]!.toUpperCase()}${channel.setUrl.slice(1)}Input`],
      });
    expect(await set('https://me:word@shop.example/')).toMatchObject(
      invalid({ 'meta.preCheckUrl': ['The meta.pre check url field must not contain a name or password.'] }),
    );
    expect(await set(`https://shop.example/${'a'.repeat(2_000)}`)).toMatchObject(
      invalid({ 'meta.preCheckUrl': ['The meta.pre check url field must not be greater than 2000 characters.'] }),
    );
    await app.db.sendingSettings.update({ where: { teamId: mine.team.id }, data: { preCheckSecret: null } });
    const { errors } = await app.graphql(channel.start, { variables: { id: campaignId }, token: mine.token });
    expect(errors).toMatchObject(
      invalid({
        'meta.preCheckUrl': [
          'The meta.pre check url field needs a secret that signs its requests: call rotatePreCheckSecret.',
        ],
      }).errors,
    );
  });
});

test('more contacts than one claim asks about are each asked about once', async () => {
  const made = await sms.create(230, service.url);
  await app.graphql(START, { variables: { id: made.campaignId }, token: mine.token });
  const engine = sms.engine();
  await engine.run();
  const numbers = (await numbersOf(made)).sort();
  expect(service.seen.map(({ body }) => JSON.parse(body).contact.number).sort()).toEqual(numbers);
  expect(engine.reached()).toEqual(numbers);
});

test('a secret is its team’s own, and members who do not manage sending make none', async () => {
  const theirs = await createTeam(app, 'Other');
  expect(await rotate(theirs)).toMatch(/^whsec_/);
  const made = await sms.create(1, service.url);
  await app.graphql(START, { variables: { id: made.campaignId }, token: mine.token });
  await sms.engine().run();
  const [{ body, headers }] = service.seen as [(typeof service.seen)[0]];
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ contact: {} });
  const member = await createTeamToken(app, mine.team.id, { role: 'member' });
  expect(await app.graphql('mutation { rotatePreCheckSecret { secret } }', { token: member })).toMatchObject({
    errors: [{ message: 'Action not allowed', extensions: { code: 'FORBIDDEN' } }],
  });
});

test('a private address is refused where the installation does not allow it', async () => {
  const strict = await createTestApp();
  try {
    const { token } = await createTeam(strict);
    const input = { name: 'Spring', meta: { preCheckUrl: 'http://127.0.0.1:9/' } };
    expect(
      await mutate(strict, token, 'createSmsCampaign', { input: [input, 'CreateSmsCampaignInput'] }),
    ).toMatchObject(
      invalid({
        'meta.preCheckUrl': ['The pre-check: 127.0.0.1 is a private address. Set PRIVATE_PROVIDERS=on to allow it.'],
      }),
    );
  } finally {
    await strict.close();
  }
});
