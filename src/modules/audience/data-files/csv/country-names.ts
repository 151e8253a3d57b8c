import { getCountries } from 'libphonenumber-js';

const USUAL: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates, Arab Emirates, Emirats, Emirati, الإمارات, الامارات, VAE, EAU, 阿联酋',
  AG: 'Antigua',
  AL: 'Shqipëria',
  AT: 'Oesterreich',
  BA: 'Bosnia, Bosnia-Herzegovina, BiH, Bosnia and Herz, Bosnien',
  BL: 'St Barths, St Barts',
  BN: 'Brunei, Brunei Darussalam',
  BO: 'Plurinational State of Bolivia, Estado Plurinacional de Bolivia',
  BQ: 'Bonaire',
  BY: 'Byelorussia, Weißrussland, Weissrussland, Biélorussie, Bielorrusia, Bielorussia, Belorussia, Белоруссия',
  CD: 'DRC, DR Congo, Congo DR, Democratic Republic of the Congo, Congo Kinshasa, Zaire, Congo DRC, RDC, Congo Dem Rep, République démocratique du Congo, República Democrática del Congo, Demokratische Republik Kongo',
  CF: 'Central African Rep, CAR',
  CG: 'Republic of the Congo, Congo Brazzaville, Congo',
  CH: 'SUI, Svizra',
  CI: 'Ivory Coast, Cote d’Ivoire, Cote d Ivoire, Elfenbeinküste, Costa de Marfil, Costa d Avorio, Ivoorkust, Берег Слоновой Кости',
  CN: 'PRC, PR China, People’s Republic of China, Mainland China, China Mainland, 中华人民共和国',
  CV: 'Cape Verde, Cabo Verde, Cape Verde Islands',
  CZ: 'Czech Republic, Czech, Czechia, Tschechische Republik, République tchèque, República Checa, Repubblica Ceca, Česká republika',
  DE: 'GER, BRD',
  DK: 'DEN',
  DO: 'Dominican Rep, Rep Dominicana',
  FK: 'Falklands, Malvinas',
  FM: 'Federated States of Micronesia, Micronesia Fed Sts',
  FO: 'Faroe, Faeroe Islands',
  GB: 'UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, United Kingdom of Great Britain and Northern Ireland, English, N Ireland, Großbritannien, Grossbritannien, Grande Bretagne, Gran Bretaña, Gran Bretagna, Groot Brittannië, Angleterre, Inglaterra, Inghilterra, Engeland, İngiltere, United Kingdom of Great Britain, U K',
  GE: 'Sakartvelo',
  GF: 'Guyane',
  GN: 'Guinea Conakry',
  GR: 'Hellas, Hellenic Republic, GRE, Ellada',
  GW: 'Guinea Bissau',
  HK: 'Hong Kong, Hongkong, Hong Kong SAR, Hong Kong China, HKSAR, 香港',
  HM: 'Heard Island',
  HR: 'CRO',
  IE: 'Eire, Republic of Ireland, ROI, Southern Ireland',
  IN: 'Bharat',
  IR: 'Islamic Republic of Iran, Persia',
  JP: 'Nippon, 日本国',
  KG: 'Kyrgyz',
  KN: 'St Kitts, Saint Kitts',
  KP: 'North Korea, Korea North, DPRK, Democratic People’s Republic of Korea, N Korea, NKorea, DPR Korea, Korea Dem Rep, Korea Dem People’s Rep',
  KR: 'South Korea, Korea, Korea South, Republic of Korea, S Korea, ROK, 한국, SKorea',
  KZ: 'Qazaqstan',
  LA: 'Laos, Lao, Lao PDR, Lao People’s Democratic Republic, Lao People’s Dem Rep',
  LK: 'Ceylon',
  LU: 'Lëtzebuerg',
  LY: 'Libyan Arab Jamahiriya',
  MD: 'Republic of Moldova, Moldavia',
  MF: 'St Martin, Saint Martin',
  MK: 'Macedonia, North Macedonia, Republic of Macedonia, FYROM, Former Yugoslav Republic of Macedonia, N Macedonia, Macedonia FYR',
  MM: 'Burma, Myanmar, Birma, Birmanie, Birmania',
  MO: 'Macau, Macao, Macau SAR, Macao SAR, 澳门, Macau China, Macao China',
  MU: 'Île Maurice',
  MX: 'Méjico, Estados Unidos Mexicanos',
  NL: 'Holland, The Netherlands, Netherlands, Niederland, NED, Holanda, Hollande, Olanda',
  NO: 'Noreg',
  NZ: 'NewZealand, N Zealand, Aotearoa',
  PF: 'Tahiti',
  PG: 'PNG',
  PH: 'Philipines',
  PL: 'Rzeczpospolita Polska',
  PS: 'Palestine, State of Palestine, Palestinian Territory, Occupied Palestinian Territory, Gaza, Gaza Strip, West Bank, West Bank and Gaza, فلسطين',
  PT: 'POR',
  RE: 'Reunion Island, Île de la Réunion',
  RU: 'Russia, Russian Federation, РФ, Российская Федерация, Russian Fed, Russische Föderation, Fédération de Russie, Federación de Rusia, Rossiya',
  SA: 'KSA, Saudi, Saudia, السعودية',
  SK: 'Slovak',
  ST: 'São Tomé',
  SX: 'Sint Maarten, St Maarten',
  SY: 'Syria, Syrian Arab Republic, Syrian',
  SZ: 'Swaziland, Eswatini',
  TC: 'Turks and Caicos',
  TH: 'Siam, ประเทศไทย',
  TL: 'East Timor, Timor Leste',
  TR: 'Turkey, Turkiye, Türkiye Cumhuriyeti',
  TT: 'Trinidad, Tobago',
  TW: 'Taiwan, Taiwan ROC, Republic of China, Province of China Taiwan, Chinese Taipei, 台湾, 台灣, 臺灣, Formosa',
  TZ: 'United Republic of Tanzania, United Rep of Tanzania',
  US: 'USA, US of A, United States, United States of America, America, Estados Unidos de America, EEUU, EUA, США, U S, U S A, EE UU, アメリカ, 米国, Amerika, US America',
  VA: 'Vatican, Vatican City, Holy See, Vatican City State',
  VC: 'St Vincent, Saint Vincent',
  VE: 'Bolivarian Republic of Venezuela, Venezuela RB, República Bolivariana de Venezuela',
  VG: 'BVI, British Virgin Islands',
  VI: 'USVI, US Virgin Islands, United States Virgin Islands',
  VN: 'Vietnam, Viet Nam',
  XK: 'Kosovo, Kosovo under UNSCR 1244',
  ZA: 'RSA, S Africa, SAfrica, Suid Afrika, SouthAfrica',
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
  'socialist',
  'arab',
  'hashemite',
  'grand',
  'duchy',
]);

const SMALL = new Set(['the', 'of', 'and']);

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
  // The code of Andorra is AND, that of Iceland IS.
  if (words.length === 1) return words;
  return words.filter((word) => !SMALL.has(word)).map((word) => (word === 'is' ? 'islands' : word));
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
