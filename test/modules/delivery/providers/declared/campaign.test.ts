import { DECLARATIONS, type SendResult } from 'sms-providers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_VECTORS } from '../../../../../packages/sms-providers/test/declared/all-vectors.ts';
import type { Vectors } from '../../../../../packages/sms-providers/test/declared/vectors.ts';
import { openProviders } from '../../../../../src/modules/delivery/engine/open-providers.ts';
import { createTestApp, type TestApp } from '../../../../support/app.ts';
import { report, startFake, type Taken } from '../../../../support/declared-fake.ts';
import { mutate } from '../../../../support/mutate.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../../support/team.ts';

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

/** As the provider documents them: one number that it never takes, and one that has to wait. */
function refusalsOf({ answers }: Vectors) {
  const one = (fits: (is: SendResult) => boolean) => answers.find(({ is }) => fits([is].flat()[0] as SendResult))!;
  return {
    never: one((is) => is.status === 'rejected' && is.kind === 'permanent'),
    later: one((is) => is.status === 'unreachable' || (is.status === 'rejected' && is.kind === 'throttled')),
  };
}

describe.each(ALL_VECTORS.map((vectors) => [vectors.name, vectors] as const))('%s', (name, vectors) => {
  it('carries a campaign: one refusal, one pause, signed receipts, and a STOP that suppresses its sender', async () => {
    const { never, later } = refusalsOf(vectors);
    const refused: string[] = [];
    let pauses = 0;
    const fake = await startFake(vectors, ({ to, text }) => {
      if (String(text).includes('Contact 5 ')) {
        refused.push(plain(to));
        return never;
      }
      return String(text).includes('Contact 7 ') && pauses++ === 0 ? later : null;
    });
    const { campaignId, routeId, teamId } = await createSmsCampaign(test, acme.team.id, {
      contacts: 20,
      texts: ['Hello {{ name }} & welcome: 50 % off'],
      meta: manual(20),
    });
    await test.db.route.updateMany({ where: { teamId, id: routeId }, data: { senderId: '14155552345' } });
    const urls = Object.entries(DECLARATIONS[name]!.fields).flatMap(([field, { kind }]) =>
      kind === 'url' ? [field] : [],
    );
    const settings = { ...vectors.settings, ...Object.fromEntries(urls.map((field) => [field, fake.url])) };
    const { data } = await set(routeId, { provider: name, settings, credentials: vectors.credentials });
    const { callbackUrl } = data.setRouteProvider.route;
    await test.graphql(START, { variables: { id: campaignId }, token: acme.token });

    const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString());
    const providers = openProviders(test.services);
    try {
      await Object.assign(engine, { providerOf: providers.providerOf }).run();
      await engine.pass(10);
    } finally {
      await providers.close();
      await fake.close();
    }
    const messages = () =>
      test.db.smsMessage.findMany({
        where: { teamId, smsCampaignId: campaignId },
        orderBy: { phoneNormalized: 'asc' },
        select: { id: true, status: true, smsId: true, phoneNormalized: true },
      });
    const sent = await messages();
    expect(pauses).toBe(2);
    expect(sent.map(({ phoneNormalized, status }) => [phoneNormalized, status])).toEqual(
      sent.map(({ phoneNormalized }) => [phoneNormalized, refused.includes(phoneNormalized!) ? 'failed' : 'accepted']),
    );
    expect([sent.length, refused.length]).toEqual([20, 1]);
    const texts = Array.from({ length: 20 }, (_, at) => `Hello Contact ${at} & welcome: 50 % off`);
    expect(fake.taken.map(({ places }) => places.text).sort()).toEqual(texts.filter((_, at) => at !== 5).sort());
    expect(sent.flatMap(({ smsId }) => smsId ?? []).sort()).toEqual(
      fake.taken.map(({ providerId }) => providerId).sort(),
    );

    const placesOf = ({ places, providerId }: Taken, more: object = {}) => {
      const to = plain(places.to);
      const { id } = sent.find(({ phoneNormalized }) => phoneNormalized === to)!;
      return { id, to, from: '14155552345', providerId, ...more };
    };
    const { delivered, reply } = vectors.mirror;
    const [first, second, ...rest] = fake.taken as [Taken, Taken, ...Taken[]];
    const to = first.places.callbackTo ?? callbackUrl;
    const unsigned = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).map(([header, value]) => [header, header === 'content-type' ? value : `${value}x`]),
      );
    const wrong = to.replace(/[0-9a-f]{32}(?=$|\?)/, 'f'.repeat(32));
    expect((await report(test, vectors, wrong, delivered, placesOf(first), unsigned)).status).toBe(401);
    const { status, body } = DECLARATIONS[name]!.callbacks.answer ?? { status: 200, body: '{"status":"ok"}' };
    for (const taken of [first, ...rest]) {
      const told = await report(test, vectors, taken.places.callbackTo ?? callbackUrl, delivered, placesOf(taken));
      expect(told).toMatchObject({ status, body });
    }
    const stopped = placesOf(second, { text: 'STOP' });
    expect((await report(test, vectors, callbackUrl, reply, stopped)).status).toBe(status);
    expect((await messages()).filter((one) => one.status === 'delivered').map((one) => one.id)).toEqual(
      sent.map(({ id }) => id).filter((id) => [first, ...rest].some((taken) => placesOf(taken).id === id)),
    );
    expect(await test.db.suppressedNumber.findMany({ where: { teamId }, select: { number: true } })).toEqual([
      { number: BigInt(stopped.to) },
    ]);
  });
});

const plain = (number: unknown) => String(number).replace('+', '');
