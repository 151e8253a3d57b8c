/**
 * Unicode's simple case folding: character by character, the same for every language and database. `Σ`, `σ` and `ς` are one
 * letter, `ẞ` and `ß` another. `İ` and `ı` are letters of their own, so neither finds an `i`.
 */
export function foldOf(character: string): string {
  const upper = character.toUpperCase();
  const folded = [...upper].length === 1 ? upper.toLowerCase() : character.toLowerCase();
  // A regular expression that ignores case applies Unicode's table.
  return [...folded].length === 1 && isSame(character, folded) ? folded : character;
}

const isSame = (one: string, other: string) =>
  one === other || new RegExp(`^\\u{${one.codePointAt(0)!.toString(16)}}$`, 'iu').test(other);

/** No letter behind it has a case. */
const LAST_WITH_CASE = 0x1_ff_ff;

let variants: Map<string, string[]> | undefined;

/** All characters that fold like this one, itself among them. */
export function variantsOf(character: string): readonly string[] {
  variants ??= readVariants();
  return variants.get(foldOf(character)) ?? [character];
}

function readVariants(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let code = 0; code <= LAST_WITH_CASE; code++) {
    const character = String.fromCodePoint(code);
    if (character.toUpperCase() === character && character.toLowerCase() === character) continue;
    const folded = foldOf(character);
    if (folded !== character) found.set(folded, [...(found.get(folded) ?? [folded]), character]);
  }
  return found;
}
