import { createHash } from 'node:crypto';
import { type Context, viewerOf } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import type { DataFile } from '../../generated/prisma/client.ts';
import type { UploadedFile } from '../../uploaded-file.ts';
import { messages } from '../../validation-messages.ts';
import { answerOnce } from '../idempotency/answer-once.ts';
import { convertChunks, storedText, writeChunks } from './chunks.ts';
import { type Encoding, EncodingProbe } from './encoding.ts';
import { surveyText } from './survey.ts';

const MAX_NAME_CHARACTERS = 255;

interface Upload {
  file: UploadedFile;
  hasHeader?: boolean | null;
  idempotencyKey?: string | null;
}

/**
 * Stores a list for E3, piece by piece as it arrives: no more than a chunk of it is ever held. Nobody sees the file until
 * all of it is there and found to be a list. An upload that fails takes what it stored with it; one whose process died
 * is pruned.
 */
export async function uploadDataFile(
  ctx: Context,
  { file, hasHeader, idempotencyKey: key }: Upload,
): Promise<DataFile> {
  const { team } = viewerOf(ctx);
  const name = tidyName(file.name);
  const { id, teamId } = await ctx.db.dataFile.create({ data: { teamId: team.id, name, size: 0, isUploading: true } });
  const own = { id, teamId };
  try {
    const stored = await storeBytes(ctx, id, file.bytes);
    await convertChunks(ctx.pool, own, stored.encoding);
    const survey = await surveyText(storedText(ctx.pool, own), hasHeader ?? undefined);
    const complete = ({ db }: Context) =>
      db.dataFile.update({
        where: own,
        data: { ...stored, ...survey, isUploading: false, createdAt: new Date() },
      });
    if (key == null) return await complete(ctx);
    const args = { name, hasHeader, sha256: stored.sha256 };
    return await answerOnce(ctx, { operation: 'uploadDataFile', args, key }, complete);
  } finally {
    // A failure left it behind, or it repeats what is here already.
    await ctx.db.dataFile.deleteMany({ where: { ...own, isUploading: true } }).catch((error: unknown) => {
      ctx.logger.warn({ err: error, dataFile: id }, 'an upload is left to be pruned');
    });
  }
}

interface Stored {
  size: number;
  sha256: string;
  encoding: Encoding;
}

async function storeBytes(ctx: Context, id: string, bytes: AsyncIterable<Uint8Array>): Promise<Stored> {
  const limit = ctx.config.UPLOAD_LIMIT_BYTES;
  const hash = createHash('sha256');
  const probe = new EncodingProbe();
  let size = 0;
  let isKnown = false;

  async function* looked(): AsyncGenerator<Uint8Array> {
    for await (const part of bytes) {
      size += part.length;
      if (size > limit) throw refused(messages.atMostBytes('file', limit));
      hash.update(part);
      probe.add(part);
      if (!isKnown && probe.hasSample) {
        isKnown = true;
        if (probe.result === null) throw refused(NO_TEXT);
      }
      yield part;
    }
  }
  await writeChunks(ctx.pool, id, looked());
  const encoding = probe.result;
  if (encoding === null) throw refused(NO_TEXT);
  return { size, sha256: hash.digest('hex'), encoding };
}

const NO_TEXT = 'The file field must be a text file, such as CSV.';

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
