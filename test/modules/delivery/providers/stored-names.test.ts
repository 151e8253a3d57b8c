import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { visit } from '../../../support/hooks.ts';
import { createSmsCampaign, manual, START } from '../../../support/sending.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

/** A later version has a provider more, stored its name, and was rolled back. */
const LATER = 'carrier_pigeon';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
  acme = await createTeam(test);
});
afterAll(() => test.close());

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  test.graphql(query, { variables, token: acme.token });

it('a route whose provider this version does not know has none, takes no reports and sends nothing', async () => {
  const teamId = acme.team.id;
  const { campaignId, routeId } = await createSmsCampaign(test, teamId, { contacts: 2, meta: manual(2) });
  const credentials = sealCredentials(test.services.tokenKeys, { token: 'a' });
  await test.db.route.update({
    where: { teamId_id: { teamId, id: routeId } },
    data: { name: 'Loft', provider: LATER, credentials },
  });
  for (let times = 0; times < 4; times++) {
    expect(await ask('{ routes { nodes { name provider callbackUrl isSimulated } } }')).toMatchObject({
      data: { routes: { nodes: [{ name: 'Loft', provider: null, callbackUrl: null, isSimulated: false }] } },
    });
  }
  expect((await visit(test, `/hooks/sms/${teamId}/${routeId}`, { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await visit(test, `/hooks/sms/${teamId}/${routeId}/${'a'.repeat(32)}`)).status).toBe(404);
  const { errors: refused } = await ask(
    'query ($input: PreviewRouteRequestInput!) { previewRouteRequest(input: $input) { url } }',
    { input: { routeId, to: '+14155550100', text: 'Hello' } },
  );
  expect(refused).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
  const { errors } = await ask(START, { id: campaignId });
  expect(JSON.stringify(errors)).toContain('leads to the route Loft, which has no provider');
});

it('a voice account and a look-up provider that this version does not know are none', async () => {
  const teamId = acme.team.id;
  const sealed = sealCredentials(test.services.tokenKeys, { token: 'a' });
  const { id } = await test.db.voiceAccount.create({
    data: {
      ...{ teamId, name: 'Loft', provider: 'provider_a', webhookSecretHash: new Uint8Array(32) },
      ...{ adapter: LATER, adapterCredentials: sealed },
    },
  });
  await test.db.sendingSettings.upsert({
    where: { teamId },
    create: { teamId, lookupProvider: LATER, lookupSettings: {}, lookupCredentials: sealed },
    update: { lookupProvider: LATER, lookupSettings: {}, lookupCredentials: sealed },
  });
  expect(await ask('{ voiceAccounts { nodes { name provider } } sendingSettings { lookupProvider } }')).toMatchObject({
    data: { voiceAccounts: { nodes: [{ name: 'Loft', provider: null }] }, sendingSettings: { lookupProvider: null } },
  });
  const { errors } = await ask(
    'mutation ($input: CheckVoiceAccountInput!) { checkVoiceAccount(input: $input) { isValid } }',
    { input: { voiceAccountId: id } },
  );
  expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
  const hook = await visit(test, `/hooks/voice/${teamId}/${id}`, { method: 'POST', body: '{}' });
  expect(hook.status).toBe(404);
});

it('the enums of the schema are the names that are registered', async () => {
  const names = async (name: string) => {
    const { data } = await ask(`{ __type(name: "${name}") { enumValues { name } } }`);
    return (data as { __type: { enumValues: { name: string }[] } }).__type.enumValues.map((one) => one.name).sort();
  };
  const { data } = await ask('{ providers { kind name } }');
  const listed = (kind: string) =>
    (data as { providers: { kind: string; name: string }[] }).providers
      .flatMap((one) => (one.kind === kind ? [one.name] : []))
      .sort();
  expect(await names('RouteProvider')).toEqual(listed('sms'));
  expect(await names('VoiceAccountProvider')).toEqual(listed('voice'));
  expect(await names('NumberLookupProvider')).toEqual(listed('lookup'));
});
