import { expect, test } from 'vitest';
import { readHeld } from '../../../../src/modules/delivery/engine/judge-again.ts';

const contact = (n: number) => ({ contactId: `c${n}`, dueAt: new Date(n), rule: null, reason: null });
const BEGIN = { judgedUpTo: new Date(0), judgedContact: 'none' };

/** Reads from so many held contacts; the claim is over where one of `mayGo` is found. */
async function read(stored: number, mayGo: number[] = [], first = 3) {
  const slices: number[] = [];
  const answer = await readHeld(BEGIN, first, 500, async (after, limit) => {
    const from = after.judgedUpTo!.getTime() + 1;
    const held = Array.from({ length: Math.max(0, Math.min(limit, stored - from + 1)) }, (_, at) => contact(from + at));
    slices.push(held.length);
    return { held, isOver: held.some(({ dueAt }) => mayGo.includes(dueAt.getTime())) };
  });
  return { slices, ...answer };
}

test('held contacts are judged slice by slice to the last, and at most some thousands in a claim', async () => {
  expect(await read(2)).toEqual({ slices: [2], isLast: true });
  expect(await read(3)).toEqual({ slices: [3, 0], isLast: true });
  expect(await read(600)).toEqual({ slices: [3, 500, 97], isLast: true });
  expect(await read(1_000_000)).toEqual({ slices: [3, 500, 500, 500, 500], isLast: false });
});

test('a slice in which somebody may go is the claim’s last', async () => {
  expect(await read(1_000_000, [5])).toEqual({ slices: [3, 500], isLast: false });
  expect(await read(600, [600])).toEqual({ slices: [3, 500, 97], isLast: true });
});

test('nobody is read where nobody is to be judged, nor where the due fill the claim', async () => {
  expect(await readHeld({ judgedUpTo: null, judgedContact: null }, 3, 500, expect.fail)).toBeNull();
  expect(await read(600, [], 0)).toEqual({ slices: [] });
});
