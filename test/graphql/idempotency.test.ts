import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaRuleViolations } from '../../src/graphql/field-plugin.ts';
import { pruneTask } from '../../src/modules/insight/retention/prune.ts';
import { schema } from '../../src/schema.ts';
import { createTestApp, type GraphQLAnswer, type TestApp } from '../support/app.ts';
import { signIn } from '../support/people.ts';
import { createTeam, createTeamToken, type TestTeam } from '../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const OFFER = 'mutation ($key: String, $name: String!) { createOffer(idempotencyKey: $key, input: ';
const createOffer = (key: string | null, name: string, token = acme.token, selection = 'id name profit createdAt') =>
  app.graphql<{ createOffer: { id: string } }>(
    `${OFFER}{ name: $name, url: "https://shoes.example", profit: "1.50" }) { ${selection} } }`,
    { token, variables: { key, name } },
  );
const offers = (name: string) => app.db.offer.count({ where: { name } });
const conflict = (message: string) => [{ message, extensions: { code: 'CONFLICT' } }];
const USED = 'The idempotency key was used with another input.';
const BUSY = 'A request with this idempotency key is in progress.';

/** They have an effect on people, providers or money. */
const EFFECTS = [
  ...['startCampaign', 'stopCampaign', 'pauseCampaign', 'resumeCampaign', 'suppressContact', 'suppressNumbers'],
  'recordConsent',
  ...[
    'importDataFile',
    'chargeIntegration',
    'topUpIntegration',
    'sendSms',
    'sendReply',
    'sendSmsCampaignTest',
    'testRoute',
    'testVoiceAccount',
  ],
  ...['endCall', 'replayCallEvent', 'replayCallPostProcessing', 'replayWebhookDelivery', 'replayWebhookEvents'],
  ...['testWebhookEndpoint', 'requestNumberLookup', 'resolveUnknownMessages', 'resolveUnknownCalls', 'inviteMember'],
  'resolveUnknownHubMessages',
  // They may make a secret.
  ...['setRouteProvider', 'setVoiceAccountProvider'],
];

test('mutations that create or have an effect outside take a key, and no other does', () => {
  const taking = Object.values(schema.getMutationType()!.getFields())
    .filter(({ args }) => args.some(({ name }) => name === 'idempotencyKey'))
    .map(({ name }) => name);
  expect(taking).toEqual(expect.arrayContaining(EFFECTS));
  const isNew = (name: string) => /^(create(?!FirstOwner)|duplicate|rotate|upload)/.test(name);
  expect(Object.keys(schema.getMutationType()!.getFields()).filter(isNew)).toEqual(taking.filter(isNew));
  expect(taking.filter((name) => !EFFECTS.includes(name) && !/^(create|duplicate|rotate|upload)/.test(name))).toEqual(
    [],
  );
});

test('every mutation says whether it creates', () => {
  const field = { type: GraphQLString, extensions: { access: 'viewer', changes: 'nothing' } };
  const mutation = new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      createThing: field,
      updateThing: field,
      orderThing: { ...field, extensions: { ...field.extensions, creates: false } },
      sendThing: { ...field, extensions: { access: 'public', creates: true } },
    },
  });
  expect(schemaRuleViolations(new GraphQLSchema({ mutation }))).toEqual([
    'Mutation.createThing does not say whether it creates',
    'Mutation.updateThing does not say whether it creates',
    'Mutation.sendThing creates, but is no mutation of a team',
  ]);
});

test('a repeat gets the same answer, with what it selects, and creates nothing', async () => {
  const first = await createOffer('first', 'Boots');
  expect(first.data?.createOffer).toMatchObject({ name: 'Boots', profit: '1.5' });
  expect(await createOffer('first', 'Boots')).toEqual(first);
  const { id } = first.data!.createOffer;
  expect(await createOffer('first', 'Boots', acme.token, 'id smsCampaigns { totalCount }')).toEqual({
    data: { createOffer: { id, smsCampaigns: { totalCount: 0 } } },
  });
  expect(await offers('Boots')).toBe(1);
});

test('a repeated effect happens once, and its answer is the first one’s', async () => {
  const suppress = `mutation { suppressNumbers(idempotencyKey: "list", input: { numbers: [14155550177] }) { suppressedCount } }`;
  const first = await app.graphql(suppress, { token: acme.token });
  expect(first).toEqual({ data: { suppressNumbers: { suppressedCount: 1 } } });
  expect(await app.graphql(suppress, { token: acme.token })).toEqual(first);
  const { id } = await app.db.integration.create({
    data: { teamId: acme.team.id, name: 'Gateway', isBalanceManaged: true },
  });
  const topUp = (amount: string) =>
    app.graphql<{ topUpIntegration: { id: string } }>(
      'mutation ($input: TopUpIntegrationInput!) { topUpIntegration(idempotencyKey: "pay", input: $input) { id } }',
      {
        token: acme.token,
        variables: { input: { integrationId: id, amount, requestId: '01900000-0000-7000-8000-000000000001' } },
      },
    );
  const paid = await topUp('10');
  expect(paid.errors).toBeUndefined();
  expect(await topUp('10')).toEqual(paid);
  expect((await topUp('11')).errors).toMatchObject(conflict(USED));
});

