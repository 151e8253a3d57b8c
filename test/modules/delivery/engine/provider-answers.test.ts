import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigningSecret } from 'outgoing-requests';
import { openHttpProvider } from 'sms-providers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { PROVIDERS } from '../../../../src/modules/delivery/providers/settings.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

/** Three messages to a real HTTP service; what is stored after three leases. */
async function sentTo(result: (id: string) => object, idempotent: boolean) {
  let posts = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posts += 1;
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { id: string }[] };
      response.end(JSON.stringify({ results: messages.map(({ id }) => ({ id, ...result(id) })) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const settings = PROVIDERS.http.settings.parse({ url, idempotent });
  const provider = openHttpProvider(settings, { secret: createSigningSecret() }, { allowPrivate: true });
  const teamId = acme.team.id;
  const { campaignId } = await createSmsCampaign(test, teamId, { meta: manual(3) });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const engine = { ...testEngine(test, new Date(Date.now() + 1_000).toISOString()), providerOf: () => provider };
  let clock = Date.now() + 1_000;
  const timed = { ...engine, now: () => new Date(clock) };
  let failures = 0;
  for (let lease = 0; lease < 3; lease += 1) {
    for (let turn = 0; turn < 20; turn += 1) {
      const more = await work(timed).catch(() => {
        failures += 1;
        return true;
      });
      if (!more) break;
    }
    clock += 61_000;
  }
  await provider.close();
  server.close();
  const messages = await test.db.smsMessage.findMany({ where: { teamId, smsCampaignId: campaignId } });
  return { posts, failures, messages: messages.map(({ status }) => status) };
}

const accepted = (provider_id: string) => () => ({ status: 'accepted', provider_id });
const THREE = { posts: 1, failures: 0, messages: ['accepted', 'accepted', 'accepted'] };

describe.each([false, true])('a service (idempotent: %s)', (idempotent) => {
  it('that gives one id to all messages of a request', async () => {
    expect(await sentTo(accepted('bulk-1'), idempotent)).toEqual(THREE);
  });
  it('whose id has a NUL in it', async () => {
    expect(await sentTo((id) => ({ status: 'accepted', provider_id: `p\0${id}` }), idempotent)).toEqual(THREE);
  });
  it('whose reason has a NUL in it', async () => {
    expect(await sentTo(() => ({ status: 'rejected', kind: 'permanent', reason: 'No\0.' }), idempotent)).toEqual({
      posts: 1,
      failures: 0,
      messages: ['failed', 'failed', 'failed'],
    });
  });
});
