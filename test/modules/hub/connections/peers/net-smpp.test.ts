import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../support.ts';
import { isInstalled, openPeerHub, type PeerHub } from './support.ts';

const SCRIPT = fileURLToPath(new URL('net-smpp.pl', import.meta.url));
const isThere = isInstalled('/usr/bin/perl', '/usr/share/perl5/Net/SMPP.pm');

let hub: PeerHub;
beforeAll(async () => {
  if (isThere) hub = await openPeerHub();
});
afterAll(() => hub?.close());

test.skipIf(!isThere)('Net::SMPP sends a hundred messages of all kinds and gets all receipts', async () => {
  const { username, teamId } = await hub.seller();
  const { stdout } = await promisify(execFile)('perl', [SCRIPT, String(hub.port), username, PASSWORD, '100']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => /^(\w+) (\S+) (.*)$/.exec(line)!.slice(1));
  const submitted = lines.filter(([kind]) => kind === 'submitted').map(([, id]) => id);
  const receipts = lines.filter(([kind]) => kind === 'receipt');
  // 25 of them in two parts.
  expect(submitted).toHaveLength(125);
  expect(receipts.map(([, id, stat]) => `${id} ${stat}`).sort()).toEqual(submitted.map((id) => `${id} DELIVRD`).sort());
  const rows = await hub.app.db.hubMessage.findMany({ where: { teamId }, orderBy: { number: 'asc' } });
  expect(rows.map(({ number, text, smsParts, status }) => [String(number), text, smsParts, status])).toEqual(
    Array.from({ length: 100 }, (_, at) => [String(4915112345001 + at), ...writtenAs(at + 1), 'delivered']),
  );
});

/** The text and its parts. */
function writtenAs(number: number): [string, number] {
  const kind = number % 4;
  if (kind === 0) return [`Plain ${number}`, 1];
  if (kind === 1) return [`Parts ${number} ${'a'.repeat(130)}${'b'.repeat(100)}`, 2];
  return kind === 2 ? [`Payload ${number} ${'c'.repeat(380)}`, 3] : [`Привет ${number}`, 1];
}