test('without a key every request creates', async () => {
  await createOffer(null, 'Socks');
  await createOffer(null, 'Socks');
  expect(await offers('Socks')).toBe(2);
});

test('another input, and another role, are a conflict', async () => {
  await createOffer('taken', 'Hats');
  expect((await createOffer('taken', 'Caps')).errors).toMatchObject(conflict(USED));
  const member = await createTeamToken(app, acme.team.id, { role: 'member' });
  expect((await createOffer('taken', 'Hats', member)).errors).toMatchObject(conflict(USED));
  expect(await offers('Caps')).toBe(0);
});

test('an input is the same in whatever order and spelling, whoever writes it', async () => {
  const create = (input: string, key = 'spelling') =>
    app.graphql<{ createOffer: { id: string } }>(
      `mutation { createOffer(input: ${input}, idempotencyKey: "${key}") { id } }`,
      { token: acme.token },
    );
  const first = await create('{ name: "Skis", url: "https://shoes.example", profit: "1.0" }');
  expect(first.errors).toBeUndefined();
  for (const same of [
    '{ profit: "1.0", url: "https://shoes.example", name: "Skis" }',
    '{ name: "Skis", url: "https://shoes.example", profit: 1 }',
    '{ name: "Skis", url: "https://shoes.example", profit: 1.0 }',
    '{ name: "Skis", url: "https://shoes.example", profit: "01" }',
  ]) {
    expect(await create(same)).toEqual(first);
  }
  expect((await create('{ name: "Skis", url: "https://shoes.example", profit: 2 }')).errors).toMatchObject(
    conflict(USED),
  );
  expect((await create('{ name: "Skis ", url: "https://shoes.example", profit: 1 }')).errors).toMatchObject(
    conflict(USED),
  );
  expect(await offers('Skis')).toBe(1);
});

test('what is absent is the same as null, and as its default', async () => {
  const create = (meta: string) =>
    app.graphql<{ createSmsCampaign: { id: string } }>(
      `mutation { createSmsCampaign(idempotencyKey: "absent", input: { name: "Lent"${meta} }) { id } }`,
      { token: acme.token },
    );
  const first = await create(', meta: { sendType: manual, manualData: {} }');
  expect(first.errors).toBeUndefined();
  for (const same of [
    ', meta: { manualData: { throttleBatchSize: 0, sendAmount: 200 }, sendType: manual }',
    ', meta: { sendType: manual, manualData: { sendDatetime: null }, domainPlanId: null }, offerIds: null',
  ]) {
    expect(await create(same)).toEqual(first);
  }
  expect((await create(', meta: { sendType: manual, manualData: { sendAmount: 201 } }')).errors).toMatchObject(
    conflict(USED),
  );
});

test('arguments that have a default are the same wherever they stand, compiled or not', async () => {
  const created = await app.graphql<{ createVoiceAccount: { voiceAccount: { id: string } } }>(
    'mutation { createVoiceAccount(input: { name: "Main", voiceProvider: provider_a }) { voiceAccount { id } } }',
    { token: acme.token },
  );
  const { id } = created.data!.createVoiceAccount.voiceAccount;
  const rotate = (input: string) =>
    app.graphql(
      `mutation ($id: ID!) { rotateVoiceAccountSecret(id: $id${input}, idempotencyKey: "r") { webhookSecret: secret } }`,
      { token: acme.token, variables: { id } },
    );
  const first = await rotate('');
  expect(first.errors).toBeUndefined();
  for (let time = 0; time < 4; time += 1) expect(await rotate('')).toEqual(first);
  expect(await rotate(', input: { overlapHours: 24 }')).toEqual(first);
  expect((await rotate(', input: { overlapHours: 1 }')).errors).toMatchObject(conflict(USED));
});

test('keys are a team’s own, and an operation’s', async () => {
  const rival = await createTeam(app, 'Rival');
  const mine = await createOffer('shared', 'Scarfs');
  const theirs = await createOffer('shared', 'Scarfs', rival.token);
  expect(theirs.data?.createOffer.id).not.toBe(mine.data?.createOffer.id);
  const tag = 'mutation { createTag(idempotencyKey: "shared", input: { name: "Warm" }) { name } }';
  expect(await app.graphql(tag, { token: acme.token })).toEqual({ data: { createTag: { name: 'Warm' } } });
});

