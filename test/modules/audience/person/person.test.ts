import { text } from 'node:stream/consumers';
import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { INVENTORY, OTHERS } from '../../../../src/modules/audience/person/inventory.ts';
import { schema } from '../../../../src/schema.ts';
import { encryptToken } from '../../../../src/secrets.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign } from '../../../support/calling.ts';
import { giveProvider, report } from '../../../support/hooks.ts';
import { makeJobsDue, runJobs } from '../../../support/jobs.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createSmsCampaign, manual, START, type TestCampaign, testEngine } from '../../../support/sending.ts';
import { ADA, createInbox, type Inbox } from '../conversations/support.ts';
import { uploaded } from '../data-files/support.ts';
import { dump, ERASE, traces } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ OPERATION_TIMEOUT_MS: 200_000 });
});
afterAll(() => app.close());

test('the inventory says of every column of every table what becomes of it', async () => {
  const columns = await app.db.$queryRaw<{ table: string; columns: string[] }[]>`
    SELECT c.relname::text AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT LIKE '\\_%'
    GROUP BY 1 ORDER BY 1`;
  const holdings = new Map(INVENTORY.map((holding) => [holding.table, holding]));
  const said = columns.map(({ table, columns: all }) => {
    const { becomes, stays = '' } = holdings.get(table) ?? {};
    const listed = becomes ? [...Object.keys(becomes), ...stays.split(/\s+/)].sort() : all;
    return { table, columns: holdings.has(table) || table in OTHERS ? listed : [] };
  });
  expect(said).toEqual(columns.map(({ table, columns: all }) => ({ table, columns: [...all].sort() })));
  expect([...holdings.keys(), ...Object.keys(OTHERS)].sort()).toEqual(columns.map(({ table }) => table).sort());
});

const NAME = 'Zaphod Beeblebrox';
const EMAIL = 'zaphod@heart-of-gold.example';
const TEXT = 'Forty-two towels';

interface Person {
  number: number;
  name: string;
  email: string;
  text: string;
}

const ZAPHOD: Person = { number: ADA, name: NAME, email: EMAIL, text: TEXT };

