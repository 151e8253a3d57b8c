import fc from 'fast-check';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { canonicalNumber, plainMobile, readNumber } from 'phone-numbers';
import { expect, test } from 'vitest';

const SEED = 33;

interface Plan {
  nationalPrefix(): string | 0 | undefined;
  type(kind: string): { pattern(): string } | undefined;
}

function planOf(country: CountryCode): Plan {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  return metadata.numberingPlan as unknown as Plan;
}

/** Mobile numbers of a country, without its calling code. */
function mobilesOf(country: CountryCode): string[] {
  const plan = planOf(country);
  // North America does not tell mobiles by their number.
  const pattern = plan.type('MOBILE')?.pattern() || plan.type('FIXED_LINE')?.pattern();
  if (!pattern) return [];
  const drawn = fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { seed: SEED, numRuns: 100 });
  return drawn.filter((number) => {
    const read = parsePhoneNumberFromString(`+${getCountryCallingCode(country)}${number}`);
    return read?.country === country && read.isValid() && read.nationalNumber === number;
  });
}

const every = getCountries().flatMap((country) => {
  const numbers = mobilesOf(country);
  return numbers.length > 0 ? [{ country, numbers }] : [];
});

const marks = fc.constantFrom(
  ' ',
  '-',
  '.',
  '/',
  '\u00a0',
  '\u202a',
  '\u200b',
  '\u2011',
  ' - ',
  '\u2022',
  '()',
  ') ',
  ' (',
);
const zeros = fc.constantFrom(0x30, 0x660, 0x6f0, 0x966, 0xff10);
const before = fc.constantFrom(
  '',
  ' ',
  '\u202a',
  '\u200e',
  '\ufeff',
  '(',
  '📱 ',
  '☎️ ',
  '• ',
  "'",
  'Tel.: ',
  'Mobile: ',
  'p:',
  'tel:',
);
const after = fc.constantFrom('', '\u202c', ' ', ')', ' ext. 5', ' x5', ';ext=12', '\u200b');

/** As somebody may write it. */
const written = (plus: string, digits: string) =>
  fc
    .tuple(before, after, zeros, fc.array(fc.option(marks, { nil: '', freq: 3 }), { minLength: 15, maxLength: 15 }))
    .map(([start, end, zero, between]) => {
      const spelled = [...digits].map(
        (digit, at) => (at > 0 ? (between[at] ?? '') : '') + String.fromCodePoint(zero + Number(digit)),
      );
      return start + plus + spelled.join('') + end;
    });

test.each(every)('a mobile of $country is itself, however it is written', ({ country, numbers }) => {
  const code = getCountryCallingCode(country);
  const trunk = planOf(country).nationalPrefix() || '';
  const spellings = fc
    .constantFrom(...numbers)
    .chain((number) =>
      fc.tuple(
        fc.constant(code + number),
        written('', number),
        written('', trunk + number),
        written('+', code + number),
        written('(+', code + number),
        written('\uff0b', code + number),
        written('', `00${code}${number}`),
      ),
    );
  fc.assert(
    fc.property(spellings, ([whole, ...texts]) => {
      expect(canonicalNumber(whole)).toBe(whole);
      const national = parsePhoneNumberFromString(`+${whole}`)!.formatNational();
      // Not so some of Gabon's former numbers.
      const isRead = parsePhoneNumberFromString(national, country)?.number === `+${whole}`;
      for (const text of isRead ? [...texts, national] : texts) {
        expect([text, readNumber(text, country)?.digits]).toEqual([text, whole]);
      }
    }),
    { seed: SEED, numRuns: 20 },
  );
});

test('the property looks at every country', () => {
  expect(every.length).toBeGreaterThan(235);
});

/** What the library says, which reads everything. */
function mobileByLibrary(digits: string): { digits: string; country: string | undefined } | null {
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false });
  if (!number?.isValid() || !['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(number.getType() ?? '')) return null;
  return { digits: number.number.slice(1), country: number.country };
}

test('a plain mobile of any country is read as the library reads it', () => {
  let read = 0;
  for (const { country, numbers } of every) {
    for (const number of numbers) {
      const digits = getCountryCallingCode(country) + number;
      const found = plainMobile(`+${digits}`);
      if (!found) continue;
      read += 1;
      expect({ digits: found.digits, country: found.country }).toEqual(mobileByLibrary(digits));
    }
  }
  // Short ones, and those that begin as a number within the country does, are left to the library.
  expect(read).toBeGreaterThan(0.85 * every.reduce((sum, { numbers }) => sum + numbers.length, 0));
});

test('whatever follows a calling code is no mobile that the library would not know', () => {
  const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))];
  const digits = fc.tuple(fc.constantFrom(...codes), fc.stringMatching(/^\d{4,13}$/)).map((parts) => parts.join(''));
  fc.assert(
    fc.property(digits, (text) => {
      const found = plainMobile(text);
      if (found) expect({ digits: found.digits, country: found.country }).toEqual(mobileByLibrary(text));
    }),
    { seed: SEED, numRuns: 20_000 },
  );
});

test.each([
  ['', null],
  ['+49 1511 2345678', null],
  ['+4915112345678', 'DE'],
  ['4915112345678', 'DE'],
  ['+49015112345678', null],
  ['+12025550123', 'US'],
  ['+447400123456', 'GB'],
  ['+447700900123', null],
  ['+447797712345', null],
  ['+77710009998', 'KZ'],
  ['+495112345678', null],
  ['+99915112345678', null],
])('of %s as a plain mobile the country is %s', (text, country) => {
  expect(plainMobile(text)?.country ?? null).toBe(country);
});
