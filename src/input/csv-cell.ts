/**
 * Places where a spreadsheet would begin a formula. An apostrophe there makes it text. A spreadsheet that separates columns by `;`
 * or tabs ignores our commas and quotes, so a cell may begin after each of those, and blanks before a formula. In some languages it takes
 * full-width signs as well.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;

export function csvCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const safe = (value ?? '').replace(FORMULA, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
