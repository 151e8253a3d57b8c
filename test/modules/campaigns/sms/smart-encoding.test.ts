import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { createSmsCampaign, manual, planner, START, testEngine } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;
beforeAll(async () => {
  app = await createTestApp({ OPERATION_TIMEOUT_MS: 200_000 });
  mine = await createSendingTeam(app);
});
afterAll(() => app.close());

const TEXT = `“Cafe\u0301” – ${'a'.repeat(130)}`;
const PLAIN = `“Café” – ${'a'.repeat(130)}`;
const SMART = `"Café" - ${'a'.repeat(130)}`;

const preview = async (id: string) => {
  const query = `query ($id: ID!) { previewSmsCampaign(id: $id, days: 2) {
    notes partsBefore partsAfter messages { nodes { finalText smsParts smartText partsBefore partsAfter } } } }`;
  const { data, errors } = await app.graphql<{ previewSmsCampaign: Record<string, unknown> }>(query, {
    variables: { id },
    token: mine.token,
  });
  expect(errors).toBeUndefined();
  return data!.previewSmsCampaign;
};
const update = (id: string, smartEncoding: unknown) =>
  mutate(
    app,
    mine.token,
    'updateSmsCampaign',
    { id, input: [{ meta: { smartEncoding } }, 'UpdateSmsCampaignInput'] },
    '{ meta { smartEncoding } }',
  );
const messagesOf = async (smsCampaignId: string) => {
  const where = { teamId: mine.team.id, smsCampaignId };
  const select = { finalText: true, textParts: true, smsParts: true };
  return app.db.smsMessage.findMany({ where, select });
};
const sentMetas = async (id: string) => {
  const query = 'query ($id: ID!) { smsCampaign(id: $id) { sends(first: 50) { nodes { meta { smartEncoding } } } } }';
  const { data } = await app.graphql<{ smsCampaign: { sends: { nodes: { meta: { smartEncoding: boolean } }[] } } }>(
    query,
    {
      variables: { id },
      token: mine.token,
    },
  );
  return data!.smsCampaign.sends.nodes.map(({ meta }) => meta.smartEncoding);
};
const start = (id: string) => app.graphql(START, { variables: { id }, token: mine.token });

test('is off; a preview says what it would save, and the send writes what the preview wrote', async () => {
  const { campaignId } = await createSmsCampaign(app, mine.team.id, { contacts: 2, texts: [TEXT], meta: manual(2) });
  const message = { finalText: PLAIN, smsParts: 3, smartText: SMART, partsBefore: 3, partsAfter: 1 };
  expect(await preview(campaignId)).toEqual({
    notes: ['With smart encoding the messages take 2 parts instead of 6.'],
    ...{ partsBefore: 6, partsAfter: 2 },
    messages: { nodes: [message, message] },
  });
  await start(campaignId);
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  const sent = { finalText: PLAIN, textParts: 3, smsParts: 3 };
  expect(await messagesOf(campaignId)).toEqual([sent, sent]);
  expect(await sentMetas(campaignId)).toEqual([false]);
});

test('is switched on for a campaign; preview and send write the same again', async () => {
  const { campaignId } = await createSmsCampaign(app, mine.team.id, { contacts: 2, texts: [TEXT], meta: manual(2) });
  expect(await update(campaignId, true)).toEqual({ data: { updateSmsCampaign: { meta: { smartEncoding: true } } } });
  const message = { finalText: SMART, smsParts: 1, smartText: SMART, partsBefore: 3, partsAfter: 1 };
  expect(await preview(campaignId)).toEqual({
    notes: [],
    partsBefore: 6,
    partsAfter: 2,
    messages: { nodes: [message, message] },
  });
  await start(campaignId);
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  const sent = { finalText: SMART, textParts: 1, smsParts: 1 };
  expect(await messagesOf(campaignId)).toEqual([sent, sent]);
  expect(await sentMetas(campaignId)).toEqual([true]);
});

test('reaches every send of a planner, also those that the engine opens', async () => {
  const meta = { ...planner(), smartEncoding: true };
  const { campaignId } = await createSmsCampaign(app, mine.team.id, { contacts: 2, texts: [TEXT], meta });
  await start(campaignId);
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  for (let time = 0; time < 3; time += 1) {
    await engine.run();
    engine.clock = new Date(engine.clock.getTime() + 25 * 3_600_000);
  }
  const metas = await sentMetas(campaignId);
  expect(metas.length).toBeGreaterThan(1);
  expect(new Set(metas)).toEqual(new Set([true]));
  expect(new Set((await messagesOf(campaignId)).map(({ finalText }) => finalText))).toEqual(new Set([SMART]));
});

test('null switches it off, a copy keeps it, and the meta of an older send has none', async () => {
  const { campaignId } = await createSmsCampaign(app, mine.team.id, { texts: [TEXT], meta: manual(2) });
  await update(campaignId, true);
  const copy = await mutate(app, mine.token, 'duplicateSmsCampaign', { id: campaignId }, '{ meta { smartEncoding } }');
  expect(copy).toEqual({ data: { duplicateSmsCampaign: { meta: { smartEncoding: true } } } });
  expect(await update(campaignId, null)).toEqual({ data: { updateSmsCampaign: { meta: { smartEncoding: false } } } });
  expect(await update(campaignId, 'yes')).toMatchObject(
    invalid({ 'meta.smartEncoding': ['The meta.smart encoding field must be true or false.'] }),
  );
  await start(campaignId);
  const where = { teamId: mine.team.id, smsCampaignId: campaignId };
  const [{ meta } = { meta: {} }] = await app.db.smsSend.findMany({ where });
  const { smartEncoding, ...older } = meta as Record<string, never>;
  expect(smartEncoding).toBe(false);
  await app.db.smsSend.updateMany({ where, data: { meta: older } });
  expect(await sentMetas(campaignId)).toEqual([false]);
  await testEngine(app, new Date(Date.now() + 1_000).toISOString()).run();
  expect((await messagesOf(campaignId)).map(({ finalText }) => finalText)).toEqual([PLAIN, PLAIN]);
});

test('REST answers the documented meta, without it', async () => {
  await createSmsCampaign(app, mine.team.id, { meta: { ...manual(2), smartEncoding: true } });
  const { body } = await app.rest('GET', '/v1/sms/campaigns?type=default', { token: mine.token });
  expect(JSON.stringify(body)).not.toMatch(/smart/i);
});
