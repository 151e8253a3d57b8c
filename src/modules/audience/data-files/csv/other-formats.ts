const SAVE = 'open it in a spreadsheet program and save it as .xlsx or CSV';
const EXPORT = 'export it as .xlsx or CSV';

const FORMATS: readonly [RegExp, string][] = [
  [/^<(!doctype html|html|head|body|table|meta|style|div)\b/i, `an HTML page: ${SAVE}`],
  [/^<\?xml\b[^>]*>.*<html\b/is, `an HTML page: ${SAVE}`],
  // With attributes or a nested tag: lists may have columns like <DATE>.
  [/^(<\?xml\b|<!--|<!doctype\b|<[\w:.-]+\s+[\w:.-]+\s*=|<[\w:.-]+>\s*<[\w:.-]+[\s/>])/i, `an XML file: ${SAVE}`],
  [
    /^(\{\s*("(\\.|[^"\\])*"\s*:|\}\s*$)|\[\s*([{[\]]|-?\d+\s*,\s*-?\d|"(\\.|[^"\\])*"\s*[,\]]))/,
    `a JSON file: ${EXPORT}`,
  ],
  [/^mime-version:/i, `a saved web page: ${SAVE}`],
  [/^\{\\rtf/, `an RTF document: ${SAVE}`],
  [/^%PDF-/, `a PDF document: ${EXPORT}`],
  [/^begin:vcard\b/i, `a file of vCards: ${EXPORT}`],
  [/^ID;PWXL\b/, `a SYLK file: ${SAVE}`],
];

export const noListBut = (other: string) => `The file field must be a list, not ${other}.`;

export function otherFormatOf(text: string): string | null {
  const start = withoutComments(text.trimStart());
  return FORMATS.find(([pattern]) => pattern.test(start))?.[1] ?? null;
}

function withoutComments(text: string): string {
  let start = 0;
  while (text.startsWith('<!--', start)) {
    const end = text.indexOf('-->', start);
    if (end === -1) break;
    start = end + 3;
    while (/\s/.test(text[start] ?? '')) start += 1;
  }
  return text.slice(start);
}
