import { unreachable } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import {
  createSmsCampaign,
  manual,
  START,
  type TestCampaign,
  testEngine,
  testProvider,
} from '../../../support/sending.ts';
import { createSendingTeam, createTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

const ROUTE = 'query ($id: ID!) { route(id: $id) { lastError { at reason advice } } }';
const lastError = async ({ routeId }: TestCampaign, { token } = acme) => {
  const { data, errors } = await test.graphql<{ route: { lastError: object | null } | null }>(ROUTE, {
    variables: { id: routeId },
    token,
  });
  return data?.route ? data.route.lastError : errors;
};

async function started(contacts: number): Promise<TestCampaign> {
  const made = await createSmsCampaign(test, acme.team.id, { contacts, meta: manual(contacts) });
  const { errors } = await test.graphql(START, { variables: { id: made.campaignId }, token: acme.token });
  expect(errors).toBeUndefined();
  return made;
}
/** With spaces between its digits. */
const spelled = (number: string) => number.replaceAll(/(\d{3})(?=\d)/g, '$1 ');
const soon = () => new Date(Date.now() + 1_000).toISOString();
const refusal = (kind: 'blocked' | 'permanent', reason: string) =>
  ({ status: 'rejected', kind, code: null, reason, retryAfterSeconds: null }) as const;

describe('the last error of a route', () => {
  it('says since when and why it takes nothing, without numbers, and goes with the next accepted message', async () => {
    const made = await started(3);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 1, maxInFlight: 1 }));
    const accept = engine.provider.answer;
    engine.provider.answer = ({ to }) => unreachable(`The service at +${spelled(to)} could not be connected to.`);
    const begun = engine.clock;
    await engine.run();
    const down = {
      at: begun.toISOString(),
      reason: 'The service at +… could not be connected to.',
      advice: 'Check the address in the settings, and that this server can reach it.',
    };
    expect(await lastError(made)).toEqual(down);
    expect(await lastError(made, await createTeam(test, 'Rival'))).toMatchObject([{ message: 'Route not found.' }]);
    // The same error again is the same error.
    engine.clock = new Date(begun.getTime() + 5_000);
    await engine.run();
    expect(await lastError(made)).toEqual(down);
    engine.provider.answer = accept;
    await engine.pass(1);
    expect(await lastError(made)).toBeNull();
  });

  it('is none of a single message, and goes when its provider is set', async () => {
    const made = await started(2);
    const engine = testEngine(test, soon(), testProvider({ batchSize: 1, maxInFlight: 1 }));
    engine.provider.answer = () => refusal('permanent', 'No such number.');
    await engine.run();
    expect(await lastError(made)).toBeNull();
    const other = await started(1);
    engine.provider.answer = () => refusal('blocked', 'The key is wrong.');
    await engine.pass(1);
    expect(await lastError(other)).toMatchObject({
      reason: 'The key is wrong.',
      advice: 'Check the credentials and the settings, and correct what the provider names.',
    });
    const { errors } = await test.graphql(
      'mutation ($id: ID!) { setRouteProvider(id: $id, input: { provider: simulator }) { route { id } } }',
      { variables: { id: other.routeId }, token: acme.token },
    );
    expect(errors).toBeUndefined();
    expect(await lastError(other)).toBeNull();
  });
});
