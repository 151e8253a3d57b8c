import { afterEach, expect, inject, test } from 'vitest';
import { createToken, hashToken, TEAM_TOKEN_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import { type LastingDatabase, lastingDatabase } from '../support/lasting-database.ts';
import { freePort, killProcesses, startProcess } from '../support/process.ts';
import { subscribe } from '../support/stream.ts';

let database: LastingDatabase | undefined;
afterEach(async () => {
  killProcesses();
  await database?.remove();
});

const STATUS = 'subscription ($id: ID!) { campaignProgress(id: $id) { status } }';
const status = (value: string) => ({ data: { campaignProgress: { status: value } } });

test('what one server process does is told by another, until it is told to end or the client goes', async () => {
  database = await lastingDatabase();
  const { environment, open } = database;
  const { prisma, close } = await open();
  const { id: teamId } = await prisma.team.create({ data: { name: 'Acme' } });
  const token = createToken(TEAM_TOKEN_PREFIX, teamId);
  const tokenHash = hashToken(token);
  await prisma.teamToken.create({ data: { teamId, name: 'T', role: 'owner', tokenHash, tokenCiphertext: tokenHash } });
  const { id } = await prisma.smsCampaign.create({ data: { teamId, name: 'Autumn', status: 'running' } });
  await close();

  const start = async () => {
    const port = await freePort();
    const limits = { WORKER: 'off', SUBSCRIPTIONS_PER_VIEWER: '1' };
    const server = await startProcess('main', { TOKEN_KEY: '0'.repeat(64), ...environment, ...limits, PORT: port });
    return { ...server, url: `http://127.0.0.1:${port}/graphql` };
  };
  const first = await start();
  // The embedded database belongs to one process.
  const second = inject('databaseTemplate').kind === 'server' ? await start() : first;
  const watch = () => subscribe(fetch, STATUS, { url: first.url, token, variables: { id } });
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query, variables: { id } });
    return (await fetch(second.url, { method: 'POST', headers, body })).json();
  };

  const left = await watch();
  expect(await left.next()).toEqual(status('running'));
  await left.leave();
  // The only stream that the viewer may have is free again, as soon as the server noticed.
  const stream = await watch();
  let answer = await stream.next();
  for (let tries = 0; answer?.errors && tries < 50; tries += 1) {
    Object.assign(stream, await watch());
    answer = await stream.next();
  }
  expect(answer).toEqual(status('running'));

  await ask('mutation ($id: ID!) { stopCampaign(input: { campaignId: $id }) { campaign { status } } }');
  expect(await stream.next()).toEqual(status('stopped'));
  const ended = first.end('SIGTERM');
  expect(await stream.next()).toBeNull();
  expect(await ended).toBe(0);
});
