import type { File } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { type Context, viewerOf } from '../../context.ts';
import { transaction } from '../../database/transaction.ts';
import { uuidv7 } from '../../database/uuid.ts';
import { ValidationError } from '../../errors.ts';
import type { DataFile } from '../../generated/prisma/client.ts';
import { inPieces, writeChunks } from './chunks.ts';
import { type Delimiter, detectDelimiter } from './delimiter.ts';
import { type Bytes, detectEncoding, type Encoding, head, toUtf8 } from './encoding.ts';
import { looksLikeData } from './phone-numbers.ts';
import { readRecords } from './records.ts';

interface Survey {
  encoding: Encoding;
  delimiter: Delimiter;
  hasHeader: boolean;
  header: string[];
  totalRows: number;
}

const SAMPLE_BYTES = 65_536;
const MAX_NAME_CHARACTERS = 255;

/**
 * Stores a list for E3. What it is written in and how its cells are separated is found out; its first row names the
 * columns unless a cell of it can only be data.
 */
export async function uploadDataFile(
  ctx: Context,
  { file, hasHeader }: { file: File; hasHeader?: boolean | null },
): Promise<DataFile> {
  const { team } = viewerOf(ctx);
  const bytes: Bytes = () => pieces(file);
  const survey = await surveyFile(bytes, hasHeader ?? undefined);
  const id = uuidv7();
  await transaction(ctx.pool, async (client) => {
    await client.query(
      `INSERT INTO data_files (id, team_id, name, size, header, has_header, delimiter, encoding, total_rows, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, now())`,
      [
        id,
        team.id,
        tidyName(file.name),
        file.size,
        survey.header,
        survey.hasHeader,
        survey.delimiter,
        survey.encoding,
        survey.totalRows,
      ],
    );
    await writeChunks(client, id, toUtf8(bytes(), survey.encoding));
  });
  return ctx.db.dataFile.findUniqueOrThrow({ where: { id } });
}

async function surveyFile(bytes: Bytes, statedHeader: boolean | undefined): Promise<Survey> {
  const encoding = await detectEncoding(bytes);
  if (encoding === null) throw refused('The file field must be a text file, such as CSV.');
  const text = () => toUtf8(bytes(), encoding);
  const sample = (await head(text(), SAMPLE_BYTES)).toString();
  if (sample.includes('\0')) throw refused('The file field must be a text file, such as CSV.');
  const delimiter = detectDelimiter(sample);

  let first: string[] | undefined;
  let rows = 0;
  for await (const { cells } of readRecords((from) => skip(text(), from), delimiter)) {
    first ??= (cells ?? []).map((cell) => cell.replaceAll('\0', '').trim());
    rows += 1;
  }
  if (!first) throw refused('The file field must not be empty.');
  const hasHeader = statedHeader ?? !first.some(looksLikeData);
  const header = hasHeader ? first : first.map((_, at) => `Column ${at + 1}`);
  return { encoding, delimiter, hasHeader, header, totalRows: hasHeader ? rows - 1 : rows };
}

const refused = (text: string) => new ValidationError({ file: [text] });

async function* pieces(file: File): AsyncGenerator<Buffer> {
  for await (const part of file.stream() as AsyncIterable<Uint8Array>) {
    for (const piece of inPieces(Buffer.from(part.buffer, part.byteOffset, part.byteLength))) {
      // The file is in memory: without this nobody else would get a turn until all of it is read.
      await setImmediate();
      yield piece;
    }
  }
}

async function* skip(text: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const part of text) {
    if (left < part.length) yield left === 0 ? part : part.subarray(left);
    left = Math.max(0, left - part.length);
  }
}

/** Browsers send the bare name, other clients a path. */
function tidyName(name: string): string {
  const bare = name
    .replace(/^.*[\\/]/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .replace(/\p{Surrogate}/gu, '')
    .trim();
  return [...bare].slice(0, MAX_NAME_CHARACTERS).join('') || 'Untitled';
}
