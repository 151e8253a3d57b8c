import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, mutate } from '../../../support/mutate.ts';
import { createVoiceTeam, type VoiceTeam } from '../../voice/calls/support.ts';

describe('a private address', () => {
  let app: TestApp;
  let open: TestApp;
  let mine: VoiceTeam;
  let others: VoiceTeam;
  beforeAll(async () => {
    app = await createTestApp();
    open = await createTestApp({ PRIVATE_PROVIDERS: true });
    mine = await createVoiceTeam(app);
    others = await createVoiceTeam(open);
  });
  afterAll(() => Promise.all([app.close(), open.close()]));

  const routeOf = async (on: TestApp, { team }: VoiceTeam) =>
    (await on.db.route.create({ data: { teamId: team.id, name: `My Twilio ${Math.random()}` } })) as {
      id: string;
      name: string;
    };
  const setRoute = (on: TestApp, { token }: VoiceTeam, id: string, input: object) =>
    mutate(on, token, 'setRouteProvider', { id, input: [input, 'SetRouteProviderInput'] }, '{ route { provider } }');
  const refusal = (of: string, host: string) =>
    `${of}: ${host} is a private address. Set PRIVATE_PROVIDERS=on to allow it.`;
  const smpp = (host: string) => ({
    provider: 'smpp',
    settings: { host },
    credentials: { systemId: 'a', password: 'b' },
  });

  it.each([
    ['http://127.0.0.1:9/sms', '127.0.0.1'],
    ['http://127.1/sms', '127.0.0.1'],
    ['http://2130706433', '127.0.0.1'],
    ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
    ['http://169.254.169.254/latest/meta-data', '169.254.169.254'],
    ['http://localhost:3000', 'localhost'],
    ['http://metadata.google.internal/computeMetadata/v1', 'metadata.google.internal'],
    ['http://0x7f.0.0.1./', '127.0.0.1'],
    ['http://0177.1', '127.0.0.1'],
    ['http://[64:ff9b::a9fe:a9fe]', '64:ff9b::a9fe:a9fe'],
    ['http://[2002:7f00:1::]', '2002:7f00:1::'],
    ['http://１２７.０.０.１', '127.0.0.1'],
  ])('of a route, %s, is refused when it is saved', async (url, host) => {
    const { id, name } = await routeOf(app, mine);
    expect(await setRoute(app, mine, id, { provider: 'http', settings: { url } })).toMatchObject(
      invalid({ 'settings.url': [refusal(`Route "${name}"`, host)] }),
    );
  });

  it.each([
    ['10.0.0.7', '10.0.0.7'],
    ['127.1', '127.0.0.1'],
    ['::1', '::1'],
  ])('of an operator, %s, is refused when it is saved', async (host, shown) => {
    const { id, name } = await routeOf(app, mine);
    expect(await setRoute(app, mine, id, smpp(host))).toMatchObject(
      invalid({ 'settings.host': [refusal(`Route "${name}"`, shown)] }),
    );
  });

  const setAdapter = (on: TestApp, { token, accountId }: VoiceTeam, url: string) =>
    mutate(
      on,
      token,
      'setVoiceAccountProvider',
      { id: accountId, input: [{ provider: 'http', settings: { url } }, 'SetVoiceAccountProviderInput'] },
      '{ voiceAccount { provider } }',
    );
  const STEPS = [
    ['webhook', 'webhookData'],
    ['outcome_classifier', 'outcomeClassifierData'],
  ] as const;
  const createStep = (on: TestApp, { token }: VoiceTeam, kind: string, data: object) =>
    mutate(
      on,
      token,
      'createVoicePostProcessing',
      { input: [{ name: 'To CRM', kind, ...data }, 'CreateVoicePostProcessingInput'] },
      '{ id }',
    );

  it('of a voice account or a post-processing step is refused as well', async () => {
    const url = 'http://192.168.0.5/calls';
    const { name } = await app.db.voiceAccount.findFirstOrThrow({ where: { teamId: mine.team.id } });
    expect(await setAdapter(app, mine, url)).toMatchObject(
      invalid({ 'settings.url': [refusal(`Voice account "${name}"`, '192.168.0.5')] }),
    );
    for (const [kind, own] of STEPS) {
      const errors = invalid({ [`${own}.url`]: [refusal('Post-processing "To CRM"', '192.168.0.5')] });
      expect(await createStep(app, mine, kind, { [own]: { url } })).toMatchObject(errors);
      const { data } = await createStep(app, mine, kind, { [own]: { url: 'https://crm.example/calls' } });
      const { id } = data.createVoicePostProcessing as { id: string };
      const input = [{ [own]: { url } }, 'UpdateVoicePostProcessingInput'] as const;
      expect(
        await mutate(app, mine.token, 'updateVoicePostProcessing', { id, input: [...input] }, '{ id }'),
      ).toMatchObject(errors);
    }
  });

  it('is saved where PRIVATE_PROVIDERS is on, and public ones everywhere', async () => {
    const url = 'http://192.168.0.5/calls';
    const { id } = await routeOf(open, others);
    expect((await setRoute(open, others, id, { provider: 'http', settings: { url } })).errors).toBeUndefined();
    expect((await setRoute(open, others, id, smpp('10.0.0.7'))).errors).toBeUndefined();
    expect((await setAdapter(open, others, url)).errors).toBeUndefined();
    expect((await createStep(open, others, 'webhook', { webhookData: { url } })).errors).toBeUndefined();
    const { id: mineId } = await routeOf(app, mine);
    expect((await setRoute(app, mine, mineId, smpp('smsc.example.com'))).errors).toBeUndefined();
    expect((await setRoute(app, mine, mineId, smpp('93.184.216.34'))).errors).toBeUndefined();
  });
});
