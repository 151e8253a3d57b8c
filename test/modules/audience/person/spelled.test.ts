import { everyForm } from 'phone-numbers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Prisma } from '../../../../src/generated/prisma/client.ts';
import { mentions } from '../../../../src/modules/audience/person/who.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';
import { DIGITS_BEFORE, ERASE } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

test('an entry that has another person’s number, which ends or begins as theirs, stays', async () => {
  const { team, token } = await createTeam(app);
  const numbers = ['+34612345678', '6123456789', '+33 6 12 34 56 78', '0033-612345678'];
  for (const number of numbers)
    await app.db.auditEntry.create({
      data: {
        ...{ teamId: team.id, action: 'suppressNumbers', address: '192.0.2.1', traceId: '0'.repeat(32) },
        input: { input: { numbers: [number] } },
      },
    });
  const { errors } = await app.graphql(ERASE, { token, variables: { input: { number: '+33612345678' } } });
  expect(errors).toBeUndefined();
  const left = await app.db.auditEntry.findMany({
    where: { teamId: team.id, action: 'suppressNumbers' },
    select: { input: true },
    orderBy: { id: 'asc' },
  });
  expect(left.map(({ input }) => input)).toEqual([
    { input: { numbers: ['+34612345678'] } },
    { input: { numbers: ['6123456789'] } },
    {},
    {},
  ]);
});

test.each(['+49\u00a0151\u00a01234\u00a05678', '+49‑151‑12345678', '+４９１５１１２３４５６７８'])(
  'an audit entry that has the number as %s is erased',
  async (number) => {
    const { team, token } = await createTeam(app);
    const say = async (query: string, input: object) => {
      const { errors } = await app.graphql(query, { token, variables: { input } });
      expect(errors).toBeUndefined();
    };
    await say('mutation ($input: PersonInput!) { exportPerson(input: $input) { url } }', { number });
    await say('mutation ($input: SuppressNumbersInput!) { suppressNumbers(input: $input) { suppressedCount } }', {
      numbers: [number],
    });
    await say('mutation ($input: RecordConsentInput!) { recordConsent(input: $input) { consentEvent { id } } }', {
      ...{ number, channel: 'sms', purpose: 'marketing', state: 'granted', source: 'form' },
    });
    const entries = () =>
      app.db.auditEntry.findMany({ where: { teamId: team.id }, select: { action: true, input: true } });
    expect((await entries()).length).toBe(3);
    await say(ERASE, { number: '+4915112345678' });
    const left = (await entries()).filter(({ input }) => JSON.stringify(input) !== '{}');
    expect(left.filter(({ action }) => action !== 'erasePerson')).toEqual([]);
  },
);

test.each(DIGITS_BEFORE)(
  'of %s are the texts with other digits before it, and no stranger’s',
  async (number, theirs, others) => {
    const texts = [...theirs, ...others].map((note) => JSON.stringify({ note }));
    const found = await app.db.$queryRaw<
      { text: string }[]
    >`SELECT text FROM unnest(${texts}::text[]) WITH ORDINALITY AS t(text, at)
    WHERE ${mentions({ numbers: everyForm(number.slice(1)), emails: [] }, Prisma.sql`text`)} ORDER BY at`;
    expect(found.map(({ text }) => JSON.parse(text).note)).toEqual(theirs);
  },
);
