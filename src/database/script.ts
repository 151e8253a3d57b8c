/** What a semicolon may be part of, and the semicolon that ends a statement. Bodies of functions are in dollars or quotes. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$[a-z_]*\$)[\s\S]*?\1|;/gi;

/** The statements of a script, each with the comments before it, and ended by a semicolon. */
export function statementsOf(script: string): string[] {
  const ends = [...script.matchAll(TOKEN)].filter(([token]) => token === ';').map(({ index }) => index + 1);
  return ends.map((end, at) => script.slice(ends[at - 1] ?? 0, end).trim());
}
