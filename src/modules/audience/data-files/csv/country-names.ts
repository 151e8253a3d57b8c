import { getCountries } from 'libphonenumber-js';

const USUAL: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates, Arab Emirates, Emirats, Emirati, الإمارات, الامارات',
  AG: 'Antigua',
  AT: 'Oesterreich',
  BA: 'Bosnia, Bosnia-Herzegovina, BiH',
  BN: 'Brunei, Brunei Darussalam',
  BO: 'Plurinational State of Bolivia',
  BQ: 'Bonaire',
  BY: 'Byelorussia, Weißrussland, Weissrussland, Biélorussie, Bielorrusia, Bielorussia',
  CD: 'DRC, DR Congo, Congo DR, Democratic Republic of the Congo, Congo Kinshasa, Zaire, Congo DRC',
  CF: 'Central African Rep, CAR',
  CG: 'Republic of the Congo, Congo Brazzaville, Congo',
  CH: 'SUI',
  CI: 'Ivory Coast, Cote d’Ivoire, Cote d Ivoire, Elfenbeinküste, Costa de Marfil, Costa d Avorio, Ivoorkust, Берег Слоновой Кости',
  CN: 'PRC, PR China, People’s Republic of China, Mainland China, China Mainland, 中华人民共和国',
  CV: 'Cape Verde, Cabo Verde, Cape Verde Islands',
  CZ: 'Czech Republic, Czech, Czechia, Tschechische Republik, République tchèque, República Checa, Repubblica Ceca',
  DE: 'GER, BRD',
  DK: 'DEN',
  DO: 'Dominican Rep, Rep Dominicana',
  FK: 'Falklands, Malvinas',
  FM: 'Federated States of Micronesia',
  FO: 'Faroe, Faeroe Islands',
  GB: 'UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, United Kingdom of Great Britain and Northern Ireland, English, N Ireland, Großbritannien, Grossbritannien, Grande Bretagne, Gran Bretaña, Gran Bretagna, Groot Brittannië, Angleterre, Inglaterra, Inghilterra, Engeland, İngiltere',
  GN: 'Guinea Conakry',
  GR: 'Hellas, Hellenic Republic, GRE',
  GW: 'Guinea Bissau',
  HK: 'Hong Kong, Hongkong, Hong Kong SAR, Hong Kong China, HKSAR, 香港',
  HM: 'Heard Island',
  HR: 'CRO',
  IE: 'Eire, Republic of Ireland',
  IN: 'Bharat',
  IR: 'Islamic Republic of Iran, Persia',
  JP: 'Nippon, 日本国',
  KN: 'St Kitts, Saint Kitts',
  KP: 'North Korea, Korea North, DPRK, Democratic People’s Republic of Korea, N Korea, NKorea, DPR Korea',
  KR: 'South Korea, Korea, Korea South, Republic of Korea, S Korea, ROK, 한국, SKorea',
  LA: 'Laos, Lao, Lao PDR, Lao People’s Democratic Republic, Lao People’s Dem Rep',
  LY: 'Libyan Arab Jamahiriya',
  MD: 'Republic of Moldova, Moldavia',
  MF: 'St Martin, Saint Martin',
  MK: 'Macedonia, North Macedonia, Republic of Macedonia, FYROM, Former Yugoslav Republic of Macedonia, N Macedonia',
  MM: 'Burma, Myanmar',
  MO: 'Macau, Macao, Macau SAR, Macao SAR, 澳门',
  NL: 'Holland, The Netherlands, Netherlands, Niederland, NED',
  PG: 'PNG',
  PS: 'Palestine, State of Palestine, Palestinian Territory, Occupied Palestinian Territory',
  PT: 'POR',
  RE: 'Reunion Island',
  RU: 'Russia, Russian Federation, РФ, Российская Федерация',
  SA: 'KSA, Saudi, Saudia, السعودية',
  ST: 'São Tomé',
  SX: 'Sint Maarten, St Maarten',
  SY: 'Syria, Syrian Arab Republic',
  SZ: 'Swaziland, Eswatini',
  TL: 'East Timor, Timor Leste',
  TR: 'Turkey, Turkiye',
  TT: 'Trinidad, Tobago',
  TW: 'Taiwan, Taiwan ROC, Republic of China, Province of China Taiwan, Chinese Taipei, 台湾, 台灣',
  TZ: 'United Republic of Tanzania',
  US: 'USA, US of A, United States, United States of America, America, Estados Unidos de America, EEUU, EUA, США, U S, U S A, EE UU, アメリカ, 米国',
  VA: 'Vatican, Vatican City, Holy See',
  VC: 'St Vincent, Saint Vincent',
  VE: 'Bolivarian Republic of Venezuela',
  VG: 'BVI, British Virgin Islands',
  VI: 'USVI, US Virgin Islands, United States Virgin Islands',
  VN: 'Vietnam, Viet Nam',
  XK: 'Kosovo',
  ZA: 'RSA, S Africa, SAfrica',
};

/** Where one name means two countries, the earlier language wins. */
const LANGUAGES =
  'en de es fr it nl pl pt sv tr ru uk zh zh-Hant ja ko ar fa he hi id vi th da nb fi cs sk hu ro el bg hr sr sl'.split(
    ' ',
  );

/** Left out only where the whole name means no country. */
const FORMS = new Set([
  'republic',
  'rep',
  'kingdom',
  'federal',
  'islamic',
  'commonwealth',
  'principality',
  'sultanate',
]);

/** In one order: `Korea, Republic of` is `Republic of Korea`. Without case, accents and punctuation. */
function wordsOf(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ı/g, 'i')
    .replace(/(?<=(?:^|[^\p{Letter}])\p{Letter})\./gu, '')
    .replace(/['’`]/g, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}\p{Mark}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word === 'st' || word === 'ste' ? 'saint' : word))
    .sort();
  // The code of Andorra is AND.
  return words.length === 1 ? words : words.filter((word) => word !== 'the' && word !== 'of' && word !== 'and');
}

export const folded = (name: string): string => wordsOf(name).join(' ');

const usual = new Map(
  Object.entries(USUAL).flatMap(([iso2, names]) =>
    names.split(', ').map((name): [string, string] => [folded(name), iso2]),
  ),
);

let every: Map<string, string> | undefined;

function everyName(): Map<string, string> {
  const names = new Map<string, string>();
  const countries = [...getCountries(), 'AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'];
  const add = (language: string, among: readonly string[]) => {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const iso2 of among) {
      const name = folded(display.of(iso2) ?? '');
      if (name !== '' && !names.has(name)) names.set(name, iso2);
    }
  };
  for (const language of LANGUAGES) add(language, countries);
  for (const iso2 of countries) add(new Intl.Locale(`und-${iso2}`).maximize().language, [iso2]);
  return names;
}

export function countryNamed(name: string): string | undefined {
  const words = wordsOf(name);
  const text = words.join(' ');
  const known = usual.get(text);
  if (known !== undefined || text === '') return known;
  every ??= everyName();
  return every.get(text) ?? withoutForms(words, every);
}

function withoutForms(words: readonly string[], names: ReadonlyMap<string, string>): string | undefined {
  const text = words.filter((word) => !FORMS.has(word)).join(' ');
  return usual.get(text) ?? names.get(text);
}

const FIRST_FLAG = 0x1f1e6;

/** 🇩🇪 → (DE). */
export const withoutFlags = (text: string): string =>
  text.replace(
    /\p{Regional_Indicator}{2}/gu,
    (flag) => `(${[...flag].map((letter) => String.fromCharCode(65 + letter.codePointAt(0)! - FIRST_FLAG)).join('')})`,
  );
