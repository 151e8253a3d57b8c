export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `JSON.parse`, but with the byte order mark that some programs write. */
export const parseJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));

/**
 * As `parseJson`, but undefined when it is not JSON. Large integers become text, as ids may be that long. Line breaks in texts are read
 * as blanks, and a comma after the last element as none.
 */
export function parseLooseJson(text: string): unknown {
  try {
    return parseJson(
      text
        .replaceAll(CONTROLS, ' ')
        .replaceAll(NOT_AS_MEANT, (found) => (found === ',' ? '' : found.startsWith('"') ? found : `"${found}"`)),
    );
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has them between values alone, some services in texts
const CONTROLS = /[\0-\x1f]/g;

/** Texts match as well, so that digits in them are left alone. */
const NOT_AS_MEANT = /"(?:[^"\\]|\\[\s\S])*"?|(?<![\w.+-])-?\d{16,}(?![\w.])|,(?= *[\]}])/g;
