import { brotliDecompressSync, inflateRawSync, unzipSync } from 'node:zlib';

const DECODERS = new Map<string, typeof unzipSync>([
  ['gzip', unzipSync],
  ['x-gzip', unzipSync],
  ['deflate', (body, options) => (isZlib(body as Buffer) ? unzipSync : inflateRawSync)(body, options)],
  ['br', brotliDecompressSync],
]);
/** Some services send raw `deflate`. */
const isZlib = (body: Buffer) => (body[0]! & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;

const MOST_ENCODINGS = 3;

/** A body without its encodings (`Content-Encoding`). Null when it is not of them, or larger than `limit`. */
export function decoded(body: Buffer, encodings: string | undefined, limit: number): Buffer | null {
  const names = (encodings ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_ENCODINGS) return null;
  try {
    return names.reduceRight((bytes, name) => DECODERS.get(name)!(bytes, { maxOutputLength: limit }), body);
  } catch {
    return null;
  }
}

const UTF_16_MARKS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** In the charset that its mark or its type names, if there is such a charset. */
export function textIn(body: Buffer, type = ''): string {
  const [, named = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type) ?? [];
  try {
    return new TextDecoder(UTF_16_MARKS[body.toString('hex', 0, 2)] ?? named).decode(body);
  } catch {
    return body.toString();
  }
}
