import { type Parts, readPart } from './parts.ts';

export type Format = { kind: 'plain' } | { kind: 'date' } | { kind: 'zeros'; width: number };

const PLAIN: Format = { kind: 'plain' };

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : PLAIN;
  if (/^0+$/.test(code)) return { kind: 'zeros', width: code.length };
  // Without quoted and escaped text, colours, conditions and languages.
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare) ? { kind: 'date' } : PLAIN;
}

export async function readFormats(parts: Parts, name: string): Promise<(style: number) => Format> {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let inCells = false;
  await readPart(parts, name, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === 'cellXfs') inCells = true;
      else if (tag === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
      else if (tag === 'xf' && inCells) styles.push(Number(numFmtId ?? 0));
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  const formats = styles.map((id) => formatOf(id, codes.get(id)));
  return (style) => formats[style] ?? PLAIN;
}
