import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { giveProvider, report } from '../../../support/hooks.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import {
  createRoute,
  createSmsCampaign,
  manual,
  START,
  type TestCampaign,
  testEngine,
} from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let campaign: TestCampaign;
let secret: string;
let replies = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A route that no message has gone over. */
beforeEach(async () => {
  acme = await createTeam(app);
  campaign = await createSmsCampaign(app, acme.team.id, { contacts: 2, meta: manual() });
  secret = await giveProvider(app, acme.team.id, campaign.routeId);
});

const stored = (number: number) => app.db.contact.create({ data: { teamId: acme.team.id, number } });
const says = async (from: string, text = 'STOP') => {
  replies += 1;
  const content = { replies: [{ id: `reply-${replies}`, from, text }] };
  const answer = await report(app, `/hooks/sms/${acme.team.id}/${campaign.routeId}`, secret, content);
  expect(answer.status).toBe(200);
};
const suppressed = async () =>
  (await app.db.suppressedNumber.findMany({ where: { teamId: acme.team.id } }))
    .map(({ number }) => Number(number))
    .sort((one, other) => one - other);
const rule = (countryId: number) =>
  app.db.routingPlanRule.create({
    data: { teamId: acme.team.id, routingPlanId: campaign.planId, routeId: campaign.routeId, countryId },
  });
/** The campaign's first contact has this number. */
const numbered = (number: number) =>
  app.db.contact.update({
    where: { teamId_id: { teamId: acme.team.id, id: campaign.contactIds[0]! } },
    data: { number },
  });
/** Sends the campaign; whom it reached. */
async function sent(): Promise<string[]> {
  await app.graphql(START, { variables: { id: campaign.campaignId }, token: acme.token });
  const engine = testEngine(app, new Date(Date.now() + 1_000).toISOString());
  await engine.run();
  return engine.provider.sent.map(({ to }) => to);
}

test.each([
  ['Mexico', 525512345678, '5215512345678'],
  ['Mexico, stored before it was renumbered', 5215512345678, '525512345678'],
  ['Argentina', 5491123456789, '541123456789'],
  ['Argentina, without its 9', 541123456789, '5491123456789'],
  ['Brazil', 5555991234567, '555591234567'],
  ['Brazil, stored before the ninth digit', 555591234567, '5555991234567'],
  ['Ivory Coast', 2250707123456, '22507123456'],
  ['Ivory Coast, stored before 2021', 22507123456, '2250707123456'],
  ['Benin', 2290197123456, '22997123456'],
  ['Benin, stored before 2024', 22997123456, '2290197123456'],
  ['Vietnam, stored before 2018', 841681234567, '84381234567'],
  ['Réunion, stored as dialled in France', 33692123456, '262692123456'],
  ['Guadeloupe', 590690123456, '33690123456'],
  ['Mauritius, stored before 2013', 2307123456, '23057123456'],
  ['Kosovo, over Monaco until 2017', 38344123456, '37744123456'],
  ['Palestine, over Israel', 970592234567, '972592234567'],
])('a STOP stops the contact under the other form of its number: %s', async (_country, number, from) => {
  const { id } = await numbered(number);
  await says(from);
  const reply = await app.db.smsReply.findFirstOrThrow({ where: { teamId: acme.team.id } });
  expect(reply.contactId).toBe(id);
  const reached = await sent();
  expect([reached.length, reached.includes(String(number))]).toEqual([1, false]);
});

test('a START lifts every form of a number that was stopped', async () => {
  await numbered(541123456789);
  await says('5491123456789');
  expect(await suppressed()).toEqual([541123456789, 5491123456789]);
  await says('541123456789', 'START');
  expect(await suppressed()).toEqual([]);
  expect(await sent()).toContain('541123456789');
});

test('a national sender is the one that the route was given a message for', async () => {
  await numbered(4915140000026);
  await stored(8615140000026);
  expect(await sent()).toContain('4915140000026');
  await says('015140000026');
  expect(await suppressed()).toEqual([4915140000026]);
});

test('a national sender whose number is stored as before it was renumbered, too', async () => {
  await numbered(22507123456);
  expect(await sent()).toContain('22507123456');
  await says('07123456');
  expect(await suppressed()).toEqual([22507123456, 2250707123456]);
});

