import { expect, test } from 'vitest';
import { guessColumns } from '../../../../src/modules/audience/data-files/csv/guess-columns.ts';

/** The most that Excel has. */
const COLUMNS = 16_384;

/** Each kind of cell looks for long like what it is not. */
const CELLS = [
  (row: number) => `${row}.5`,
  (row: number) => `2026-01-01T09:${10 + (row % 50)}`,
  (row: number) => `${row}x`,
];

test('the columns of a list with 16,384 of them are guessed, and others get a turn meanwhile', async () => {
  const header = Array.from({ length: COLUMNS }, (_, at) => `Column ${at + 1}`);
  const rows = Array.from({ length: 20 }, (_, row) =>
    header.map((_name, at) => (at === 9_000 ? `+4917123456${10 + row}` : CELLS[at % 3]!(row))),
  );
  const { result: guess, turns } = await turnsDuring(() => guessColumns({ header, rows, delimiter: ',' }));
  expect(guess).toMatchObject({ number: 9_000, custom1Dec: 0, custom1Datetime: 1, custom1Str: 2 });
  expect(turns).toBeGreaterThan(2);
});

async function turnsDuring<Result>(work: () => Promise<Result>) {
  let turns = 0;
  let timer = setImmediate(function count() {
    turns += 1;
    timer = setImmediate(count);
  });
  const result = await work();
  clearImmediate(timer);
  return { result, turns };
}
