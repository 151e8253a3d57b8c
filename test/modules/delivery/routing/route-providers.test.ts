import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { invalid, mutate, refused } from '../../../support/mutate.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
let globex: TestTeam;
let id: string;

beforeAll(async () => {
  test = await createTestApp();
  acme = await createTeam(test);
  globex = await createTeam(test, 'Globex');
  id = (await test.db.route.create({ data: { teamId: acme.team.id, name: 'Main' } })).id;
});
afterAll(() => test.close());

const set = (input: object, token = acme.token) =>
  mutate(
    test,
    token,
    'setRouteProvider',
    { id, input: [input, 'SetRouteProviderInput'] },
    '{ secret route { provider isSimulated settings callbackUrl } }',
  );
const credentials = async () =>
  (await test.db.route.findUniqueOrThrow({ where: { teamId_id: { teamId: acme.team.id, id } } })).credentials!;

describe('a route’s provider', () => {
  it('is set with its settings; the secret that we make is shown once', async () => {
    const { data } = await set({ provider: 'simulator', settings: { seed: 'a' } });
    const { secret, route } = data.setRouteProvider;
    expect(secret).toMatch(/^whsec_/);
    expect(route).toMatchObject({
      provider: 'simulator',
      isSimulated: true,
      settings: { seed: 'a', clicked: 0.12 },
      callbackUrl: `http://127.0.0.1:4000/hooks/sms/${acme.team.id}/${id}`,
    });
    const again = await set({ provider: 'simulator', settings: { seed: 'b' } });
    expect(again.data.setRouteProvider.secret).toBe(null);
    expect(unsealCredentials(test.services.tokenKeys, 'simulator', await credentials())).toEqual({ secret });
    const rotated = await set({ provider: 'simulator', rotateSecret: true });
    expect(rotated.data.setRouteProvider.secret).not.toBe(secret);
    expect(Buffer.from(await credentials()).includes(secret)).toBe(false);
  });

  it('keeps the password that it was given, and never answers it', async () => {
    const settings = { host: 'smsc.example.com' };
    expect(await set({ provider: 'smpp', settings })).toMatchObject(
      invalid({ 'credentials.systemId': ['The credentials.system id field is required.'] }),
    );
    const given = { systemId: 'acme', password: 'secret' };
    const { data } = await set({ provider: 'smpp', settings, credentials: given });
    expect(data.setRouteProvider).toMatchObject({ secret: null, route: { isSimulated: false, callbackUrl: null } });
    await set({ provider: 'smpp', settings: { ...settings, window: 5 } });
    expect(unsealCredentials(test.services.tokenKeys, 'smpp', await credentials())).toEqual(given);
  });

  it('is an operator’s for 50 routes of a team at most', async () => {
    const teamId = acme.team.id;
    const settings = { host: 'smsc.example.com' };
    const credentials = { systemId: 'acme', password: 'secret' };
    const before = await test.db.route.count({ where: { teamId, provider: 'smpp' } });
    const names = Array.from({ length: 50 - before }, (_, at) => `Operator ${at}`);
    await test.db.route.createMany({ data: names.map((name) => ({ teamId, name, provider: 'smpp' as const })) });
    const { id: next } = await test.db.route.create({ data: { teamId, name: 'Next' } });
    const input = { provider: 'smpp', settings, credentials };
    const bind = (routeId: string) =>
      mutate(
        test,
        acme.token,
        'setRouteProvider',
        { id: routeId, input: [input, 'SetRouteProviderInput'] },
        '{ route { id } }',
      );
    expect(await bind(next)).toMatchObject(
      invalid({ provider: ['The provider field cannot be smpp: a team has at most 50 routes over SMPP.'] }),
    );
    const { id: one } = await test.db.route.findFirstOrThrow({ where: { teamId, name: 'Operator 0' } });
    expect(await bind(one)).toEqual({ data: { setRouteProvider: { route: { id: one } } } });
    await test.db.route.delete({ where: { teamId_id: { teamId, id: one } } });
    expect(await bind(next)).toEqual({ data: { setRouteProvider: { route: { id: next } } } });
  });

  it('is refused with settings out of bounds, for another team’s route and by a member', async () => {
    expect(await set({ provider: 'http', settings: { url: 'ftp://a', batchSize: 0 } })).toMatchObject(
      invalid({ 'settings.url': expect.anything(), 'settings.batchSize': expect.anything() }),
    );
    expect(await set({ provider: 'simulator' }, globex.token)).toMatchObject(refused('NOT_FOUND', 'Route not found.'));
    const member = await createTeamToken(test, acme.team.id, { role: 'member' });
    expect(await set({ provider: 'simulator' }, member)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
  });
});

describe('a route’s provider is taken away', () => {
  const remove = (token = acme.token) =>
    mutate(
      test,
      token,
      'removeRouteProvider',
      { id },
      '{ name provider isSimulated settings callbackUrl pausedUntil }',
    );

  it('with its settings and secrets, and what kept it from sending', async () => {
    await set({ provider: 'http', settings: { url: 'https://sms.example.com' } });
    await test.db.route.update({
      where: { teamId_id: { teamId: acme.team.id, id } },
      data: { pausedUntil: new Date(), failures: 3, failureKind: 'THROTTLED' },
    });
    const none = { provider: null, isSimulated: false, settings: {}, callbackUrl: null, pausedUntil: null };
    expect(await remove()).toEqual({ data: { removeRouteProvider: { name: 'Main', ...none } } });
    expect(await test.db.route.findFirst({ where: { id, teamId: acme.team.id } })).toMatchObject({
      ...{ credentials: null, failures: 0, failureKind: null },
    });
    // There is nothing more to take away, and the next provider gets a secret of its own.
    expect(await remove()).toEqual({ data: { removeRouteProvider: { name: 'Main', ...none } } });
    expect((await set({ provider: 'simulator' })).data.setRouteProvider.secret).toMatch(/^whsec_/);
  });

  it('not by another team nor by a member', async () => {
    expect(await remove(globex.token)).toMatchObject(refused('NOT_FOUND', 'Route not found.'));
    const member = await createTeamToken(test, acme.team.id, { role: 'member' });
    expect(await remove(member)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
  });
});

describe('what a route and a plan name', () => {
  it('must be the team’s', async () => {
    const integration = await test.db.integration.create({ data: { teamId: globex.team.id, name: 'Theirs' } });
    const theirs = await test.db.route.create({ data: { teamId: globex.team.id, name: 'Theirs' } });
    expect(
      await mutate(test, acme.token, 'updateRoute', {
        id,
        input: [{ integrationId: integration.id }, 'UpdateRouteInput'],
      }),
    ).toMatchObject(invalid({ integrationId: ['The selected integration id is invalid.'] }));
    const plan = await test.db.routingPlan.create({ data: { teamId: acme.team.id, name: 'Plan' } });
    const update = (defaultRouteId: string) =>
      mutate(
        test,
        acme.token,
        'updateRoutingPlan',
        { id: plan.id, input: [{ defaultRouteId }, 'UpdateRoutingPlanInput'] },
        '{ defaultRoute { name } }',
      );
    expect(await update(theirs.id)).toMatchObject(
      invalid({ defaultRouteId: ['The selected default route id is invalid.'] }),
    );
    expect(await update(id)).toEqual({ data: { updateRoutingPlan: { defaultRoute: { name: 'Main' } } } });
    expect(await mutate(test, acme.token, 'deleteRoute', { id })).toMatchObject(
      refused('CONFLICT', 'The route is the default of the routing plan "Plan".'),
    );
  });
});

describe('what holds for every campaign of a team', () => {
  const FIELDS = '{ contactFrom contactUntil stopWords helpText }';
  const update = (input: object) =>
    mutate(test, acme.token, 'updateSendingSettings', { input: [input, 'UpdateSendingSettingsInput'] }, FIELDS);

  it('is the usual until the team says otherwise', async () => {
    const usual = { contactFrom: '08:00', contactUntil: '21:00', stopWords: [], helpText: null };
    const read = () => test.graphql(`{ sendingSettings ${FIELDS} }`, { token: acme.token });
    expect(await read()).toEqual({ data: { sendingSettings: usual } });
    const changed = { contactFrom: '09:00', contactUntil: '21:00', stopWords: ['arret'], helpText: 'Call us.' };
    expect(await update({ contactFrom: '09:00', stopWords: [' arret ', 'arret'], helpText: 'Call us.' })).toEqual({
      data: { updateSendingSettings: changed },
    });
    expect(await read()).toEqual({ data: { sendingSettings: changed } });
    expect(await test.graphql(`{ sendingSettings ${FIELDS} }`, { token: globex.token })).toEqual({
      data: { sendingSettings: usual },
    });
  });

  it('must be within bounds', async () => {
    expect(await update({ contactFrom: '24:00' })).toMatchObject(
      invalid({ contactFrom: ['The contact from field must be a time of day as HH:MM.'] }),
    );
    expect(await update({ contactFrom: null })).toMatchObject(invalid({ contactFrom: expect.anything() }));
    expect(await update({ stopWords: ['!'] })).toMatchObject(invalid({ 'stopWords.0': expect.anything() }));
  });

  it('has a secret for postbacks, which is shown once', async () => {
    const { data: answer } = await test.graphql('mutation { rotatePostbackSecret { secret } }', { token: acme.token });
    expect(answer).toEqual({ rotatePostbackSecret: { secret: expect.stringMatching(/^obp_/) } });
  });
});
