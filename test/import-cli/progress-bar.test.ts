import { expect, test } from 'vitest';
import { createProgress } from '../../src/import-cli/progress-bar.ts';
import type { RemoteFile } from '../../src/import-cli/server.ts';

const at = (processedRows: number, rowsPerSecond: number | null, remainingSeconds: number | null) =>
  ({ totalRows: 200_000, processedRows, rowsPerSecond, remainingSeconds }) as RemoteFile;

function screen(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

test('on a terminal the bar is drawn over and over, and gone at the end', () => {
  const terminal = screen(true);
  const progress = createProgress(terminal);
  progress.show(at(0, null, null));
  progress.show(at(100_000, 12_345.6, 75));
  progress.end();
  expect(terminal.written).toEqual([
    `\r\x1b[K[${'░'.repeat(30)}] 0 % · 0 of 200,000 rows`,
    `\r\x1b[K[${'█'.repeat(15)}${'░'.repeat(15)}] 50 % · 100,000 of 200,000 rows, 12,346 rows/s, 1 min 15 s left`,
    '\r\x1b[K',
  ]);
});

test('elsewhere a line is written every five seconds', () => {
  const log = screen(false);
  let now = 0;
  const progress = createProgress(log, () => now);
  for (; now <= 10_000; now += 1_000) progress.show(at(now * 10, 10_000, 9));
  progress.end();
  expect(log.written).toEqual([
    '0 % · 0 of 200,000 rows, 10,000 rows/s, 9 s left\n',
    '25 % · 50,000 of 200,000 rows, 10,000 rows/s, 9 s left\n',
    '50 % · 100,000 of 200,000 rows, 10,000 rows/s, 9 s left\n',
  ]);
});
