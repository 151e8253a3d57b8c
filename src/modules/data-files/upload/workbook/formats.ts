import { type Parts, readPart } from './parts.ts';

/** How a number is shown, as far as it changes what a list means by it. */
export type Format = { kind: 'plain' } | { kind: 'date' } | { kind: 'zeros'; width: number };

const PLAIN: Format = { kind: 'plain' };

/** Those that every workbook has without saying so. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : PLAIN;
  if (/^0+$/.test(code)) return { kind: 'zeros', width: code.length };
  // Without what is quoted, escaped, or a colour, condition or language.
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare) ? { kind: 'date' } : PLAIN;
}

/** By the number of a cell's style. */
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
