import { createHash } from 'node:crypto';
import { type Context, viewerOf } from '../../../../context.ts';
import { inTransaction } from '../../../../database/transaction.ts';
import { ValidationError } from '../../../../errors.ts';
import type { DataFile } from '../../../../generated/prisma/client.ts';
import type { UploadedFile } from '../../../../input/uploaded-file.ts';
import { messages } from '../../../../input/validation-messages.ts';
import { answerOnce } from '../../../../pipeline/idempotency/answer-once.ts';
import { EncodingProbe } from '../csv/encoding.ts';
import type { Encoding } from '../csv/encodings.ts';
import { noListBut, otherFormatOf } from '../csv/other-formats.ts';
import { surveyText } from '../csv/survey.ts';
import { convertChunks, dropChunks, type OwnFile, storedText, writeChunks } from './chunks.ts';
import type { Packing } from './packing.ts';
import type { Stored } from './stored-bytes.ts';
import { tooLargeUnpacked, unpacked } from './unpack.ts';

const MAX_NAME_CHARACTERS = 255;

interface Upload {
  file: UploadedFile;
  hasHeader?: boolean | null;
  /** Found out unless given. */
  encoding?: Encoding | null;
  idempotencyKey?: string | null;
}

/** Nobody sees the file until it is complete and known to be a list. After a crash the job `prune` deletes it. */
export async function uploadDataFile(
  ctx: Context,
  { file, hasHeader, encoding: stated, idempotencyKey: key }: Upload,
): Promise<DataFile> {
  const { team } = viewerOf(ctx);
  const name = tidyName(file.name);
  const { id, teamId } = await ctx.db.prisma.dataFile.create({
    data: { teamId: team.id, name, size: 0, isUploading: true },
  });
  const own = { id, teamId };
  try {
    const { size, sha256, ...bytes } = await storeBytes(ctx, own, file.bytes, { stated });
    const { encoding, isClean, isSheet } = await unpackAll(ctx, own, { size, ...bytes }, stated);
    if (!(await convertChunks(ctx.db, own, { encoding, isClean }))) throw wrongEncoding(OTHER_ENCODING);
    const survey = await surveyText(storedText(ctx.db, own), { hasHeader: hasHeader ?? undefined, isSheet });
    const complete = ({ db }: Context) =>
      db.prisma.dataFile.update({
        where: { teamId_id: own },
        data: { size, sha256, encoding, ...survey, isUploading: false, createdAt: new Date() },
      });
    if (key == null) return await complete(ctx);
    const args = { name, hasHeader, encoding: stated, sha256 };
    return await inTransaction(ctx, (within) =>
      answerOnce(within, { operation: 'uploadDataFile', args, key }, async () => complete(within)),
    );
  } finally {
    // The upload failed, or the same file is stored already.
    await ctx.db.prisma.dataFile.deleteMany({ where: { ...own, isUploading: true } }).catch((error: unknown) => {
      ctx.logger.warn({ err: error, dataFile: id }, 'an upload is left to be pruned');
    });
  }
}

async function unpackAll(
  ctx: Context,
  own: OwnFile,
  uploaded: StoredText,
  stated: Encoding | null | undefined,
): Promise<Written> {
  const { db, config } = ctx;
  let stored = uploaded;
  let isSheet = false;
  for (let depth = 0; stored.packing !== null; depth += 1) {
    if (depth === MAX_DEPTH) throw refused(NO_TEXT);
    const packed = { ...stored, packing: stored.packing };
    const content = async function* () {
      isSheet = yield* unpacked(db, own, packed, config.UPLOAD_LIMIT_BYTES);
    };
    stored = await storeBytes(ctx, own, content(), { first: packed.next, stated });
    await dropChunks(db, own, packed.next);
  }
  if (stored.encoding === null) throw refused(NO_TEXT);
  return { encoding: stored.encoding, isClean: stored.isClean, isSheet };
}

const MAX_DEPTH = 2;

interface Written {
  encoding: Encoding;
  isClean: boolean;
  isSheet: boolean;
}

interface StoredText extends Stored {
  packing: Packing | null;
  encoding: Encoding | null;
  isClean: boolean;
  next: number;
}

async function storeBytes(
  ctx: Context,
  own: OwnFile,
  bytes: AsyncIterable<Uint8Array>,
  { first = 0, stated }: { first?: number; stated: Encoding | null | undefined },
): Promise<StoredText & { sha256: string }> {
  const limit = ctx.config.UPLOAD_LIMIT_BYTES;
  const hash = createHash('sha256');
  const probe = new EncodingProbe();
  let size = 0;
  let isKnown = false;

  async function* looked(): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) {
      size += part.length;
      if (size > limit) throw refused(first === 0 ? messages.atMostBytes('file', limit) : tooLargeUnpacked(limit));
      hash.update(part);
      probe.add(part);
      if (!isKnown && probe.hasSample) {
        isKnown = true;
        if (probe.packing === null && encodingOf(probe, stated) === null) throw refused(NO_TEXT);
      }
      yield part;
    }
  }
  const next = await writeChunks(ctx.db, own, looked(), first);
  const { packing } = probe;
  const encoding = packing === null ? encodingOf(probe, stated) : null;
  if (packing === null && encoding === null) throw refused(NO_TEXT);
  if (encoding === 'unknown') {
    const other = otherFormatOf(probe.sample.toString('latin1'));
    throw other ? refused(noListBut(other)) : wrongEncoding(UNKNOWN_ENCODING);
  }
  return { first, size, sha256: hash.digest('hex'), packing, encoding, isClean: probe.isClean, next };
}

/** A byte order mark is right whatever is stated. */
function encodingOf(probe: EncodingProbe, stated: Encoding | null | undefined): Encoding | 'unknown' | null {
  if (!stated || probe.marked) return probe.result;
  return stated.startsWith('utf-16') || probe.result !== null ? stated : null;
}

const wrongEncoding = (text: string) => new ValidationError({ encoding: [text] });

const UNKNOWN_ENCODING =
  'The encoding field is required for this file: it is neither UTF-8 nor Windows-1252. Choose its encoding, or save the file as UTF-8.';
const OTHER_ENCODING =
  'The encoding field is not the encoding of this file: too many of its characters do not exist there.';

const NO_TEXT =
  'The file field must be a text file, such as CSV, or an .xlsx workbook, as it is or alone in a .zip or .gz.';

const refused = (text: string) => new ValidationError({ file: [text] });

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
