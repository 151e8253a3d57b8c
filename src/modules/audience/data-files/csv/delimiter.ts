import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';

const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const SAMPLE_ROWS = 50;

/** Excel's first line; not a row. */
const STATED = /^"?sep=([,;\t|])"?[,;\t|]*\r?\n/i;

export const statesDelimiter = (cells: readonly string[]): boolean =>
  /^sep=[,;\t|]?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '');

/** The stated one, else the one that gives most rows the same number of cells, two or more. */
export async function detectDelimiter(sample: string): Promise<Delimiter> {
  const stated = STATED.exec(sample)?.[1];
  if (stated) return stated as Delimiter;
  let best: { delimiter: Delimiter; share: number; width: number } = { delimiter: ',', share: 0, width: 1 };
  for (const delimiter of DELIMITERS) {
    await setImmediate();
    const widths = rows(sample, delimiter).map(({ length }) => length);
    const { width, count } = mostFrequent(widths);
    const share = width > 1 ? count / widths.length : 0;
    if (share > best.share || (share === best.share && share > 0 && width > best.width)) {
      best = { delimiter, share, width };
    }
  }
  return best.delimiter;
}

function rows(sample: string, delimiter: Delimiter): string[][] {
  const read: string[][] = [];
  const options = {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    to: SAMPLE_ROWS,
    on_record: (cells: string[]) => {
      read.push(cells);
      return null;
    },
  };
  try {
    parse(sample, options);
  } catch {}
  return read;
}

function mostFrequent(widths: number[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width = 1, count = 0] = [...counts].sort(([w1, c1], [w2, c2]) => c2 - c1 || w2 - w1)[0] ?? [];
  return { width, count };
}
