import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PATIENCE } from '../../../../support/patience.ts';
import { freePort } from '../../../../support/process.ts';
import { PASSWORD } from '../support.ts';

export const BEARERBOX = '/usr/sbin/bearerbox';
export const SMSBOX = '/usr/sbin/smsbox';

export interface Kannel {
  /** Its answer to a message, whose receipts it sends to `receipts`. */
  send(message: { to: string; text: string; coding?: string }, receipts: string): Promise<string>;
  close(): Promise<void>;
}

/** Kannel as a client of the hub at `port`. */
export async function startKannel(port: number, username: string, password: string): Promise<Kannel> {
  const directory = await mkdtemp(join(tmpdir(), 'kannel-'));
  const [admin, boxes, sendsms] = [await freePort(), await freePort(), await freePort()];
  const path = join(directory, 'kannel.conf');
  await writeFile(
    path,
    `group = core
admin-port = ${admin}
admin-password = ${PASSWORD}
smsbox-port = ${boxes}
box-allow-ip = 127.0.0.1
log-file = "${directory}/bearerbox.log"
log-level = 1
dlr-storage = internal

group = smsc
smsc = smpp
smsc-id = hub
host = 127.0.0.1
port = ${port}
smsc-username = "${username}"
smsc-password = "${password}"
system-type = ""
transceiver-mode = true
max-pending-submits = 50

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${sendsms}
log-file = "${directory}/smsbox.log"
log-level = 1

group = sendsms-user
username = tester
password = ${PASSWORD}
concatenation = true
max-messages = 10
`,
  );
  const children: ChildProcess[] = [];
  const start = (program: string) => children.push(spawn(program, [path], { cwd: directory, stdio: 'ignore' }));
  const reads = async (url: string) => (await fetch(url).catch(() => null))?.text();
  const status = () => reads(`http://127.0.0.1:${admin}/status.txt?password=${PASSWORD}`);
  try {
    start(BEARERBOX);
    await expect.poll(status, PATIENCE).toMatch(/hub.*online/);
    start(SMSBOX);
    await expect.poll(status, PATIENCE).toMatch(/smsbox:.*on-line/);
  } catch (error) {
    await close();
    throw error;
  }
  async function close(): Promise<void> {
    for (const child of children.toReversed()) {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGKILL');
      await ended;
    }
    await rm(directory, { recursive: true, force: true });
  }
  return {
    async send({ to, text, coding = '0' }, receipts) {
      const query = new URLSearchParams({ username: 'tester', password: PASSWORD, from: 'Acme', to, text, coding });
      query.append('charset', 'UTF-8');
      // Delivered or not: what the hub is asked for.
      query.append('dlr-mask', '3');
      query.append('dlr-url', receipts);
      return (await fetch(`http://127.0.0.1:${sendsms}/cgi-bin/sendsms?${query}`)).text();
    },
    close,
  };
}
