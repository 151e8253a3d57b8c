import fc from 'fast-check';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { canonicalNumber } from '../../src/phone-numbers/canonical.ts';
import { readNumber } from '../../src/phone-numbers/read-number.ts';

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