test('an error is not kept', async () => {
  expect((await createOffer('again', ' ')).errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED' } }]);
  expect((await createOffer('again', 'Gloves')).data?.createOffer).toMatchObject({ name: 'Gloves' });
});

test.each(['', ' ', 'a b', 'ä', 'x'.repeat(201)])('%j is no key', async (key) => {
  const { errors } = await createOffer(key, 'Nothing');
  expect(errors?.[0]?.extensions.fields).toEqual({
    idempotencyKey: ['The idempotency key field must be 1 to 200 visible ASCII characters.'],
  });
});

test('of requests at once one creates; the others get its answer or are told to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => createOffer('race', 'Belts')));
  const { id } = (await createOffer('race', 'Belts')).data!.createOffer;
  const unexpected = answers.filter(
    ({ data, errors }) => data?.createOffer?.id !== id && errors?.[0]?.message !== BUSY,
  );
  expect(unexpected).toEqual([]);
  expect(await offers('Belts')).toBe(1);
});

test('the change and its key are one transaction: neither is there without the other', async () => {
  const { pool } = app;
  await pool.query('ALTER TABLE idempotency_keys ADD CONSTRAINT died CHECK (false) NOT VALID');
  app.services.logger.level = 'silent';
  expect((await createOffer('dead', 'Coats')).errors?.[0]?.message).toBe('Server Error');
  app.services.logger.level = app.services.config.LOG_LEVEL;
  await pool.query('ALTER TABLE idempotency_keys DROP CONSTRAINT died');
  expect(await offers('Coats')).toBe(0);
  expect((await createOffer('dead', 'Coats')).errors).toBeUndefined();
  expect(await offers('Coats')).toBe(1);
});

test('a key is good for a day', async () => {
  const first = await createOffer('daily', 'Ties');
  const keys = (hours: number) =>
    app.pool.query(`UPDATE idempotency_keys SET created_at = now() - make_interval(hours => $1) WHERE key = 'daily'`, [
      hours,
    ]);
  await keys(23);
  await pruneTask.run(app.services, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
  expect(await createOffer('daily', 'Ties')).toEqual(first);
  await keys(25);
  const second = await createOffer('daily', 'Bow ties');
  expect(second.data?.createOffer).toMatchObject({ name: 'Bow ties' });
  expect(await createOffer('daily', 'Bow ties')).toEqual(second);
  await keys(25);
  await pruneTask.run(app.services, {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
  expect(await app.db.idempotencyKey.count({ where: { key: 'daily' } })).toBe(0);
});

test('a secret that is shown once is shown to the repeat, and not kept readable', async () => {
  const query =
    'mutation { createTeamToken(idempotencyKey: "token", input: { name: "Shop" }) { id accessToken lastUsedAt } }';
  const first = await app.graphql<{ createTeamToken: { accessToken: string } }>(query, { token: acme.token });
  expect(first.errors).toBeUndefined();
  expect(await app.graphql(query, { token: acme.token })).toEqual(first);
  const { answer } = await app.db.idempotencyKey.findFirstOrThrow({ where: { key: 'token' } });
  expect(Buffer.from(answer).toString('latin1')).not.toContain('Shop');
});

test('an upload is the same when its content is', async () => {
  const upload = async (content: string): Promise<GraphQLAnswer<{ uploadDataFile: { id: string } }>> => {
    const query =
      'mutation ($file: Upload!) { uploadDataFile(file: $file, idempotencyKey: "list") { id totalRows createdAt } }';
    const form = new FormData();
    form.set('operations', JSON.stringify({ query, variables: { file: null } }));
    form.set('map', JSON.stringify({ 0: ['variables.file'] }));
    form.set('0', new File([content], 'list.csv'));
    const headers = { authorization: `Bearer ${acme.token}` };
    const response = await app.app.fetch(
      new Request('http://localhost/graphql', { method: 'POST', headers, body: form }),
    );
    return (await response.json()) as never;
  };
  const first = await upload('phone\n14155550100\n');
  expect(first.data?.uploadDataFile).toMatchObject({ totalRows: 1 });
  expect(await upload('phone\n14155550100\n')).toEqual(first);
  expect((await upload('phone\n14155550101\n')).errors).toMatchObject(conflict(USED));
  expect(await app.db.dataFile.count()).toBe(1);
});

test('a colleague’s key is another one where a person creates a team of their own', async () => {
  const people = [await signIn(app, [[acme.team.id, 'member']]), await signIn(app, [[acme.team.id, 'member']])];
  const create = (token: string) =>
    app.graphql<{ createTeam: { id: string } }>(
      'mutation { createTeam(idempotencyKey: "day-1", input: { name: "Branch" }) { id } }',
      { token },
    );
  const teams = [];
  for (const token of people) {
    const first = await create(token);
    expect(await create(token)).toEqual(first);
    const { data } = await app.graphql<{ myTeams: { id: string }[] }>('{ myTeams { id } }', { token });
    expect(data!.myTeams.map(({ id }) => id)).toContain(first.data!.createTeam.id);
    teams.push(first.data!.createTeam.id);
  }
  expect(new Set(teams).size).toBe(2);
});
