import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createContacts } from '../../../support/contacts.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  const rival = await createTeam(app, 'Rival');
  for (const team of [acme.team, rival.team]) await createMessages(team.id);
});
afterAll(() => app.close());

async function createMessages(teamId: string) {
  const { id: smsCampaignId } = await app.db.smsCampaign.create({ data: { teamId, name: 'Spring' } });
  const { id: smsSendId } = await app.db.smsSend.create({ data: { teamId, smsCampaignId } });
  const contactIds = await createContacts(app, teamId, 3);
  await app.db.smsMessage.createMany({
    data: ['Hello', 'Hello again', 'Bye'].map((finalText, at) => ({
      ...{ teamId, smsCampaignId, smsSendId, contactId: contactIds[at]!, phoneNormalized: `4915${at + 1}`, finalText },
      ...{ smsParts: at + 1, networkBrand: at === 0 ? null : 'Mobi', sentAt: new Date(`2026-03-0${at + 1}T12:00:00Z`) },
    })),
  });
}

const ask = (where: unknown, more: object = {}) =>
  app.graphql<{ smsReport: { rows: { finalText: string }[] } }>(
    `query ($where: [SmsReportWhere!], $filters: JSONObject) {
      smsReport(where: $where, filters: $filters) { rows { finalText } } }`,
    { token: acme.token, variables: { where, ...more } },
  );
const texts = async (...given: Parameters<typeof ask>) => {
  const { data, errors } = await ask(...given);
  expect(errors).toBeUndefined();
  return data!.smsReport.rows.map(({ finalText }) => finalText).sort();
};
const fields = async (where: unknown) => (await ask(where)).errors?.[0]?.extensions.fields;

test('each comparison is one of its operators, and all of them must hold', async () => {
  expect(await texts([])).toEqual(['Bye', 'Hello', 'Hello again']);
  expect(await texts([{ finalText: { startsWith: 'hello' } }])).toEqual(['Hello', 'Hello again']);
  expect(await texts([{ smsParts: { inRange: { from: 2, to: 3 } } }])).toEqual(['Bye', 'Hello again']);
  expect(await texts([{ sentAt: { greaterThan: '2026-03-01' } }])).toEqual(['Bye', 'Hello again']);
  expect(await texts([{ networkBrand: { isBlank: true } }])).toEqual(['Hello']);
  expect(await texts([{ networkBrand: { isOneOf: ['Mobi', null] } }])).toEqual(['Bye', 'Hello', 'Hello again']);
  const both = [{ finalText: { contains: 'e' } }, { smsParts: { lessThan: 3 } }, { smsParts: { greaterThan: 1 } }];
  expect(await texts(both)).toEqual(['Hello again']);
});

test('a number is found as it is shown, and by its digits', async () => {
  const shown = await app.graphql(
    '{ smsReport(where: [{ finalText: { equals: "Bye" } }]) { rows { phoneNormalized } } }',
    {
      token: acme.token,
    },
  );
  expect(shown.data).toEqual({ smsReport: { rows: [{ phoneNormalized: '+49153' }] } });
  for (const number of [
    ...[{ equals: '+49153' }, { equals: '49153' }, { isOneOf: ['+49153', null] }, { isOneOf: ['49153'] }],
    ...[{ startsWith: '+49153' }, { contains: '+49153' }, { endsWith: '+49153' }, { endsWith: '53' }],
  ]) {
    expect([number, await texts([{ phoneNormalized: number }])]).toEqual([number, ['Bye']]);
  }
  expect(await texts([{ phoneNormalized: { contains: '+4915' } }])).toEqual(['Bye', 'Hello', 'Hello again']);
  expect(await texts([{ phoneNormalized: { notEqual: '+49153' } }])).toEqual(['Hello', 'Hello again']);
  for (const number of [{ contains: '+53' }, { endsWith: '+53' }, { equals: '+' }])
    expect([number, await texts([{ phoneNormalized: number }])]).toEqual([number, []]);
});

test('a grid’s filter model holds beside it', async () => {
  const filters = { sms_parts: { filterType: 'number', type: 'equals', filter: 1 } };
  expect(await texts([{ finalText: { startsWith: 'hello' } }], { filters })).toEqual(['Hello']);
});

test('mistakes are named by their place, written in the text as well as in variables', async () => {
  const one = (field: string) => ({
    [field]: [`The ${field.replaceAll('_', ' ')} field must have exactly one field, which is not null.`],
  });
  expect(await fields([{ finalText: { equals: 'a', contains: 'b' } }])).toEqual({
    'where.0.finalText': ['The where.0.final text field must have exactly one field, which is not null.'],
  });
  expect(await fields([{}])).toEqual(one('where.0'));
  expect(await fields([{ finalText: null }])).toEqual(one('where.0'));
  expect(await fields([{ sentAt: { equals: 'soon' } }, { finalText: { contains: '' } }])).toEqual({
    'where.0.sentAt.equals': ['The where.0.sent at.equals field must be a valid date.'],
    'where.1.finalText.contains': ['The where.1.final text.contains field is required.'],
  });
  expect(await fields(Array.from({ length: 51 }, () => ({ smsParts: { equals: 1 } })))).toEqual({
    where: ['The where field must not have more than 50 items.'],
  });
  const written = await app.graphql(
    '{ smsReport(where: [{ smsParts: { equals: 1, lessThan: 2 } }]) { rows { rowId } } }',
    {
      token: acme.token,
    },
  );
  expect(written.errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
});

test('an export takes it, too', async () => {
  const query = `{ smsReportExport(where: [{ finalText: { equals: "Bye" } }], keys: [final_text]) { url } }`;
  const { data } = await app.graphql<{ smsReportExport: { url: string } }>(query, { token: acme.token });
  const answer = await app.app.fetch(new Request(`http://localhost${data!.smsReportExport.url}`));
  expect(
    (await answer.text())
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(',').at(-1)),
  ).toEqual(['final_text', 'Bye']);
});