test('a national sender without trunk prefix, too', async () => {
  await numbered(14792013456);
  expect(await sent()).toContain('14792013456');
  await says('4792013456');
  expect(await suppressed()).toEqual([14792013456]);
});

test('else it is of the only country that rules lead to the route', async () => {
  await rule(276);
  await says('015140000026');
  expect(await suppressed()).toEqual([4915140000026]);
});

test.each(['0', ''])('else its reply is kept, and nobody is suppressed: rules of countries [%s]', async (countries) => {
  if (countries) {
    await rule(276);
    await rule(40);
  }
  await says('015140000026');
  expect(await suppressed()).toEqual([]);
  const reply = await app.db.smsReply.findFirstOrThrow({ where: { teamId: acme.team.id } });
  expect([Number(reply.fromNumber), reply.kind, reply.contactId]).toEqual([15140000026, 'stop', null]);
});

test('else of the only number that any route was given a message for', async () => {
  await numbered(4915140000026);
  expect(await sent()).toContain('4915140000026');
  const { id } = await createRoute(app, acme.team.id, { name: 'Inbound' });
  const ofInbound = await giveProvider(app, acme.team.id, id);
  const replies = [{ id: 'reply', from: '015140000026', text: 'STOP' }];
  await report(app, `/hooks/sms/${acme.team.id}/${id}`, ofInbound, { replies });
  expect(await suppressed()).toEqual([4915140000026]);
});

test('a direct message counts as one', async () => {
  const direct = { kind: 'one_off', text: 'Hi', smsParts: 1, status: 'accepted' } as const;
  const times = { dueAt: new Date(), handedAt: new Date() };
  const way = { teamId: acme.team.id, routeId: campaign.routeId, number: 4915140000026 };
  await app.db.directMessage.create({ data: { ...way, ...direct, ...times } });
  await says('015140000026');
  expect(await suppressed()).toEqual([4915140000026]);
});

/** A seller's message over the campaign's route. */
async function submitted(number: number, status: 'queued' | 'unknown' | 'delivered') {
  const teamId = acme.team.id;
  const endpoint = { teamId, username: crypto.randomUUID(), passwordHash: 'none' };
  const { id: sellerEndpointId } = await createSellerEndpoint(app.db, endpoint);
  const way = { teamId, sellerEndpointId, routeId: campaign.routeId, protocol: 'smpp', sender: 'Acme' } as const;
  const to = { number, destination: `+${number}`, text: 'Hi', validUntil: new Date('2999-01-01') };
  const when = {
    dueAt: status === 'queued' ? new Date() : null,
    sentAt: status === 'delivered' ? new Date() : null,
  };
  await app.db.hubMessage.create({ data: { ...way, ...to, ...when, status } });
}

test.each([
  ['delivered', '015140000026', [4915140000026]],
  ['delivered', '15140000026', [4915140000026]],
  ['unknown', '015140000026', [4915140000026]],
  ['queued', '015140000026', []],
] as const)('a seller’s message counts as one: %s, from %s', async (status, from, stopped) => {
  await submitted(4915140000026, status);
  await says(from);
  expect(await suppressed()).toEqual(stopped);
});

test('a STOP that several people may have written stops each of them, and answers nobody’s message', async () => {
  await numbered(4915140000026);
  await app.db.contact.update({
    where: { teamId_id: { teamId: acme.team.id, id: campaign.contactIds[1]! } },
    data: { number: 8615140000026 },
  });
  await stored(3615140000026);
  expect((await sent()).sort()).toEqual(['4915140000026', '8615140000026']);
  await says('015140000026', 'Who is this?');
  expect(await suppressed()).toEqual([]);
  await says('015140000026');
  expect(await suppressed()).toEqual([4915140000026, 8615140000026]);
  const replies = await app.db.smsReply.findMany({ where: { teamId: acme.team.id } });
  expect(replies.map(({ conversationId, messageId }) => [conversationId, messageId])).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('an international sender is itself, whatever the route’s country', async () => {
  await rule(840);
  await says('+4791234567');
  await says('0047 92345678'.replace(' ', ''));
  await says('4915140000026');
  expect(await suppressed()).toEqual([4791234567, 4792345678, 4915140000026]);
});
