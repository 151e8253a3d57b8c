import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = (await createTeam(app)).token;
});
afterAll(() => app.close());

test('a zone is answered by the name it was given, and found by all its names', async () => {
  const given = [
    ...['Asia/Kolkata', 'Asia/Calcutta', 'asia/KOLKATA', 'America/Buenos_Aires', 'Europe/Berlin'],
    ...['Europe/Oslo', 'America/Nassau', 'Europe/Kyiv'],
  ];
  const answered: unknown[] = [];
  for (const [at, timezone] of given.entries()) {
    const { data, errors } = await app.graphql<{ createContact: { timezone: string } }>(
      'mutation ($input: CreateContactInput!) { createContact(input: $input) { timezone } }',
      { token, variables: { input: { number: 4_915_113_000_000 + at, timezone } } },
    );
    expect(errors).toBeUndefined();
    answered.push(data!.createContact.timezone);
  }
  expect(answered).toEqual(given.with(2, 'Asia/Kolkata'));
  const found = async (type: string, filter: string) => {
    const { data, errors } = await app.graphql<{ smsContactReport: { rows: { timezone: string }[] } }>(
      'query ($filters: JSONObject) { smsContactReport(filters: $filters, first: 100) { rows { timezone } } }',
      { token, variables: { filters: { timezone: { filterType: 'text', type, filter } } } },
    );
    expect(errors).toBeUndefined();
    return data!.smsContactReport.rows.map(({ timezone }) => timezone).sort();
  };
  expect(await found('equals', 'Asia/Kolkata')).toEqual(['Asia/Calcutta', 'Asia/Kolkata', 'Asia/Kolkata']);
  expect(await found('equals', 'asia/calcutta')).toEqual(['Asia/Calcutta', 'Asia/Kolkata', 'Asia/Kolkata']);
  expect(await found('equals', 'America/Argentina/Buenos_Aires')).toEqual(['America/Buenos_Aires']);
  expect(await found('equals', 'Europe/Kiev')).toEqual(['Europe/Kyiv']);
  // Their clocks agree with others, but they are no other names of them.
  expect(await found('equals', 'Europe/Berlin')).toEqual(['Europe/Berlin']);
  expect(await found('equals', 'Atlantic/Jan_Mayen')).toEqual([]);
  expect(await found('equals', 'America/Toronto')).toEqual([]);
  expect(await found('equals', 'US/Eastern')).toEqual([]);
  expect(await found('notEqual', 'Asia/Kolkata')).toEqual([
    ...['America/Buenos_Aires', 'America/Nassau', 'Europe/Berlin', 'Europe/Kyiv', 'Europe/Oslo'],
  ]);
  expect(await found('contains', 'Kolkata')).toEqual(['Asia/Kolkata', 'Asia/Kolkata']);
});
