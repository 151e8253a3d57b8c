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
    AE: 'UAE|U.A.E.|United Arab Emirates|Emirates|ARE|Vereinigte Arabische Emirate|الإمارات العربية المتحدة',
    AT: 'AT|AUT|Austria|Österreich',
    BA: 'Bosnia|Bosnia and Herzegovina|Bosnia & Herzegovina',
    BO: 'Bolivia|Bolivia, Plurinational State of|Bolivia (Plurinational State of)',
    BS: 'Bahamas|The Bahamas|Bahamas, The|+1-242|1242',
    BY: 'Weißrussland|WEISSRUSSLAND|Biélorussie',
    CD: 'DRC|DR Congo|Congo, Democratic Republic of the|Congo - Kinshasa|Democratic Republic of the Congo|Congo (DRC)',
    CF: 'Central African Rep.|CAR',
    CG: 'Congo|Republic of the Congo|Congo, Republic of the',
    CH: 'Switzerland|Schweiz|Suisse|Svizzera|CHE',
    CI: "Ivory Coast|Côte d’Ivoire|Cote d'Ivoire|COTE D IVOIRE|CIV|Elfenbeinküste",
    CN: "中国|China|PRC|People's Republic of China|CHN|Китай",
    CV: 'Cape Verde|Cabo Verde',
    CZ: 'Czech Republic|Czechia|Česko|Tschechien|Tschechische Republik|République tchèque',
    DE: 'DE|DEU|Germany|Deutschland|Allemagne|Alemania|GERMANY|Germany (DE)|DE - Germany|🇩🇪|🇩🇪 Germany|Germany +49|(+49)|Federal Republic of Germany|Германия|GER|BRD',
    DM: 'Dominica',
    DO: 'Dominican Republic|República Dominicana|Dominican Rep.',
    ES: 'España|Spain|ESP',
    FI: 'Suomi|Finland',
    GB: 'UK|U.K.|Great Britain|England|United Kingdom|GBR|Northern Ireland|United Kingdom of Great Britain and Northern Ireland|Großbritannien|GROSSBRITANNIEN|Grande-Bretagne|Gran Bretaña|N. Ireland|İngiltere',
    GM: 'Gambia|The Gambia|Gambia, The',
    GN: 'Guinea-Conakry|Guinea (Conakry)',
    GR: 'Greece|Ελλάδα|Griechenland|Hellas',
    GW: 'Guinea-Bissau|Guinea Bissau',
    HK: 'Hong Kong|Hong Kong SAR China|Hongkong|香港',
    HR: 'Croatia|Hrvatska',
    HU: 'Magyarország|Hungary',
    IE: 'Ireland|Republic of Ireland|Éire',
    IN: 'India|भारत',
    IR: 'Iran|Iran, Islamic Republic of|ایران',
    IS: 'Iceland|Ísland',
    IT: 'Italia|Italy',
    JP: 'Japan|日本|JPN|日本国',
    KP: "North Korea|Korea, Democratic People's Republic of|DPRK|Korea (North)|N. Korea|N.Korea",
    KR: 'Korea, Republic of|Republic of Korea|South Korea|Korea|Korea (South)|대한민국|KOR|S. Korea|S.Korea',
    KN: 'St. Kitts and Nevis|Saint Kitts and Nevis|St Kitts & Nevis',
    LA: "Laos|Lao PDR|Lao People's Democratic Republic",
    LC: 'St. Lucia|Saint Lucia',
    MD: 'Moldova, Republic of|Moldova',
    MK: 'Macedonia|North Macedonia|FYROM',
    MM: 'Burma|Myanmar',
    MX: 'México|Mexico|MEX',
    NE: 'Niger',
    NG: 'Nigeria',
    NL: 'Holland|The Netherlands|Nederland|NLD',
    NO: 'NO|Norge|Norway',
    PL: 'Polska|Poland',
    PS: 'Palestine|Palestine, State of|State of Palestine',
    RU: 'Россия|Russia|Russian Federation|RUS|Russland|РФ',
    SA: 'KSA|Kingdom of Saudi Arabia|المملكة العربية السعودية',
    SE: 'Sverige|Sweden',
    SX: 'St. Maarten|Sint Maarten (Dutch part)',
    SY: 'Syria|Syrian Arab Republic',
    SZ: 'Swaziland|Eswatini',
    TL: 'East Timor|Timor-Leste',
    TR: 'Turkey|Türkiye|Turkiye|TÜRKİYE|Türkei|TUR',
    TW: 'Taiwan|Taiwan, Province of China|台湾',
    TZ: 'Tanzania|Tanzania, United Republic of',
    UA: 'Україна|Ukraine',
    US: 'USA|U.S.A.|US|United States|United States of America|America|США|Vereinigte Staaten|U.S.|U S A|EE.UU.|EE. UU.|EEUU|米国',
    VA: 'Vatican|Holy See|Vatican City',
    VE: 'Venezuela|Venezuela (Bolivarian Republic of)',
    VG: 'British Virgin Islands|Virgin Islands, British|BVI',
    VI: 'US Virgin Islands|Virgin Islands, U.S.|Virgin Islands (U.S.)',
    VN: 'Vietnam|Viet Nam|Việt Nam',
    XK: 'Kosovo|XK',
    ZA: 'RSA|S. Africa',
  }).flatMap(([iso2, names]) => names.split('|').map((name) => [name, iso2] as const)),
)('%s is %s', (name, iso2) => {
  expect(meant(name)).toEqual([iso2]);
});

test.each(['Narnia', '', 'Guinea-Bissoe', 'Germany/France', 'Unknown', '-', 'Republic'])('%s is no country', (name) => {
  expect(meant(name)).toEqual([]);
});