/** A row in each table that may name the person, with each of its columns that may. */
async function fill(inbox: Inbox, person = ZAPHOD): Promise<TestCampaign> {
  const { teamId, routeId } = inbox;
  const { db } = app;
  const { number, name, email, text } = person;
  const written = `+${number}`.replace(/^\+49(\d{4})(\d{4})/, '+49 ($1) $2-');
  const list = `phone;name;mail\n+49 1511 2345679;Ben;\n${written};${name};${email}\n4915112345670;Cleo;\n`;
  const dataFileId = await uploaded(app, list, { token: inbox.token, name: 'list.csv' });
  await inbox.ask(
    'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }',
    {
      id: dataFileId,
      input: {
        columns: { number: 0, name: 1, email: 2 },
        tags: ['crew'],
        consent: { channels: ['sms'], purpose: 'marketing' },
      },
    },
  );
  await runJobs(app);
  const contact = await db.contact.findFirstOrThrow({ where: { teamId, number: BigInt(number) } });
  const contactId = contact.id;
  const who = { teamId, contactId };
  await inbox.ask('mutation ($id: ID!, $input: UpdateContactInput!) { updateContact(id: $id, input: $input) { id } }', {
    id: contactId,
    input: { custom1Str: text },
  });
  await db.dataFileRowError.create({
    data: {
      teamId,
      dataFileId,
      line: 3,
      field: 'number',
      value: `0${written.slice(4)}`,
      reason: 'Invalid.',
      isWarning: true,
    },
  });
  await inbox.ask(
    `mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { webhookEndpoint { id } } }`,
    { input: { url: 'https://hooks.acme.example', eventTypes: ['message_accepted', 'message_replied'] } },
  );
  const campaign = await createSmsCampaign(app, teamId, { contacts: 0, meta: manual(9) });
  const { filter } = await db.segment.findFirstOrThrow({ where: { teamId, id: campaign.segmentId } });
  const [tag] = (filter as { tagsAny: string[] }).tagsAny;
  const tagged = await db.tag.findFirstOrThrow({ where: { teamId, name: tag! } });
  await db.contactTag.create({ data: { ...who, tagId: tagged.id } });
  await inbox.ask(START, { id: campaign.campaignId });
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  const message = await db.smsMessage.findFirstOrThrow({ where: who });
  await db.smsMessage.update({
    where: { teamId_id: { teamId, id: message.id } },
    data: {
      finalText: text,
      foreignId: email,
      failReason: `To ${number}: no.`,
      linkTarget: `https://a.example/?who=${email}`,
      linkCode: `code${number}`,
      shortenedUrl: 'https://s.example/z',
    },
  });
  // Its provider reports by our id, too.
  for (const providerId of [message.smsId!, `message ${message.id}`])
    await db.smsReceipt.create({
      data: {
        ...{ teamId, routeId: message.smsRoutingRouteId!, providerId, status: 'delivered' },
        ...{ reason: `Reached ${number}`, numbers: [String(number)], occurredAt: new Date(), appliedAt: new Date() },
      },
    });
  await db.smsLinkEvent.create({
    data: { teamId, messageId: message.id, kind: 'click', userAgent: text, reference: email, occurredAt: new Date() },
  });
  await inbox.write(`${text}, says ${name}`, { from: String(number) });
  await inbox.write(text, { from: String(number), id: '' });
  await db.directMessage.create({
    data: {
      ...{ ...who, kind: 'one_off', routeId, number: BigInt(number), text, smsParts: 1, dueAt: new Date() },
      reason: `${number} is busy`,
    },
  });
  await inbox.ask('mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }', {
    input: { numbers: [number], reason: name },
  });
  const schedule = { teamId, routeId, name, toNumber: BigInt(number), text };
  const { id: smsTestScheduleId } = await db.smsTestSchedule.create({ data: schedule });
  await db.smsTestResult.create({
    data: { teamId, smsTestScheduleId, dueAt: new Date(), failureReason: `${number}?` },
  });

  const { id: sellerEndpointId } = await createSellerEndpoint(db, {
    teamId,
    username: crypto.randomUUID(),
    passwordHash: 'none',
  });
  const submitted = { teamId, sellerEndpointId, sender: 'Acme', destination: `+${number}`, createdAt: new Date() };
  const hubMessage = await db.hubMessage.create({
    data: {
      ...{ ...submitted, protocol: 'smpp', number: BigInt(number), text, reason: `To ${number}`, reference: email },
      ...{
        cost: '0.01',
        price: '0.02',
        validUntil: new Date('2999-01-01'),
        dueAt: new Date('2999-01-01'),
        refusals: { [routeId]: `${number}` },
      },
    },
  });
  const part = { ...submitted, concatenation: 1, total: 2, submission: { text }, receipts: 'all' as const };
  const { id: partId } = await db.hubPart.create({ data: { ...part, part: 1, messageId: hubMessage.id } });
  await db.hubPart.create({ data: { ...part, part: 2, concatenation: 2 } });
  const textId = crypto.randomUUID();
  const said = { sender: `+${number}`, recipient: '', reference: 7, total: 2, place: 1, text: JSON.stringify(text) };
  await db.smsReplyPart.create({ data: { teamId, id: textId, textId, routeId, ...said, createdAt: new Date() } });
  await db.hubReference.create({
    data: { teamId, sellerEndpointId, reference: email, messageId: hubMessage.id, createdAt: new Date() },
  });
  const returned = { teamId, sellerEndpointId, dueAt: new Date(), createdAt: new Date() };
  await db.hubReturn.createMany({
    data: [
      { ...returned, kind: 'receipt', subjectId: partId, content: { destination: `+${number}` } },
      {
        ...returned,
        kind: 'receipt',
        subjectId: crypto.randomUUID(),
        content: { destination: `+${number}`, isPart: true },
      },
      { ...returned, kind: 'reply', subjectId: crypto.randomUUID(), content: { from: `${number}`, text } },
    ],
  });

  const voice = await createVoiceCampaign(app, teamId, { contacts: 1 });
  const { id: voiceCampaignSendId } = await db.voiceCampaignSend.create({
    data: { teamId, voiceCampaignId: voice.campaignId },
  });
  await db.voiceRecipient.create({
    data: { ...who, voiceCampaignId: voice.campaignId, voiceCampaignSendId, cycle: 9, dueAt: new Date(), reason: text },
  });
  const call = await db.call.create({
    data: {
      ...who,
      toNumber: BigInt(number),
      externalId: crypto.randomUUID(),
      meta: [{ name }],
      chat: text,
      summary: text,
      recordingUrl: `https://r.example/${number}`,
      listenUrl: `wss://l.example/${number}`,
      controlUrl: `https://c.example/${number}`,
      endedReason: `${number} hung up`,
      status: 'ended',
    },
  });
  const { id: callId } = call;
  const { id: voiceAccountId } = await db.voiceAccount.findFirstOrThrow({ where: { teamId } });
  await db.callEvent.create({
    data: {
      ...{
        teamId,
        callId,
        voiceAccountId,
        type: 'status-update',
        occurredAt: new Date(),
        fingerprint: Buffer.from(callId),
      },
      payload: { customer: { number: `+${number}`, name } },
      failureReason: name,
    },
  });
  await db.callOutcomeLog.create({ data: { teamId, callId, failureReason: text } });
  await db.callPostProcessing.create({
    data: { teamId, callId, name: 'CRM', kind: 'webhook', position: 0, failureReason: text },
  });
  const { id: mnpLookupId } = await db.mnpLookup.create({ data: { teamId, amount: 1, cost: '0.004' } });
  await db.lookupResult.create({ data: { ...who, mnpLookupId, number: BigInt(number) } });
  await db.contactLimit.createMany({
    data: [{ ...who, channel: 'voice', day: '2026-11-20', dayCount: 1, week: '2026-W47', weekCount: 1 }],
  });
  return campaign;
}

