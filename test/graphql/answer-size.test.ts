import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp({ RESPONSE_LIMIT_BYTES: 100_000 });
  const { team, token: own } = await createTeam(app);
  token = own;
  const { id } = await app.db.smsCampaign.create({ data: { teamId: team.id, name: 'Spring' } });
  const log = { teamId: team.id, callerType: 'sms_campaign' as const, callerId: id, text: 'x'.repeat(2_000) };
  await app.db.log.createMany({ data: Array.from({ length: 60 }, () => log) });
});
afterAll(() => app.close());

const tooLarge = {
  errors: [
    expect.objectContaining({
      message: 'The answer is too large: ask for fewer records or fields.',
      extensions: { code: 'RESPONSE_TOO_LARGE' },
    }),
  ],
};

/** Interpreted twice and compiled from then on. */
async function askOften(query: string) {
  const answers = [];
  for (let turn = 0; turn < 5; turn += 1) answers.push(await app.graphql(query, { token }));
  return answers;
}

test('an answer for which too much would be read is refused, and the next one given', async () => {
  for (const answer of await askOften('{ smsCampaigns { nodes { logs(first: 60) { nodes { text } } } } }')) {
    expect(answer).toMatchObject(tooLarge);
  }
  for (const { data } of await askOften('{ smsCampaigns { nodes { logs(first: 40) { nodes { text } } } } }')) {
    expect(data).toEqual({
      smsCampaigns: { nodes: [{ logs: { nodes: Array(40).fill({ text: 'x'.repeat(2_000) }) } }] },
    });
  }
});

test('an answer that says one text under many names is refused, too', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `a${n}: text`).join(' ');
  for (const answer of await askOften(`{ smsCampaigns { nodes { logs(first: 2) { nodes { ${names} } } } } }`)) {
    expect(answer).toMatchObject(tooLarge);
  }
});
