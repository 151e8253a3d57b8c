import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam } from '../../../support/team.ts';
import { ERASE } from './support.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

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
