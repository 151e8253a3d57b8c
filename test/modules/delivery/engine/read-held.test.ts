import { expect, test } from 'vitest';
import { judgeHeld, type Search } from '../../../../src/modules/delivery/engine/judge-again.ts';

const contact = (n: number) => ({ contactId: `c${n}`, dueAt: new Date(n) });
const BEGIN = { judgedUpTo: new Date(0), judgedContact: 'none', isSearching: false };
const NOW = new Date(-1);

/** Reads from so many held contacts; the claim is over where one of `mayGo` is found. */
async function read(stored: number, mayGo: number[] = [], first = 3) {
  const slices: number[] = [];
  const judged = await judgeHeld(BEGIN, NOW, { first, each: 500 }, {} as Search, async (which, limit) => {
    const [, after] = which.values as [Date, Date];
    const from = after.getTime() + 1;
    const held = Array.from({ length: Math.max(0, Math.min(limit, stored - from + 1)) }, (_, at) => contact(from + at));
    slices.push(held.length);
    return { held, decided: held.length, isOver: held.some(({ dueAt }) => mayGo.includes(dueAt.getTime())) };
  });
  return { slices, upTo: judged?.judgedUpTo?.getTime() };
}

test('held contacts are judged slice by slice to the last, and at most some thousands in a claim', async () => {
  expect(await read(2)).toEqual({ slices: [2] });
  expect(await read(3)).toEqual({ slices: [3, 0] });
  expect(await read(600)).toEqual({ slices: [3, 500, 97] });
  expect(await read(1_000_000)).toEqual({ slices: [3, 500, 500, 500, 500], upTo: 2_003 });
});

test('a slice in which somebody may go is the claim’s last', async () => {
  expect(await read(1_000_000, [5])).toEqual({ slices: [3, 500], upTo: 503 });
  expect(await read(600, [600])).toEqual({ slices: [3, 500, 97] });
});

test('nobody is read where nobody is to be judged, nor where the due fill the claim', async () => {
  const nobody = { judgedUpTo: null, judgedContact: null, isSearching: false };
  expect(await judgeHeld(nobody, NOW, { first: 3, each: 500 }, {} as Search, expect.fail)).toBeNull();
  expect(await read(600, [], 0)).toEqual({ slices: [] });
});
