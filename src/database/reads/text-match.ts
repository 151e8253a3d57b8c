import { Prisma } from '../../generated/prisma/client.ts';
import { foldOf, variantsOf } from './case-folding.ts';

// How filters compare texts. Case and blanks are decided here, never by the database's locale: `C` compares bytes.

export type Matching = 'contains' | 'equals' | 'startsWith' | 'endsWith';

/** In a statement that searches within texts: no index limits what it reads. */
export const SEARCH = '/* a search */';
const searching = Prisma.raw(`COLLATE "C" ${SEARCH}`);

/** Characters of a text that are written as a regular expression. PostgreSQL takes seconds to read one of thousands. */
const MOST_IN_PATTERN = 100;

/**
 * Whether a column has the text, as given or with its letters composed (`ë` in one character). Case does not matter, and `%` and
 * `_` mean themselves.
 */
export function matches(column: Prisma.Sql, how: Matching, text: string): Prisma.Sql {
  const composed = text.normalize('NFC');
  if (composed === text) return matchesAsGiven(column, how, text);
  return Prisma.sql`(${matchesAsGiven(column, how, text)} OR ${matchesAsGiven(column, how, composed)})`;
}

function matchesAsGiven(column: Prisma.Sql, how: Matching, text: string): Prisma.Sql {
  const characters = [...text];
  if (characters.every((one) => variantsOf(one).length === 1)) return isLike(column, how, text);
  const start = pattern(column, how, characters.slice(0, MOST_IN_PATTERN), characters.length <= MOST_IN_PATTERN);
  if (characters.length <= MOST_IN_PATTERN) return start;
  return Prisma.sql`(CASE WHEN ${start} THEN ${isLike(folded(column, characters), how, characters.map(foldOf).join(''))} ELSE FALSE END)`;
}

function isLike(column: Prisma.Sql, how: Matching, text: string): Prisma.Sql {
  if (how === 'equals') return Prisma.sql`${column} = ${text}`;
  const literal = text.replace(/[\\%_]/g, '\\$&');
  const like = `${how === 'startsWith' ? '' : '%'}${literal}${how === 'endsWith' ? '' : '%'}`;
  return Prisma.sql`${column} ${searching} LIKE ${like}`;
}

function pattern(column: Prisma.Sql, how: Matching, characters: readonly string[], isWhole: boolean): Prisma.Sql {
  const begins = how === 'equals' || how === 'startsWith' ? '^' : '';
  const ends = isWhole && (how === 'equals' || how === 'endsWith') ? '$' : '';
  return Prisma.sql`${column} ${searching} ~ ${begins + characters.map(inAnyCase).join('') + ends}`;
}

function inAnyCase(character: string): string {
  const variants = variantsOf(character);
  if (variants.length > 1) return `[${variants.join('')}]`;
  return character.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
}

/** The column with the letters of a text in one case. */
function folded(column: Prisma.Sql, characters: readonly string[]): Prisma.Sql {
  const others = [...new Set(characters.flatMap(variantsOf))].filter((one) => foldOf(one) !== one);
  return Prisma.sql`translate(${column}, ${others.join('')}, ${others.map(foldOf).join('')})`;
}

/** What JavaScript trims, in the notation of PostgreSQL's regular expressions. */
const BLANKS = String.raw`\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const NOT_BLANK = `[^${BLANKS}]`;

/** Nothing, or a text of blanks alone. */
export const isBlank = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(COALESCE(${column}, '') COLLATE "C" !~ ${NOT_BLANK})`;

/**
 * What texts are ordered by: without regard to case, null where they are blank. `lower` alone would depend on the language: in
 * Turkish it makes an ı of I.
 */
export const orderedText = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(CASE WHEN ${column} COLLATE "C" ~ ${NOT_BLANK} THEN lower(translate(${column}, 'Iİς', 'iiσ')) END) COLLATE "C"`;
