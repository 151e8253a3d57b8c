import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Countries, indexCountries } from '../../../../src/modules/audience/data-files/csv/countries.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
let countries: Countries;
beforeAll(async () => {
  app = await createTestApp();
  countries = indexCountries(await app.db.country.findMany());
});
afterAll(() => app.close());

const meant = (text: string) => countries.named(text).map(({ iso2 }) => iso2);

test.each(
  Object.entries({
    AD: 'AND|AD|Andorra|Principality of Andorra',
    AE: 'UAE|U.A.E.|United Arab Emirates|Emirates|ARE|Vereinigte Arabische Emirate|الإمارات العربية المتحدة|VAE|阿联酋',
    AL: 'Shqipëria',
    AT: 'AT|AUT|Austria|Österreich',
    BA: 'Bosnia|Bosnia and Herzegovina|Bosnia & Herzegovina|Bosnia and Herz.|Bosnien',
    BL: 'St. Barths',
    BO: 'Bolivia|Bolivia, Plurinational State of|Bolivia (Plurinational State of)|Estado Plurinacional de Bolivia',
    BS: 'Bahamas|The Bahamas|Bahamas, The|+1-242|1242',
    BY: 'Weißrussland|WEISSRUSSLAND|Biélorussie|Belorussia|Белоруссия',
    CD: 'DRC|DR Congo|Congo, Democratic Republic of the|Congo - Kinshasa|Democratic Republic of the Congo|Congo (DRC)|RDC|Congo, Dem. Rep.|République démocratique du Congo',
    CF: 'Central African Rep.|CAR',
    CG: 'Congo|Republic of the Congo|Congo, Republic of the|Congo, Rep.|Congo-Brazzaville',
    CH: 'Switzerland|Schweiz|Suisse|Svizzera|CHE|Svizra',
    CI: "Ivory Coast|Côte d’Ivoire|Cote d'Ivoire|COTE D IVOIRE|CIV|Elfenbeinküste",
    CN: "中国|China|PRC|People's Republic of China|CHN|Китай",
    CV: 'Cape Verde|Cabo Verde',
    CZ: 'Czech Republic|Czechia|Česko|Tschechien|Tschechische Republik|République tchèque|Česká republika|CESKA REPUBLIKA|Czech Rep.',
    DE: 'DE|DEU|Germany|Deutschland|Allemagne|Alemania|GERMANY|Germany (DE)|DE - Germany|🇩🇪|🇩🇪 Germany|Germany +49|(+49)|Federal Republic of Germany|Германия|GER|BRD',
    DM: 'Dominica',
    DO: 'Dominican Republic|República Dominicana|Dominican Rep.',
    EG: 'Egypt, Arab Rep.|Arab Republic of Egypt|مصر',
    ES: 'España|Spain|ESP',
    FI: 'Suomi|Finland',
    FM: 'Micronesia, Fed. Sts.|Micronesia (Federated States of)',
    GB: 'UK|U.K.|Great Britain|England|United Kingdom|GBR|Northern Ireland|United Kingdom of Great Britain and Northern Ireland|Großbritannien|GROSSBRITANNIEN|Grande-Bretagne|Gran Bretaña|N. Ireland|İngiltere|U K|United Kingdom (the)',
    GE: 'Sakartvelo',
    GF: 'Guyane',
    GM: 'Gambia|The Gambia|Gambia, The',
    GN: 'Guinea-Conakry|Guinea (Conakry)',
    GR: 'Greece|Ελλάδα|Griechenland|Hellas|Ellada',
    GW: 'Guinea-Bissau|Guinea Bissau',
    HK: 'Hong Kong|Hong Kong SAR China|Hongkong|香港',
    HR: 'Croatia|Hrvatska',
    HU: 'Magyarország|Hungary',
    IE: 'Ireland|Republic of Ireland|Éire|ROI|Republic Of Ireland (ROI)',
    IN: 'India|भारत|Republic of India',
    IR: 'Iran|Iran, Islamic Republic of|ایران',
    IS: 'Iceland|Ísland|IS|Island',
    IT: 'Italia|Italy',
    JO: 'Hashemite Kingdom of Jordan',
    JP: 'Japan|日本|JPN|日本国',
    KG: 'Kyrgyz Republic',
    KP: "North Korea|Korea, Democratic People's Republic of|DPRK|Korea (North)|N. Korea|N.Korea|Korea, Dem. Rep.",
    KR: 'Korea, Republic of|Republic of Korea|South Korea|Korea|Korea (South)|대한민국|KOR|S. Korea|S.Korea',
    KN: 'St. Kitts and Nevis|Saint Kitts and Nevis|St Kitts & Nevis',
    KY: 'Cayman Is.',
    KZ: 'Qazaqstan',
    LA: "Laos|Lao PDR|Lao People's Democratic Republic",
    LC: 'St. Lucia|Saint Lucia',
    LK: 'Ceylon',
    LU: 'Grand Duchy of Luxembourg|Lëtzebuerg',
    LY: 'Libyan Arab Jamahiriya',
    MD: 'Moldova, Republic of|Moldova',
    MF: 'Saint Martin (French part)',
    MH: 'Marshall Is.',
    MK: 'Macedonia|North Macedonia|FYROM|Macedonia, FYR',
    MM: 'Burma|Myanmar|Birmanie|Myanmar (Burma)',
    MO: 'Macau (China)',
    MU: 'Île Maurice',
    MX: 'México|Mexico|MEX|Méjico',
    NE: 'Niger',
    NG: 'Nigeria',
    NL: 'Holland|The Netherlands|Nederland|NLD|Holanda|Netherlands (the)',
    NO: 'NO|Norge|Norway|Noreg',
    NZ: 'NewZealand|N. Zealand|Aotearoa',
    PF: 'Tahiti',
    PH: 'Philippines (the)|Philipines',
    PL: 'Polska|Poland|Rzeczpospolita Polska',
    PS: 'Palestine|Palestine, State of|State of Palestine|Gaza|West Bank and Gaza|فلسطين',
    RE: 'Ile de la Réunion',
    RS: 'Serbia, Republic of',
    RU: 'Россия|Russia|Russian Federation|RUS|Russland|РФ|Russian Fed.|Russische Föderation',
    SA: 'KSA|Kingdom of Saudi Arabia|المملكة العربية السعودية',
    SE: 'Sverige|Sweden',
    SK: 'Slovak Republic|Slovakia (Slovak Republic)',
    SX: 'St. Maarten|Sint Maarten (Dutch part)',
    SY: 'Syria|Syrian Arab Republic|Syrian Arab Rep.',
    SZ: 'Swaziland|Eswatini',
    TC: 'Turks and Caicos',
    TH: 'ประเทศไทย|Siam',
    TL: 'East Timor|Timor-Leste|Timor-Leste (East Timor)',
    TR: 'Turkey|Türkiye|Turkiye|TÜRKİYE|Türkei|TUR|Türkiye Cumhuriyeti',
    TW: 'Taiwan|Taiwan, Province of China|台湾|臺灣|Formosa',
    TZ: 'Tanzania|Tanzania, United Republic of|United Rep. of Tanzania',
    UA: 'Україна|Ukraine',
    US: 'USA|U.S.A.|US|United States|United States of America|America|США|Vereinigte Staaten|U.S.|U S A|EE.UU.|EE. UU.|EEUU|米国|Amerika|United States of America (the)',
    VA: 'Vatican|Holy See|Vatican City|Holy See (Vatican City State)|Vatican City State',
    VE: 'Venezuela|Venezuela (Bolivarian Republic of)|Venezuela, RB|República Bolivariana de Venezuela',
    VG: 'British Virgin Islands|Virgin Islands, British|BVI|British Virgin Is.',
    VI: 'US Virgin Islands|Virgin Islands, U.S.|Virgin Islands (U.S.)',
    VN: 'Vietnam|Viet Nam|Việt Nam|Socialist Republic of Vietnam',
    XK: 'Kosovo|XK|Kosovo (under UNSCR 1244)',
    YE: 'Yemen, Rep.',
    ZA: 'RSA|S. Africa|Suid-Afrika|SouthAfrica',
  }).flatMap(([iso2, names]) => names.split('|').map((name) => [name, iso2] as const)),
)('%s is %s', (name, iso2) => {
  expect(meant(name)).toEqual([iso2]);
});

test.each(['Narnia', '', 'Guinea-Bissoe', 'Germany/France', 'Unknown', '-', 'Republic'])('%s is no country', (name) => {
  expect(meant(name)).toEqual([]);
});