/** A mutation’s arguments that may have a person’s number. */
function numbersIn(type: GraphQLInputType, seen = new Set<string>()): boolean {
  const named = getNamedType(type);
  if (named.name === 'PhoneNumber') return true;
  if (!isInputObjectType(named) || seen.has(named.name)) return false;
  seen.add(named.name);
  return Object.values(named.getFields()).some((field) => numbersIn(field.type, seen));
}

test('an erasure looks for the number in audit entries of every mutation that takes one', async () => {
  const inbox = await createInbox(app);
  const mutations = Object.values(schema.getMutationType()!.getFields())
    .filter(({ args }) => args.some(({ type }) => numbersIn(type)))
    .map(({ name }) => name)
    // A number of the team’s own; an entry without its input.
    .filter((name) => name !== 'createVoiceNumber' && name !== 'erasePerson');
  expect(mutations).toContain('testVoiceAccount');
  await app.db.auditEntry.createMany({
    data: mutations.map((action) => ({
      ...{ teamId: inbox.teamId, action, address: '192.0.2.1', traceId: '0'.repeat(32) },
      input: { input: { to: `+${ADA + 5}` } },
    })),
  });
  const numbered = () =>
    app.db.auditEntry.findMany({
      where: { teamId: inbox.teamId, action: { in: mutations }, input: { not: {} } },
      select: { action: true },
    });
  expect(await numbered()).toHaveLength(mutations.length);
  await inbox.ask(ERASE, { input: { number: ADA + 5 } });
  expect(await numbered()).toEqual([]);
});

const EXPORT = 'mutation ($input: PersonInput!) { exportPerson(input: $input) { url zipUrl expiresAt } }';
const ada = { input: { number: ADA } };

function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (failed, zip) => {
      if (failed) return reject(failed);
      const files: Record<string, string> = {};
      zip.on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          files[entry.fileName] = await text(stream);
          zip.readEntry();
        });
      });
      zip.on('end', () => resolve(files));
      zip.readEntry();
    });
  });
}

const download = (url: string) => app.app.fetch(new Request(`http://localhost${url}`));

