import { type Parts, readPart } from './parts.ts';

export type Format = { kind: 'plain' } | { kind: 'date' } | { kind: 'digits'; before: string; width: number };

/** As spreadsheets have them. */
const MAX_CODE = 255;

const PLAIN: Format = { kind: 'plain' };

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : PLAIN;
  const digits = digitsOf(code);
  if (digits) return digits;
  // Without quoted and escaped text, colours, conditions and languages.
  const bare = code.replace(/"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare) ? { kind: 'date' } : PLAIN;
}

const TOKEN = /"([^"]*)"|\\(.)|[_*].|([^;])/gsu;

/** `00000`, `00 00 00 00 00`, and phone numbers such as `"+49"0` and `\+0`. Signs between the digits are left out. */
function digitsOf(code: string): Format | null {
  let before = '';
  let places = '';
  for (const [, quoted, escaped, sign] of /^(?:"[^"]*"|\\.|[^;"\\])*/s.exec(code)![0].matchAll(TOKEN)) {
    if (sign !== undefined && '0#?'.includes(sign)) places += sign;
    else {
      const shown = quoted ?? escaped ?? sign ?? '';
      const isShape = sign === undefined ? /^[\s\d+()/.-]*$/ : /^[\s1-9+()/-]$/;
      if (!isShape.test(shown)) return null;
      const digits = shown.replace(/[^\d+]/g, '');
      if (digits !== '' && places !== '') return null;
      before += digits;
    }
  }
  const first = places.indexOf('0');
  return places === '' ? null : { kind: 'digits', before, width: first < 0 ? 0 : places.length - first };
}

export async function readFormats(parts: Parts, name: string | undefined): Promise<(style: number) => Format> {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let inCells = false;
  await readPart(parts, name, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === 'cellXfs') inCells = true;
      else if (tag === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode.slice(0, MAX_CODE));
      else if (tag === 'xf' && inCells) styles.push(Number(numFmtId ?? 0));
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  const formats = new Map([...new Set(styles)].map((id) => [id, formatOf(id, codes.get(id))]));
  return (style) => formats.get(styles[style] ?? -1) ?? PLAIN;
}
