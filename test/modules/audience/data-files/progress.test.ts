import { expect, test } from 'vitest';
import { remainingSeconds, rowRate } from '../../../../src/modules/audience/data-files/import/progress.ts';

test('the rate is that of the last seconds', () => {
  let now = 0;
  const rate = rowRate(() => now);
  const after = (seconds: number, rows: number) => {
    now += seconds * 1_000;
    return rate.with(rows);
  };
  expect(after(2, 2_000)).toBe(1_000);
  expect(after(2, 4_000)).toBe(1_500);
  expect(after(6, 600)).toBe(660);
  expect(after(4, 400)).toBe(100);
  expect(after(20, 200)).toBe(10);
});

test.each([
  ['importing', 1_000, 250, 100, 8],
  ['importing', 1_000, 999, 100, 1],
  ['importing', 1_000, 1_200, 100, 0],
  ['importing', 1_000, 0, null, null],
  ['imported', 1_000, 1_000, 100, null],
  ['failed', 1_000, 250, 100, null],
])('%s, %i rows, %i done at %s a second: %s seconds left', (status, totalRows, processedRows, rowsPerSecond, left) => {
  expect(remainingSeconds({ status, totalRows, processedRows, rowsPerSecond })).toBe(left);
});