test('a person’s data is exported whole, and after an erasure it is nowhere; sums stay, and nobody writes to them again', async () => {
  const inbox = await createInbox(app);
  const { campaignId, routeId, planId } = await fill(inbox);
  const { data: link } = await inbox.ask(EXPORT, ada);
  const file = await download(link.exportPerson.url);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const { number, records } = (await file.json()) as { number: string; records: Record<string, unknown[]> };
  expect(number).toBe(`+${ADA}`);
  const empty = Object.entries(records).filter(([, rows]) => rows.length === 0);
  expect(empty).toEqual([]);
  expect(records.data_file_rows).toEqual([
    { dataFileId: expect.any(String), text: `+49 (1511) 2345-678;${NAME};${EMAIL}` },
  ]);
  expect(traces(JSON.stringify(records, null, 2)).length).toBeGreaterThan(INVENTORY.length);

  const archive = await download(link.exportPerson.zipUrl);
  expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = await unzipped(Buffer.from(await archive.arrayBuffer()));
  expect(Object.keys(files).sort()).toEqual(
    Object.keys(records)
      .map((table) => `${table}.csv`)
      .sort(),
  );
  expect(files['data_file_rows.csv']).toMatch(
    /^dataFileId,text\r\n[\w-]{36},"'\+49 \(1511\) 2345-678;Zaphod Beeblebrox;zaphod@heart-of-gold\.example"\r\n$/,
  );
  expect(files['sms_messages.csv']!.split('\r\n')).toHaveLength(3);

  const sumOf = () =>
    app.db.$queryRaw`SELECT count(*)::int AS messages, count(*) FILTER (WHERE is_sent)::int AS sent,
      count(*) FILTER (WHERE status = 'delivered')::int AS delivered, sum(cost)::text AS cost
      FROM sms_messages WHERE team_id = ${inbox.teamId}::uuid`;
  const sums = await sumOf();
  const { data, errors } = await inbox.ask(ERASE, ada);
  expect(errors).toBeUndefined();
  expect(data.erasePerson.contactsCount).toBe(1);
  expect(traces(await dump(app))).toEqual([]);
  expect(await sumOf()).toEqual(sums);
  // What stands for the id that a reply came without is made of its number and text.
  const replies = await app.db.smsReply.findMany({ where: { teamId: inbox.teamId }, orderBy: { id: 'asc' } });
  expect(replies.map(({ providerId }) => providerId)).toEqual([expect.stringMatching(/^r\d+$/), replies[1]!.id]);
  const [owed] = await app.db.hubMessage.findMany({ where: { teamId: inbox.teamId } });
  expect([owed!.price.toString(), owed!.status, owed!.dueAt]).toEqual(['0', 'canceled', null]);
  const told = await app.db.hubReturn.findMany({ where: { teamId: inbox.teamId } });
  expect(told.map(({ content }) => content)).toMatchObject([{ destination: '', status: 'canceled', reference: null }]);
  // What runs again after minutes leaves it to its seller.
  await makeJobsDue(app);
  await runJobs(app);
  expect(await app.db.hubReturn.count({ where: { teamId: inbox.teamId } })).toBe(1);
  expect(await app.db.contact.count({ where: { teamId: inbox.teamId, number: BigInt(ADA) + 1n } })).toBe(1);
  const [chunk] = await app.db.dataFileChunk.findMany({ where: { teamId: inbox.teamId } });
  expect(Buffer.from(chunk!.bytes).toString()).toBe(
    `phone;name;mail\n+49 1511 2345679;Ben;\n${' '.repeat(19)};${' '.repeat(NAME.length)};${' '.repeat(EMAIL.length)}\n4915112345670;Cleo;\n`,
  );

  // A late receipt settles its message, and brings nothing back.
  const message = await app.db.smsMessage.findFirstOrThrow({
    where: { teamId: inbox.teamId, smsCampaignId: campaignId },
  });
  const secret = await giveProvider(app, inbox.teamId, routeId);
  const receipts = [{ provider_id: message.smsId!, status: 'delivered', reason: null }];
  await report(app, `/hooks/sms/${inbox.teamId}/${routeId}`, secret, { receipts });
  expect(await app.db.smsMessage.findFirst({ where: { id: message.id, teamId: inbox.teamId } })).toMatchObject({
    status: 'delivered',
    phoneNormalized: '0',
    finalText: '',
  });
  // Nor does a reply that its provider delivers again.
  expect(await inbox.write(TEXT, { id: replies[0]!.providerId })).toMatchObject({ status: 200 });
  expect(await app.db.smsReply.count({ where: { teamId: inbox.teamId } })).toBe(2);
  const CREATE = 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }';
  const again = await inbox.ask(CREATE, ada);
  expect(again.errors[0].extensions.fields).toEqual({
    number: ['The data of the person with this number was erased; nobody writes to them again.'],
  });
  const sms = await inbox.ask('mutation ($input: SendSmsInput!) { sendSms(input: $input) { directMessage { id } } }', {
    input: { to: `+${ADA}`, text: 'Hi', routingPlanId: planId },
  });
  expect(sms.errors[0].message).toBe(
    'The data of the person with this number was erased; nobody writes to them again.',
  );
  const id = await uploaded(app, `phone\n+${ADA}\n+4915112345671\n`, { token: inbox.token });
  await inbox.ask(
    'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }',
    {
      id,
      input: { columns: { number: 0 } },
    },
  );
  await runJobs(app);
  expect(await app.db.dataFile.findFirst({ where: { id, teamId: inbox.teamId } })).toMatchObject({
    importedRows: 1,
    failedRows: 1,
  });
  expect(await app.db.contact.count({ where: { teamId: inbox.teamId, number: BigInt(ADA) } })).toBe(0);
  const [error] = await app.db.dataFileRowError.findMany({ where: { teamId: inbox.teamId, dataFileId: id } });
  expect(error).toMatchObject({
    value: null,
    reason: 'The data of the person with this number was erased; nobody writes to them again.',
  });
});

