import { ValidationError } from '../../../../errors.ts';
import { head } from '../upload/chunks.ts';
import type { ColumnMap } from './columns.ts';
import { type Delimiter, detectDelimiter } from './delimiter.ts';
import { guessColumns } from './guess-columns.ts';
import { noListBut, otherFormatOf } from './other-formats.ts';
import { looksLikeData } from './phone-numbers.ts';
import type { FileRecord, Text } from './record.ts';
import { readRecords } from './records.ts';

export type PreviewRow = {
  line: number;
  cells: string[];
};

interface Survey {
  delimiter: Delimiter;
  hasHeader: boolean;
  header: string[];
  totalRows: number;
  preview: PreviewRow[];
  guessedColumns: ColumnMap;
}

const SAMPLE_BYTES = 65_536;
const SAMPLE_ROWS = 100;
const SAMPLE_CELLS = 200_000;
const PREVIEW_ROWS = 10;
const PREVIEW_CHARACTERS = 100;
/** Each is looked for far behind its line. */
const MAX_UNCLOSED = 200;

interface Known {
  hasHeader: boolean | undefined;
  /** The cells of a sheet are separated by commas, whatever their texts have. */
  isSheet: boolean;
}

export async function surveyText(text: Text, known: Known): Promise<Survey> {
  const sample = (await head(text(0), SAMPLE_BYTES)).toString();
  const other = otherFormatOf(sample);
  if (other) throw refused(noListBut(other));
  const delimiter = known.isSheet ? ',' : await detectDelimiter(sample);

  const rows: PreviewRow[] = [];
  let count = 0;
  let cells = 0;
  let unclosed = 0;
  for await (const record of readRecords(text, delimiter)) {
    if (rows.length <= PREVIEW_ROWS || (rows.length <= SAMPLE_ROWS && cells < SAMPLE_CELLS)) rows.push(tidied(record));
    cells += record.cells.length;
    count += 1;
    if (record.cells === 'unclosed') unclosed += 1;
    if (unclosed > MAX_UNCLOSED) throw refused(TOO_MANY_UNCLOSED);
  }
  const [first, ...others] = rows;
  if (!first) throw refused('The file field must not be empty.');
  const hasHeader = known.hasHeader ?? !first.cells.some(looksLikeData);
  const data = hasHeader ? others : rows;
  return {
    delimiter,
    hasHeader,
    header: hasHeader ? first.cells : first.cells.map((_, at) => `Column ${at + 1}`),
    totalRows: hasHeader ? count - 1 : count,
    preview: data.slice(0, PREVIEW_ROWS).map(({ line, cells }) => ({ line, cells: cells.map(shortened) })),
    guessedColumns: await guessColumns({
      header: hasHeader ? first.cells : first.cells.map(() => ''),
      rows: data.map(({ cells }) => cells),
      delimiter,
    }),
  };
}

const tidied = ({ cells, line }: FileRecord): PreviewRow => ({
  line,
  cells: typeof cells === 'string' ? [] : cells.map((cell) => cell.trim()),
});

const shortened = (cell: string) =>
  cell.length <= PREVIEW_CHARACTERS ? cell : [...cell].slice(0, PREVIEW_CHARACTERS).join('');

const TOO_MANY_UNCLOSED =
  'The file field must not have more than 200 rows with a quotation mark that is never closed: save it as CSV again.';

const refused = (text: string) => new ValidationError({ file: [text] });
