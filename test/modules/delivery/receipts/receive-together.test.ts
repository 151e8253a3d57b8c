import { setTimeout as pause } from 'node:timers/promises';
import type { Inbound, Receipt } from 'sms-providers';
import { expect, test } from 'vitest';
import { receiveTogether } from '../../../../src/modules/delivery/receipts/receive-together.ts';

const receipt = (providerId: string): Inbound => ({
  receipts: [
    { providerId, messageId: null, status: 'delivered', code: null, reason: null, at: new Date(0) } as Receipt,
  ],
  replies: [],
});
const idsOf = ({ receipts }: Inbound) => receipts.map(({ providerId }) => String(providerId));

test('what comes while others are stored shares the next commit, in its order', async () => {
  const commits: string[][] = [];
  const receive = receiveTogether(async (inbound) => {
    await pause(1);
    commits.push(idsOf(inbound));
  });
  await Promise.all(['a', 'b', 'c'].map((id) => receive(receipt(id))));
  await receive(receipt('d'));
  await Promise.all(Array.from({ length: 2_001 }, (_, at) => receive(receipt(String(at)))));
  expect(commits.slice(0, 3)).toEqual([['a'], ['b', 'c'], ['d']]);
  expect(
    commits
      .slice(3)
      .map(({ length }) => length)
      .sort(),
  ).toEqual([1, 1_000, 1_000]);
});

test('what the database refuses spoils no other, and is told to the one that brought it', async () => {
  const stored: string[] = [];
  const receive = receiveTogether(async (inbound) => {
    await pause(1);
    if (idsOf(inbound).includes('bad')) throw Object.assign(new Error('refused'), { code: '22P02' });
    stored.push(...idsOf(inbound));
  });
  const ends = await Promise.allSettled(['a', 'b', 'bad', 'c'].map((id) => receive(receipt(id))));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(stored).toEqual(['a', 'b', 'c']);
});

test('an outage is told to all at once, and a reply waits for no receipt', async () => {
  const seen: string[] = [];
  const receive = receiveTogether(async (inbound) => {
    if (inbound.replies.length > 0) return void seen.push('reply');
    await pause(5);
    seen.push(idsOf(inbound).join());
    throw Object.assign(new Error('away'), { code: '57P01' });
  });
  const receipts = Promise.allSettled(['a', 'b', 'c'].map((id) => receive(receipt(id))));
  await receive({ receipts: [], replies: [{ id: 'r', from: '12025550123', to: null, text: 'STOP', at: new Date(0) }] });
  expect((await receipts).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(seen).toEqual(['reply', 'a', 'b,c']);
});

test('an operator that sends more than can be stored is told to send it again, and its replies are taken', async () => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const receive = receiveTogether(async ({ replies }) => (replies.length > 0 ? undefined : held));
  const kept = Array.from({ length: 10_001 }, (_, at) => receive(receipt(String(at))));
  await expect(receive(receipt('late'))).rejects.toThrow('Too many receipts wait to be stored.');
  await receive({ receipts: [], replies: [{ id: 'r', from: '12025550123', to: null, text: 'STOP', at: new Date(0) }] });
  letGo();
  await Promise.all(kept);
  await receive(receipt('late'));
});
