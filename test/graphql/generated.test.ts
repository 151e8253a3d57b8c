import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';
import { generateOperation } from './generated-operations.ts';

const OPERATIONS = 300;
const SEED = 20_261_122;

let app: TestApp;
let token: string;
const ids: string[] = [];

beforeAll(async () => {
  // On a machine that is busy one of them may take long.
  app = await createTestApp({ OPERATION_TIMEOUT_MS: 120_000, STATEMENT_TIMEOUT_MS: 120_000, RATE_LIMIT_PER_TOKEN: 0 });
  const { team, token: own } = await createTeam(app);
  token = own;
  const teamId = team.id;
  const { db } = app;
  for (const name of ['Spring', 'Summer']) {
    const { id } = await db.smsCampaign.create({ data: { teamId, name } });
    ids.push(id);
    const send = await db.smsSend.create({ data: { teamId, smsCampaignId: id, meta: {} } });
    for (const [callerType, callerId] of [
      ['sms_campaign', id],
      ['sms_campaign_send', send.id],
    ] as const) {
      await db.log.createMany({ data: ['one', 'two "2"', ''].map((text) => ({ teamId, callerType, callerId, text })) });
    }
    const offer = await db.offer.create({ data: { teamId, name, url: 'https://shop.example', profit: '12.50' } });
    ids.push(offer.id);
    await db.smsCampaignOffer.create({ data: { teamId, smsCampaignId: id, offerId: offer.id, position: 0 } as never });
  }
});
afterAll(() => app.close());

async function ask(body: object): Promise<string> {
  const response = await app.app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }),
  );
  return withoutLate(await response.text());
}

/** Where an error empties the whole answer, others come with it as far as they were there by then: that one is the last. */
function withoutLate(text: string): string {
  const { data, errors } = JSON.parse(text) as { data?: unknown; errors?: unknown[] };
  return data === null && errors ? JSON.stringify({ errors: errors.slice(-1), data }) : text;
}

test(`${OPERATIONS} operations of any kind answer the same, byte for byte, interpreted and compiled`, async () => {
  let answered = 0;
  let refused = 0;
  for (let n = 0; n < OPERATIONS; n += 1) {
    const operation = generateOperation(schema, ids, SEED + n);
    const interpreted = await ask(operation);
    // Compiled from the third time on; the database writes its lists from the fourth.
    for (let time = 0; time < 2; time += 1) await ask(operation);
    const compiled = [await ask(operation), await ask(operation)];
    expect(compiled, `seed ${SEED + n}: ${JSON.stringify(operation)}`).toEqual([interpreted, interpreted]);
    if (interpreted.startsWith('{"data":{')) answered += 1;
    if (interpreted.includes('"errors":')) refused += 1;
  }
  expect(answered).toBeGreaterThan(OPERATIONS / 3);
  expect(refused).toBeGreaterThan(OPERATIONS / 100);
});