test('of two people who are in every table, an export of one has nothing of the other', async () => {
  const inbox = await createInbox(app);
  const trillian = { number: ADA - 11_111_111, name: 'Trillian McMillan', email: 'trillian@earth.example' };
  await fill(inbox);
  await fill(inbox, { ...trillian, text: 'So long and thanks for the fish' });
  const both = [ZAPHOD, trillian];
  const list = ['phone;name', ...both.map(({ number, name }) => `+${number};${name}`)].join('\n');
  const id = await uploaded(app, list, { token: inbox.token, name: 'both.csv' });
  for (const [query, variables] of [
    [
      'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }',
      { id, input: { columns: { number: 0, name: 1 } } },
    ],
    ['mutation ($id: ID!) { cancelDataFileImport(id: $id) { id } }', { id }],
    [
      'mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }',
      { input: { numbers: both.map(({ number }) => number) } },
    ],
  ] as const)
    expect((await inbox.ask(query, variables)).errors).toBeUndefined();
  const exported = async (number: number) => {
    const { data } = await inbox.ask(EXPORT, { input: { number } });
    const { records } = (await (await download(data.exportPerson.url)).json()) as {
      records: Record<string, unknown[]>;
    };
    expect(Object.entries(records).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const entries = records.audit_entries as { action: string; input: { input: { numbers: unknown[] } } }[];
    const suppressed = entries.filter(({ action }) => action === 'suppressNumbers');
    expect(suppressed.map(({ input }) => input.input.numbers)).toEqual([[String(number)], [String(number)]]);
    return JSON.stringify(records, null, 2).replaceAll(/[ ().-]/g, '');
  };
  const [zaphods, trillians] = [await exported(ADA), await exported(trillian.number)];
  expect(zaphods.match(/15101234567|trillian|mcmillan|thefish|Cleo/gi)).toBeNull();
  expect(trillians.match(/15112345678|zaphod|beeblebrox|towels|Cleo/gi)).toBeNull();
  expect(trillians).toMatch(/thefish/);
});

test('erased numbers that cannot be checked under another TOKEN_KEY are a clear error', async () => {
  const inbox = await createInbox(app);
  await inbox.ask(ERASE, { input: { number: ADA + 7 } });
  const erasureKey = encryptToken([Buffer.alloc(32, 99)], 'a key');
  await app.db.sendingSettings.update({ where: { teamId: inbox.teamId }, data: { erasureKey } });
  const CREATE = 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }';
  const { errors } = await inbox.ask(CREATE, { input: { number: ADA + 8 } });
  expect(errors).toMatchObject([
    {
      message:
        'Erased numbers cannot be checked: TOKEN_KEY is not the key that they were stored under. Set TOKEN_KEY to the former key, or add that one to TOKEN_KEY_PREVIOUS.',
      extensions: { code: 'CONFLICT' },
    },
  ]);
});

