import { type CountryCode, Metadata } from 'libphonenumber-js';

export interface Country {
  id: number;
  iso2: string;
  iso3: string;
  name: string;
}

/** Languages whose country names are understood, besides the table's English. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'tr'];

/** Common spellings that no list has. */
const COMMON: Record<string, string> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'u.s.': 'US',
  'u.s.a.': 'US',
};

export interface Countries {
  byId(id: number): Country | undefined;
  byIso2(code: string): Country | undefined;
  /**
   * The countries that a text may mean. A name or a letter code means one. Digits mean the country with that ISO 3166-1 number,
   * then the one with that dialling code (the main country where several share it).
   */
  named(text: string): Country[];
}

/** What bare digits in a column mean: one kind per column. */
export type Digits = 'iso' | 'dialling';

/** Decided by the digits that have only one meaning; null where there are none, or they disagree. */
export function digitsOf(cells: readonly string[], countries: Countries): Digits | null {
  const kinds = new Set<Digits>();
  for (const cell of cells) {
    const number = isoNumber(cell);
    const iso = number === undefined ? undefined : countries.byId(number);
    const others = countries.named(cell).filter((country) => country !== iso);
    if (iso && others.length === 0) kinds.add('iso');
    else if (!iso && diallingCode(cell) !== undefined && others.length > 0) kinds.add('dialling');
  }
  return kinds.size === 1 ? [...kinds][0]! : null;
}

const isoNumber = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : undefined);
const diallingCode = (text: string) => /^(?:\+|00)?(\d{1,4})$/.exec(text.replace(/\s/g, ''))?.[1];

export function indexCountries(rows: readonly Country[]): Countries {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byIso2 = new Map(rows.map((row) => [row.iso2, row]));
  const byName = new Map<string, Country | undefined>();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    for (const row of rows) byName.set(folded(names.of(row.iso2) ?? row.name), row);
  }
  for (const row of rows) {
    for (const name of [row.name, row.iso3, row.iso2]) byName.set(folded(name), row);
  }
  for (const [name, iso2] of Object.entries(COMMON)) byName.set(folded(name), byIso2.get(iso2));

  return {
    byId: (id) => byId.get(id),
    byIso2: (code) => byIso2.get(code),
    named(text) {
      const dialled = diallingCode(text);
      const number = isoNumber(text);
      const found =
        dialled === undefined && number === undefined
          ? [byName.get(folded(text))]
          : [byId.get(number ?? -1), byIso2.get(mainCountry(dialled ?? '') ?? '')];
      return [...new Set(found.filter((country) => country !== undefined))];
    },
  };
}

/** Without case, accents and punctuation. */
const folded = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toLowerCase();

// Missing in the library's types.
type CallingCodes = Metadata & { getCountryCodesForCallingCode(code: string): CountryCode[] | undefined };
const metadata = new Metadata() as CallingCodes;

const mainCountry = (callingCode: string) => metadata.getCountryCodesForCallingCode(callingCode)?.[0];
