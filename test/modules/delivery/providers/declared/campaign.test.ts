import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProviders } from '../../../../../src/modules/delivery/engine/open-providers.ts';
import { DECLARATIONS } from '../../../../../src/modules/delivery/providers/declared/declarations.ts';
import { createTestApp, type TestApp } from '../../../../support/app.ts';
import { report, startFake } from '../../../../support/declared-fake.ts';
import { mutate } from '../../../../support/mutate.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../../support/team.ts';
import { ALL_VECTORS } from './all-vectors.ts';

let test: TestApp;
let acme: TestTeam;

beforeEach(async () => {
  test = await createTestApp({ PRIVATE_PROVIDERS: true });
  acme = await createTeam(test);
});
afterEach(() => test.close());

const set = (id: string, input: object) =>
  mutate(
    test,
    acme.token,
    'setRouteProvider',
    { id, input: [input, 'SetRouteProviderInput'] },
    '{ route { callbackUrl } }',
  );

describe.each(ALL_VECTORS.map((vectors) => [vectors.name, vectors] as const))('%s', (name, vectors) => {
  it('carries a campaign; its signed receipts settle the messages, and a STOP suppresses its sender', async () => {
    const fake = await startFake(vectors);
    const { campaignId, routeId, teamId } = await createSmsCampaign(test, acme.team.id, {
      contacts: 3,
      texts: ['Hello {{ name }} & welcome: 50 % off'],
      meta: manual(10),
    });
    await test.db.route.updateMany({ where: { teamId, id: routeId }, data: { senderId: '14155552345' } });
    const urls = Object.entries(DECLARATIONS[name]!.fields).flatMap(([field, { kind }]) =>
      kind === 'url' ? [field] : [],
    );
    const settings = { ...vectors.settings, ...Object.fromEntries(urls.map((field) => [field, fake.url])) };
    const answer = await set(routeId, { provider: name, settings, credentials: vectors.credentials });
    const { callbackUrl } = answer.data.setRouteProvider.route;
    await test.graphql(START, { variables: { id: campaignId }, token: acme.token });

    const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
    const providers = openProviders(test.services);
    try {
      await Object.assign(engine, { providerOf: providers.providerOf }).run();
    } finally {
      await providers.close();
      await fake.close();
    }
    const messages = () =>
      test.db.smsMessage.findMany({
        where: { teamId, smsCampaignId: campaignId },
        orderBy: { phoneNormalized: 'asc' },
        select: { id: true, status: true, smsId: true, phoneNormalized: true, finalText: true },
      });
    const sent = await messages();
    expect(fake.taken.map(({ places }) => places.text).sort()).toEqual([
      'Hello Contact 0 & welcome: 50 % off',
      'Hello Contact 1 & welcome: 50 % off',
      'Hello Contact 2 & welcome: 50 % off',
    ]);
    expect(fake.taken.map(({ places }) => places.to).sort()).toEqual(sent.map((one) => one.phoneNormalized));
    expect(sent.map((one) => [one.status, one.smsId]).sort()).toEqual(
      fake.taken.map(({ providerId }) => ['accepted', providerId]).sort(),
    );

    const [first, second] = fake.taken;
    const placesOf = (taken: typeof first, more: object = {}) => {
      const to = String(taken!.places.to).replace('+', '');
      const { id } = sent.find(({ phoneNormalized }) => phoneNormalized === to)!;
      return { id, to, from: '14155552345', providerId: taken!.providerId, ...more };
    };
    const to = first!.places.callbackTo ?? callbackUrl;
    const { delivered, reply } = vectors.mirror;
    const unsigned = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).map(([header, value]) => [header, header === 'content-type' ? value : `${value}x`]),
      );
    const wrong = to.replace(/[0-9a-f]{32}(?=$|\?)/, 'f'.repeat(32));
    expect((await report(test, vectors, wrong, delivered, placesOf(first), unsigned)).status).toBe(401);
    const settled = await report(test, vectors, to, delivered, placesOf(first));
    const { status, body } = DECLARATIONS[name]!.callbacks.answer ?? { status: 200, body: '{"status":"ok"}' };
    expect(settled).toMatchObject({ status, body });
    const stopped = placesOf(second, { text: 'STOP' });
    expect((await report(test, vectors, callbackUrl, reply, stopped)).status).toBe(status);
    expect((await messages()).filter((one) => one.status === 'delivered').map((one) => one.phoneNormalized)).toEqual([
      placesOf(first).to,
    ]);
    expect(await test.db.suppressedNumber.findMany({ where: { teamId }, select: { number: true } })).toEqual([
      { number: BigInt(stopped.to) },
    ]);
  });
});
