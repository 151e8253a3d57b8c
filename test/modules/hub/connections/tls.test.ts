import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openHub, type RunningHub } from '../../../../src/modules/hub/connections/server.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { bindTo, connectTo, createSeller, gone, leaveAll, PASSWORD, QUICK, submit } from './support.ts';

/** Self-signed, for localhost, until 2100. */
const fixture = (name: string) => fileURLToPath(new URL(`../../../support/certificates/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hub-tls-'));
const [cert, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];

function use(name: 'first' | 'second'): void {
  copyFileSync(fixture(`${name}.crt`), cert);
  copyFileSync(fixture(`${name}.key`), key);
}

let app: TestApp;
const lines: string[] = [];
/** Since it was last called. */
const warned = () => lines.splice(0).some((line) => line.includes('the former certificate stays'));
let hub: RunningHub;
/** Waits for nobody. */
let impatient: RunningHub;

beforeAll(async () => {
  use('first');
  app = await createTestApp(
    { SMPP_TLS_PORT: 0, SMPP_TLS_CERT: cert, SMPP_TLS_KEY: key, LOG_LEVEL: 'warn' },
    { write: (line) => void lines.push(line) },
  );
  hub = await openHub(app.services, 0, QUICK);
  impatient = await openHub(app.services, 0, { ...QUICK, unbound: 300, certificate: 600_000 });
});
afterEach(() => leaveAll());
afterAll(async () => {
  await Promise.all([hub.close(), impatient.close()]);
  await app.close();
  rmSync(folder, { recursive: true });
});

async function secured(name: 'first' | 'second', options: tls.ConnectionOptions = {}): Promise<tls.TLSSocket> {
  const ca = readFileSync(fixture(`${name}.crt`));
  const socket = tls.connect({ host: '127.0.0.1', port: hub.tlsPort!, servername: 'localhost', ca, ...options });
  await once(socket, 'secureConnect');
  return socket;
}

test('a seller binds, submits and gets its answer over TLS; the other port stays plain', async () => {
  const { username, teamId } = await createSeller(app);
  const socket = await secured('first');
  expect(socket.getProtocol()).toBe('TLSv1.3');
  const client = await bindTo(hub.tlsPort, username, { socket });
  expect(client.status).toBe(0);
  const answers = await Promise.all(Array.from({ length: 20 }, () => submit(client)));
  expect(answers.map(({ command_status: status }) => status)).toEqual(Array(20).fill(0));
  expect(await app.db.hubMessage.count({ where: { teamId } })).toBe(20);
  expect((await bindTo(hub.port, username)).status).toBe(0);
  socket.destroy();
  await expect.poll(() => app.db.hubConnection.count({ where: { teamId } }), PATIENCE).toBe(1);
});

test('what is no TLS, an old version and a handshake that never comes end their connection alone', async () => {
  const { username } = await createSeller(app);
  const client = await bindTo(hub.tlsPort, username, { socket: await secured('first') });
  const plain = await connectTo(impatient.tlsPort);
  plain.write('GET / HTTP/1.1\r\n\r\n');
  const silent = await connectTo(impatient.tlsPort);
  await Promise.all([plain, silent].map(gone));
  await expect(secured('first', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
  const { command_status: status } = await submit(client);
  expect(status).toBe(0);
});

test('a wrong password is refused as without TLS', async () => {
  const { username } = await createSeller(app);
  const socket = await secured('first');
  expect((await bindTo(hub.tlsPort, username, { socket, password: `${PASSWORD}x` })).status).toBe(0x0d);
});

test('a certificate that is replaced is used for new connections, one that cannot be used is not', async () => {
  const { username } = await createSeller(app);
  const before = await bindTo(hub.tlsPort, username, { socket: await secured('first') });
  // Without its key.
  copyFileSync(fixture('second.crt'), cert);
  await expect.poll(warned, PATIENCE).toBe(true);
  (await secured('first')).destroy();
  copyFileSync(fixture('second.key'), key);
  await expect
    .poll(async () => {
      const socket = await secured('second').catch(() => null);
      socket?.destroy();
      return socket !== null;
    }, PATIENCE)
    .toBe(true);
  expect((await submit(before)).command_status).toBe(0);
  writeFileSync(key, 'none');
  lines.splice(0);
  await expect.poll(warned, PATIENCE).toBe(true);
  (await secured('second')).destroy();
});

test('files that cannot be used stop the start', async () => {
  const { services } = app;
  const config = { ...services.config, SMPP_TLS_KEY: join(folder, 'missing.key') };
  await expect(openHub({ ...services, config }, 0, QUICK)).rejects.toThrow(/SMPP_TLS_CERT.*missing\.key/s);
});