test('who asks not to be contacted is heard while erased numbers cannot be checked', async () => {
  const inbox = await createInbox(app);
  const { teamId } = inbox;
  await inbox.ask(ERASE, { input: { number: ADA + 7 } });
  const erasureKey = encryptToken([Buffer.alloc(32, 99)], 'a key');
  await app.db.sendingSettings.update({ where: { teamId }, data: { erasureKey } });
  const RECORD = 'mutation ($input: RecordConsentInput!) { recordConsent(input: $input) { consentEvent { state } } }';
  const record = (state: string) =>
    inbox.ask(RECORD, { input: { number: ADA + 8, channel: 'sms', purpose: 'marketing', state } });
  expect((await record('granted')).errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
  expect(await record('withdrawn')).toEqual({ data: { recordConsent: { consentEvent: { state: 'withdrawn' } } } });
  const SUPPRESS = 'mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }';
  expect(await inbox.ask(SUPPRESS, { input: { numbers: [ADA + 8] } })).toEqual({
    data: { suppressNumbers: { suppressedCount: 1 } },
  });
});

test('who is erased while a message is with the provider has it settled without them, and gets no other', async () => {
  const inbox = await createInbox(app);
  const { teamId, routeId } = inbox;
  const { campaignId, contactIds } = await createSmsCampaign(app, teamId, { contacts: 1, meta: manual(1) });
  const contact = await app.db.contact.findFirstOrThrow({ where: { teamId, id: contactIds[0]! } });
  const number = Number(contact.number);
  await app.db.directMessage.create({
    data: {
      ...{ teamId, contactId: contact.id, kind: 'one_off', routeId, number: contact.number },
      ...{ text: TEXT, smsParts: 1, dueAt: new Date() },
    },
  });
  await inbox.ask(START, { id: campaignId });
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  const send = engine.provider.send.bind(engine.provider);
  let erased: object | undefined;
  engine.provider.send = async (messages) => {
    erased = await inbox.ask(ERASE, { input: { number } });
    return send(messages);
  };
  await engine.run();
  await engine.pass(3);
  expect(erased).toMatchObject({ data: { erasePerson: { contactsCount: 1 } } });
  expect(engine.provider.sent.map(({ to }) => to)).toEqual([String(number)]);
  expect(await app.db.smsMessage.findMany({ where: { teamId } })).toMatchObject([
    { status: 'accepted', phoneNormalized: '0', finalText: '' },
  ]);
  expect(await inbox.work()).toEqual([]);
  expect(await app.db.contact.count({ where: { teamId } })).toBe(0);
});

test.each(['blocked', 'throttled', 'permanent'] as const)(
  'what a provider quotes of a number when it refuses (%s) stays with nobody else, nor with the route or the campaign',
  async (kind) => {
    const inbox = await createInbox(app);
    const { teamId } = inbox;
    const { campaignId, contactIds } = await createSmsCampaign(app, teamId, { contacts: 3, meta: manual(3) });
    const contacts = await app.db.contact.findMany({ where: { teamId, id: { in: contactIds } } });
    await inbox.ask(START, { id: campaignId });
    const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
    const spelled = (number: string) => `+${number.slice(0, 3)} ${number.slice(3)}`;
    engine.provider.answer = ({ to }) => {
      const reason = `The number ${spelled(to)} is not allowed.`;
      return { status: 'rejected', kind, code: null, reason, retryAfterSeconds: null };
    };
    await engine.run();
    const rows = await dump(app);
    expect(rows.includes('The number +… is not allowed.')).toBe(true);
    expect(contacts.filter(({ number }) => rows.includes(spelled(String(number))))).toEqual([]);
  },
);

test('another team’s person stays, and its members see nothing of it', async () => {
  const inbox = await createInbox(app);
  const rival = await createInbox(app, 'Rival');
  const number = ADA + 1_000;
  const contact = await app.db.contact.create({ data: { teamId: inbox.teamId, number: BigInt(number), name: 'Ada' } });
  await rival.ask(ERASE, { input: { number } });
  expect(await app.db.contact.findFirst({ where: { id: contact.id, teamId: inbox.teamId } })).toMatchObject({
    name: 'Ada',
  });
  const { data } = await rival.ask(EXPORT, { input: { number } });
  const { records } = (await (await download(data.exportPerson.url)).json()) as { records: Record<string, unknown[]> };
  expect(records.contacts).toEqual([]);
  const forged = await download('/downloads/people/obd_x.json');
  expect(forged.status).toBe(404);
});

test('a wrong number is refused', async () => {
  const inbox = await createInbox(app);
  for (const query of [EXPORT, ERASE]) {
    const { errors } = await inbox.ask(query, { input: { number: 12 } });
    expect(errors[0].extensions.fields).toEqual({ number: ['The number field must be a valid phone number.'] });
  }
});
