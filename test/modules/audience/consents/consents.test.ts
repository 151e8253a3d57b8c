import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, MANUAL } from '../../../support/calling.ts';
import { runJobs } from '../../../support/jobs.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { ADA, createInbox, type Inbox } from '../conversations/support.ts';
import { uploaded } from '../data-files/support.ts';

let app: TestApp;
let inbox: Inbox;
beforeAll(async () => {
  app = await createTestApp({ OPERATION_TIMEOUT_MS: 200_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  inbox = await createInbox(app);
});

const RECORD = `mutation ($input: RecordConsentInput!, $key: String) {
  recordConsent(input: $input, idempotencyKey: $key) {
    consentEvent { id number channel purpose state source evidence occurredAt recordedBy { name } } } }`;
const CONSENTS = `query ($filter: ConsentFilter) { consents(filter: $filter) {
  nodes { number channel purpose state since event { source evidence } contact { id } } } }`;
const HISTORY = `query ($number: PhoneNumber) { consentEvents(filter: { number: $number }) {
  nodes { channel purpose state source evidence line dataFile { name } } } }`;
const of = (number: number, more: object = {}) => ({
  number,
  channel: 'sms',
  purpose: 'marketing',
  state: 'granted',
  ...more,
});
const record = (input: object, key?: string) => inbox.ask(RECORD, { input, key });
const statesOf = async (number: number) => {
  const { data } = await inbox.ask(CONSENTS, { filter: { number } });
  return Object.fromEntries(
    data.consents.nodes.map((one: { channel: string; purpose: string; state: string }) => [
      `${one.channel} ${one.purpose}`,
      one.state,
    ]),
  );
};

test('the newest statement decides, in whatever order they are recorded, and all are kept', async () => {
  const contact = await app.db.contact.create({ data: { teamId: inbox.teamId, number: BigInt(ADA) } });
  const form = { source: 'form', evidence: 'https://acme.example/join', occurredAt: '2025-11-20T10:00:00.000Z' };
  const { data } = await record(of(ADA, form), 'once');
  expect(data.recordConsent.consentEvent).toMatchObject({
    ...form,
    number: `+${ADA}`,
    channel: 'sms',
    purpose: 'marketing',
    state: 'granted',
    recordedBy: null,
  });
  expect((await record(of(ADA, form), 'once')).data).toEqual(data);
  const { data: list } = await inbox.ask(CONSENTS);
  expect(list.consents.nodes).toEqual([
    {
      number: `+${ADA}`,
      channel: 'sms',
      purpose: 'marketing',
      state: 'granted',
      since: form.occurredAt,
      event: { source: 'form', evidence: form.evidence },
      contact: { id: contact.id },
    },
  ]);
  await record(of(ADA, { state: 'withdrawn', source: 'agent', occurredAt: '2025-11-22T10:00:00Z' }));
  await record(of(ADA, { source: 'agent', occurredAt: '2025-11-21T10:00:00Z' }));
  expect(await statesOf(ADA)).toEqual({ 'sms marketing': 'withdrawn' });
  const { data: history } = await inbox.ask(HISTORY, { number: ADA });
  expect(history.consentEvents.nodes.map(({ state }: { state: string }) => state)).toEqual([
    'withdrawn',
    'granted',
    'granted',
  ]);
  const own = await inbox.ask('query ($id: ID!) { contact(id: $id) { consents { channel purpose state } } }', {
    id: contact.id,
  });
  expect(own.data.contact.consents).toEqual([{ channel: 'sms', purpose: 'marketing', state: 'withdrawn' }]);
});

test('STOP withdraws every consent, START grants those for messages', async () => {
  await inbox.write('STOP', { timestamp: '2025-11-20T10:00:00Z' });
  expect(await statesOf(ADA)).toEqual({
    'sms marketing': 'withdrawn',
    'sms service': 'withdrawn',
    'voice marketing': 'withdrawn',
    'voice service': 'withdrawn',
  });
  await inbox.write('START', { timestamp: '2025-11-21T10:00:00Z' });
  expect(await statesOf(ADA)).toEqual({
    'sms marketing': 'granted',
    'sms service': 'granted',
    'voice marketing': 'withdrawn',
    'voice service': 'withdrawn',
  });
  const { data } = await inbox.ask(HISTORY, { number: ADA });
  const keyword = { purpose: null, source: 'keyword', line: null, dataFile: null };
  expect(data.consentEvents.nodes).toEqual([
    { ...keyword, channel: 'sms', state: 'granted', evidence: 'START' },
    { ...keyword, channel: null, state: 'withdrawn', evidence: 'STOP' },
  ]);
});

test('what is wrong is refused by its field', async () => {
  const { errors } = await record(
    of(12, { evidence: 'x'.repeat(2_001), occurredAt: new Date(Date.now() + 3_600_000).toISOString() }),
  );
  expect(errors[0].extensions).toEqual({
    code: 'VALIDATION_FAILED',
    fields: {
      number: ['The number field must be a valid phone number.'],
      evidence: ['The evidence field must not be greater than 2000 characters.'],
      occurredAt: ['The occurred at field must not be in the future.'],
    },
  });
});

const IMPORT = `mutation ($id: ID!, $input: ImportDataFileInput!) {
  importDataFile(id: $id, input: $input) { consent { channels purpose column default evidence } } }`;

test('an import records consent by a column or for all, and never over a withdrawal', async () => {
  await inbox.write('STOP');
  const list = `phone,agrees\n+${ADA},yes\n+4915112345679,Yes\n+4915112345680,no\n+4915112345681,\n+4915112345682,perhaps\n`;
  const id = await uploaded(app, list, { token: inbox.token, name: 'autumn.csv' });
  const consent = { channels: ['sms'], purpose: 'marketing', column: 1 };
  const started = await inbox.ask(IMPORT, { id, input: { columns: { number: 0 }, consent } });
  expect(started.data.importDataFile.consent).toEqual({ ...consent, default: null, evidence: null });
  await runJobs(app);
  expect(await statesOf(ADA)).toMatchObject({ 'sms marketing': 'withdrawn' });
  expect(await statesOf(4_915_112_345_679)).toEqual({ 'sms marketing': 'granted' });
  expect(await statesOf(4_915_112_345_680)).toEqual({ 'sms marketing': 'withdrawn' });
  expect(await statesOf(4_915_112_345_681)).toEqual({});
  const { data } = await inbox.ask(HISTORY, { number: 4_915_112_345_679 });
  expect(data.consentEvents.nodes).toEqual([
    {
      channel: 'sms',
      purpose: 'marketing',
      state: 'granted',
      source: 'import',
      evidence: 'autumn.csv',
      line: 3,
      dataFile: { name: 'autumn.csv' },
    },
  ]);
  const errors = await app.db.dataFileRowError.findMany({ where: { teamId: inbox.teamId } });
  expect(errors).toMatchObject([
    { line: 6, field: 'consent', value: 'perhaps', reason: 'The consent field must be yes or no.', isWarning: true },
  ]);

  const all = { channels: ['voice', 'sms'], purpose: 'service', evidence: 'Contract of 2025' };
  const forAll = await inbox.ask(IMPORT, { id, input: { columns: { number: 0 }, consent: all } });
  expect(forAll.data.importDataFile.consent).toMatchObject({ column: null, default: 'granted' });
  await runJobs(app);
  expect(await statesOf(4_915_112_345_681)).toEqual({ 'sms service': 'granted', 'voice service': 'granted' });
  const count = await app.db.consentEvent.count({ where: { teamId: inbox.teamId } });
  await inbox.ask(IMPORT, { id, input: { columns: { number: 0 }, consent: { ...all, evidence: 'Again' } } });
  await runJobs(app);
  expect(await app.db.consentEvent.count({ where: { teamId: inbox.teamId } })).toBe(count);

  const wrong = { channels: [], purpose: 'service', column: 2, evidence: 'x'.repeat(2_001) };
  const refused = await inbox.ask(IMPORT, { id, input: { columns: { number: 0 }, consent: wrong } });
  expect(Object.keys(refused.errors[0].extensions.fields)).toEqual([
    'consent.channels',
    'consent.column',
    'consent.evidence',
  ]);
});

test('a row that becomes no contact because of another cell withdraws consent all the same', async () => {
  const [anna, ben, clara] = [4_915_112_345_671, 4_915_112_345_672, 4_915_112_345_673];
  const list = [
    'phone,agrees,points,country',
    `+${anna},no,many,`,
    `+${anna},yes,3,`,
    `+${ben},yes,many,`,
    // Whose number it is depends on its country.
    `${clara},no,4,Atlantis`,
  ];
  const id = await uploaded(app, list.join('\n'), { token: inbox.token, name: 'autumn.csv' });
  const consent = { channels: ['sms'], purpose: 'marketing', column: 1 };
  await inbox.ask(IMPORT, { id, input: { columns: { number: 0, custom1Int: 2, country: 3 }, consent } });
  await runJobs(app);
  expect(await app.db.dataFile.findFirst({ where: { id } })).toMatchObject({ importedRows: 1, failedRows: 3 });
  expect(await statesOf(anna)).toEqual({ 'sms marketing': 'withdrawn' });
  expect(await statesOf(ben)).toEqual({});
  expect(await statesOf(clara)).toEqual({});
  const { data } = await inbox.ask(HISTORY, { number: anna });
  expect(data.consentEvents.nodes).toMatchObject([{ state: 'withdrawn', source: 'import', line: 2 }]);
});

test('an import records its default for the rows of which its column says nothing', async () => {
  const [yes, no, empty, wrong] = [4_915_112_345_690, 4_915_112_345_691, 4_915_112_345_692, 4_915_112_345_693];
  const list = `phone,agrees\n+${yes},yes\n+${no},no\n+${empty},\n+${wrong},constructor\n`;
  const id = await uploaded(app, list, { token: inbox.token, name: 'spring.csv' });
  const record = async (consent: object) => {
    const of = { channels: ['sms'], ...consent };
    const { data } = await inbox.ask(IMPORT, { id, input: { columns: { number: 0 }, consent: of } });
    await runJobs(app);
    return data.importDataFile.consent.default;
  };
  expect(await record({ purpose: 'marketing', column: 1, default: 'granted' })).toBe('granted');
  expect(await record({ purpose: 'service', default: 'withdrawn' })).toBe('withdrawn');
  expect(await Promise.all([yes, no, empty, wrong].map((number) => statesOf(number)))).toEqual([
    { 'sms marketing': 'granted', 'sms service': 'withdrawn' },
    { 'sms marketing': 'withdrawn', 'sms service': 'withdrawn' },
    { 'sms marketing': 'granted', 'sms service': 'withdrawn' },
    { 'sms service': 'withdrawn' },
  ]);
});

test('rows of a file that contradict each other withdraw the consent, whichever comes first', async () => {
  const [first, second, third] = [4_915_112_345_700, 4_915_112_345_701, 4_915_112_345_702];
  const list = `phone,agrees\n+${first},no\n+${second},yes\n+${third},no\n+${first},yes\n+${second},no\n+${third},\n`;
  const id = await uploaded(app, list, { token: inbox.token });
  const consent = { channels: ['sms'], purpose: 'marketing', column: 1, default: 'granted' };
  await inbox.ask(IMPORT, { id, input: { columns: { number: 0 }, consent } });
  await runJobs(app);
  const states = await Promise.all([first, second, third].map((number) => statesOf(number)));
  expect(states).toEqual(Array(3).fill({ 'sms marketing': 'withdrawn' }));
  const { data } = await inbox.ask(HISTORY, { number: first });
  expect(data.consentEvents.nodes).toMatchObject([{ state: 'withdrawn', line: 2 }]);
});

test('an import keeps what was withdrawn for a phone when its contact comes back under the other form of the number', async () => {
  const [landline, mobile] = [541_123_456_789, 5_491_123_456_789];
  const agrees = async (number: number, yes: string) => {
    const id = await uploaded(app, `phone,agrees\n+${number},${yes}\n`, { token: inbox.token });
    const consent = { channels: ['sms'], purpose: 'marketing', column: 1 };
    await inbox.ask(IMPORT, { id, input: { columns: { number: 0 }, consent } });
    await runJobs(app);
  };
  await agrees(landline, 'no');
  const contact = await app.db.contact.findFirstOrThrow({ where: { teamId: inbox.teamId, number: landline } });
  await inbox.ask('mutation ($id: ID!) { deleteContact(id: $id) { id } }', { id: contact.id });
  await agrees(mobile, 'yes');
  expect(await app.db.consent.count({ where: { teamId: inbox.teamId, number: mobile, state: 'granted' } })).toBe(0);
});

const EXPLAIN = `query ($smsCampaignId: ID!, $contactId: ID!) {
  sms: explainSmsRecipient(smsCampaignId: $smsCampaignId, contactId: $contactId) { rule text status } }`;

test('a campaign that requires consent skips the others, as its dry run and its explanation say', async () => {
  const { campaignId } = await createSmsCampaign(app, inbox.teamId, {
    contacts: 3,
    meta: { ...manual(3), requiresConsent: 'marketing' },
  });
  const numbers = await app.db.contact.findMany({ where: { teamId: inbox.teamId }, orderBy: { number: 'asc' } });
  const [granted, withdrawn, silent] = numbers;
  await record(of(Number(granted!.number)));
  await record(of(Number(withdrawn!.number), { state: 'withdrawn' }));
  const { data } = await inbox.ask(
    'query ($id: ID!) { previewSmsCampaign(id: $id) { messages(first: 100) { nodes { contactId } } } }',
    { id: campaignId },
  );
  expect(data.previewSmsCampaign.messages.nodes).toEqual([{ contactId: granted!.id }]);
  await inbox.ask(START, { id: campaignId });
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  expect(engine.provider.sent.map(({ to }) => to)).toEqual([String(granted!.number)]);
  const { data: explained } = await inbox.ask(EXPLAIN, { smsCampaignId: campaignId, contactId: silent!.id });
  expect(explained.sms).toEqual({
    rule: 'no_consent',
    text: 'The contact has not given the consent that the campaign requires.',
    status: 'skipped',
  });
});

test('an imported consent frees the contact that a running campaign skipped for the lack of it, and no other', async () => {
  const { campaignId } = await createSmsCampaign(app, inbox.teamId, {
    contacts: 4,
    meta: { ...manual(4), requiresConsent: 'marketing' },
  });
  const contacts = await app.db.contact.findMany({ where: { teamId: inbox.teamId }, orderBy: { number: 'asc' } });
  const [held, agrees, declines, silent] = contacts.map(({ number }) => String(number));
  await record(of(Number(held)));
  await app.db.contact.updateMany({
    where: { teamId: inbox.teamId, number: BigInt(held!) },
    data: { timezone: 'Asia/Tokyo' },
  });
  await app.db.sendingSettings.update({
    where: { teamId: inbox.teamId },
    data: { contactFrom: '08:00', contactUntil: '21:00' },
  });
  await inbox.ask(START, { id: campaignId });
  // Night in Tokyo, day in Germany.
  const engine = testEngine(app, '2126-06-03T13:00:00Z');
  await engine.run();
  expect(engine.provider.sent).toEqual([]);

  const id = await uploaded(app, `phone,agrees\n+${agrees},yes\n+${declines},no\n+${silent},\n`, {
    token: inbox.token,
  });
  const consent = { channels: ['sms'], purpose: 'marketing', column: 1 };
  await inbox.ask(IMPORT, { id, input: { columns: { number: 0 }, consent } });
  await runJobs(app);
  const explained = await inbox.ask(EXPLAIN, { smsCampaignId: campaignId, contactId: contacts[1]!.id });
  expect(explained.data.sms).toMatchObject({ rule: 'next', status: 'queued' });
  await engine.run();
  expect(engine.provider.sent.map(({ to }) => to)).toEqual([agrees]);
});

test('a voice campaign asks for consent to calls', async () => {
  const { campaignId } = await createVoiceCampaign(app, inbox.teamId, {
    contacts: 2,
    meta: { ...MANUAL, requiresConsent: 'service' },
  });
  const [first] = await app.db.contact.findMany({ where: { teamId: inbox.teamId }, orderBy: { number: 'asc' } });
  await record(of(Number(first!.number), { channel: 'voice', purpose: 'service' }));
  const { data, errors } = await inbox.ask(
    'query ($id: ID!) { previewVoiceCampaign(id: $id) { calls(first: 100) { nodes { contactId } } } }',
    { id: campaignId },
  );
  expect(errors).toBeUndefined();
  expect(data.previewVoiceCampaign.calls.nodes).toEqual([{ contactId: first!.id }]);
});

test('segments hold those who have consented', async () => {
  await app.db.contact.createMany({
    data: [ADA, ADA + 1].map((number) => ({ teamId: inbox.teamId, number: BigInt(number) })),
  });
  await record(of(ADA));
  const filter = { consentsAll: [{ channel: 'sms', purpose: 'marketing' }] };
  const COUNT = 'query ($filter: SegmentFilterInput!) { previewSegment(filter: $filter) { contactsCount } }';
  expect((await inbox.ask(COUNT, { filter })).data.previewSegment).toEqual({ contactsCount: 1 });
  const CREATE = `mutation ($input: CreateSegmentInput!) {
    createSegment(input: $input) { filter { consentsAll { channel purpose } } } }`;
  const { data } = await inbox.ask(CREATE, { input: { name: 'Agreed', filter } });
  expect(data.createSegment.filter).toEqual(filter);
});

test('other teams have none of it', async () => {
  await record(of(ADA));
  const [consent] = await app.db.consent.findMany({ where: { teamId: inbox.teamId } });
  const rival = await createInbox(app, 'Rival');
  const { data } = await rival.ask(`{ consents { totalCount } consentEvents { totalCount } }`);
  expect(data).toEqual({ consents: { totalCount: 0 }, consentEvents: { totalCount: 0 } });
  for (const [field, id] of [
    ['consent', consent!.id],
    ['consentEvent', consent!.eventId],
  ]) {
    const theirs = await rival.ask(`query ($id: ID!) { ${field}(id: $id) { id } }`, { id });
    expect(theirs.errors[0].extensions.code).toBe('NOT_FOUND');
  }
});
