import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, START_CALLS, testCallEngine } from '../../../support/calling.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createSendingTeam(app);
});
afterAll(() => app.close());

const ask = async <Data>(query: string, variables: Record<string, unknown>) => {
  const { data, errors } = await app.graphql<Data>(query, { token: acme.token, variables });
  expect(errors).toBeUndefined();
  return data!;
};

const CONTACT = {
  ...{ custom1Int: 9n, custom2Int: 10n, custom3Int: 0n, custom4Int: 9_007_199_254_740_993n, custom5Int: -5n },
  ...{ custom1Dec: '5.5', custom2Dec: '99999999999999.000001', custom1Str: '9' },
};

/** What a text writes for this contact: in the send, in its preview and in a test of its campaign. */
async function written(text: string): Promise<string[]> {
  const { campaignId, contactIds } = await createSmsCampaign(app, acme.team.id, {
    ...{ contacts: 1, texts: [text], meta: manual(1) },
  });
  const where = { teamId_id: { teamId: acme.team.id, id: contactIds[0]! } };
  const { number } = await app.db.contact.update({ where, data: CONTACT });
  const preview = 'query ($id: ID!) { previewSmsCampaign(id: $id) { messages(first: 2) { nodes { finalText } } } }';
  const { previewSmsCampaign } = await ask<{
    previewSmsCampaign: { messages: { nodes: { finalText: string }[] } };
  }>(preview, { id: campaignId });
  const test = `mutation ($input: SendSmsCampaignTestInput!) { sendSmsCampaignTest(input: $input) { directMessage { text } } }`;
  const { sendSmsCampaignTest } = await ask<{ sendSmsCampaignTest: { directMessage: { text: string } } }>(test, {
    input: { smsCampaignId: campaignId, to: `+${number}` },
  });
  await ask(START, { id: campaignId });
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  return [
    ...engine.provider.sent.map((message) => message.text),
    ...previewSmsCampaign.messages.nodes.map(({ finalText }) => finalText),
    sendSmsCampaignTest.directMessage.text,
  ];
}

/** What a variable says to the agent that calls this contact. */
async function said(template: string): Promise<string[]> {
  const { campaignId, contactIds } = await createVoiceCampaign(app, acme.team.id, { contacts: 1 });
  const where = { teamId_id: { teamId: acme.team.id, id: contactIds[0]! } };
  await app.db.contact.update({ where, data: CONTACT });
  await app.db.voiceCampaign.update({
    where: { teamId_id: { teamId: acme.team.id, id: campaignId } },
    data: { variables: { said: template } },
  });
  await ask(START_CALLS, { id: campaignId });
  const engine = testCallEngine(app, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  return engine.voice.placed.map(({ variables }) => variables.said!);
}

const either = (condition: string) => `{% if ${condition} %}yes{% else %}no{% endif %}`;

const CASES: [text: string, written: string][] = [
  [either('custom1_int == 9'), 'yes'],
  [either('9 == custom1_int'), 'yes'],
  [either('custom1_int == "9"'), 'yes'],
  [either('custom1_int == custom1_str'), 'yes'],
  [either('custom1_int != 9'), 'no'],
  [either('custom1_int == custom2_int'), 'no'],
  [either('custom3_int == 0'), 'yes'],
  [either('custom3_int == ""'), 'no'],
  [either('custom3_int == blank'), 'no'],
  [either('custom1_int > custom2_int'), 'no'],
  [either('custom1_int < custom2_int'), 'yes'],
  [either('custom2_int >= "9"'), 'yes'],
  [either('custom5_int <= custom3_int'), 'yes'],
  [either('custom1_dec == 5.5'), 'yes'],
  [either('custom1_dec < custom2_int'), 'yes'],
  ['{% case custom1_int %}{% when 9 %}nine{% else %}other{% endcase %}', 'nine'],
  ['{% case custom1_int %}{% when 8, "9" %}nine{% else %}other{% endcase %}', 'nine'],
  [either('custom2_int contains "1"'), 'yes'],
  ['{{ custom2_int | size }} {{ custom3_int | date: "%Y" }}', '2 1970'],
  ['{{ custom1_int }} {{ custom3_int }} {{ custom5_int | default: "none" }} {{ custom1_dec }}', '9 0 -5 5.5'],
  ['{{ custom4_int }} {{ custom2_dec }}', '9007199254740993 99999999999999.000001'],
  ['{{ custom1_int | plus: 1 }} {{ custom1_dec | times: 2 }} {{ custom1_int | append: "th" }}', '10 11 9th'],
  ['{% assign sum = custom1_int %}{{ sum }} {{ sum | at_least: custom2_int }}', '9 10'],
];

test('numbers of contacts are compared as numbers and written exactly, in a send, its preview and its test', async () => {
  const text = CASES.map(([one]) => one).join('\n');
  const expected = CASES.map(([, one]) => one).join('\n');
  expect(await written(text)).toEqual([expected, expected, expected]);
});

test('a plain text writes them as well', async () => {
  const expected = '9, 0, none, 5.5, 9007199254740993';
  const text =
    '{{ custom1_int }}, {{ custom3_int }}, {{ email | default: "none" }}, {{ custom1_dec }}, {{ custom4_int }}';
  expect(await written(text)).toEqual([expected, expected, expected]);
});

test('so are they in variables of calls', async () => {
  const ofContact = (text: string) => text.replaceAll(/\bcustom/g, 'contact.custom');
  expect(await said(CASES.map(([one]) => ofContact(one)).join('\n'))).toEqual([CASES.map(([, one]) => one).join('\n')]);
});
