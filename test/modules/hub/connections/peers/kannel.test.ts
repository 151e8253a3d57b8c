import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPassword } from '../../../../../src/modules/hub/sellers/endpoint-rules.ts';
import { hashPassword } from '../../../../../src/modules/identity/auth/passwords.ts';
import { PATIENCE } from '../../../../support/patience.ts';
import { BEARERBOX, type Kannel, SMSBOX, startKannel } from './kannel.ts';
import { isInstalled, openPeerHub, type PeerHub } from './support.ts';

const isThere = isInstalled(BEARERBOX, SMSBOX);
/** KANNEL_MESSAGES sends more. */
const MESSAGES = Number(process.env.KANNEL_MESSAGES ?? 300);
const AT_ONCE = 20;

let hub: PeerHub;
let kannel: Kannel | undefined;
let receiver: Server;
/** Kannel's word for each receipt, by message: 1 is delivered. */
const receipts = new Map<string, string[]>();
beforeAll(async () => {
  if (!isThere) return;
  hub = await openPeerHub();
  receiver = createServer(({ url }, response) => {
    const { searchParams: query } = new URL(url!, 'http://localhost');
    const id = query.get('id')!;
    receipts.set(id, [...(receipts.get(id) ?? []), query.get('type')!]);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(async () => {
  await kannel?.close();
  receiver?.close();
  await hub?.close();
});

test.skipIf(!isThere)(
  `Kannel sends ${MESSAGES} messages through the hub and gets ${MESSAGES} receipts`,
  async () => {
    // As an endpoint gets it: Kannel cuts passwords that are longer than SMPP's.
    const password = newPassword('smpp');
    const { username, teamId } = await hub.seller({ passwordHash: await hashPassword(password) });
    kannel = await startKannel(hub.port, username, password);
    const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/?type=%d&id=`;
    let next = 0;
    const lane = async () => {
      for (let at = next++; at < MESSAGES; at = next++) {
        // Without a plus sign Kannel calls a number national.
        const message = {
          to: `${at % 2 === 0 ? '+' : ''}${numberOf(at)}`,
          text: textOf(at),
          coding: at % 10 === 1 ? '2' : '0',
        };
        expect(await kannel!.send(message, `${callback}${at}`)).toBe('0: Accepted for delivery');
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const patience = { ...PATIENCE, timeout: PATIENCE.timeout + MESSAGES * 100 };
    await expect.poll(() => receipts.size, patience).toBe(MESSAGES);
    expect([...receipts.values()].filter(([word, ...more]) => word !== '1' || more.length > 0)).toEqual([]);
    const rows = await hub.app.db.hubMessage.findMany({ where: { teamId }, orderBy: { number: 'asc' } });
    expect(rows.map(({ number, text, status }) => [Number(number), text, status])).toEqual(
      Array.from({ length: MESSAGES }, (_, at) => [numberOf(at), textOf(at), 'delivered']),
    );
    await expect.poll(() => hub.app.db.hubReturn.count({ where: { teamId } }), PATIENCE).toBe(0);
  },
  300_000 + MESSAGES * 200,
);

const numberOf = (at: number) => 4_915_112_300_000 + at;

/** Every tenth in Unicode, every tenth in two parts. */
function textOf(at: number): string {
  if (at % 10 === 1) return `Привет ${at}`;
  return at % 10 === 2 ? `Long ${at} ${'a'.repeat(200)}` : `Hello ${at}: [€]`;
}
