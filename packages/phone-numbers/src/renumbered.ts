type Rule = readonly [pattern: RegExp, ...forms: string[]];

/** Former numbers, and what they became. */
const RENUMBERED: readonly Rule[] = [
  // Mexico, 2019: no 1 for mobiles, and no 01, 044 or 045.
  [/^52(?:01|044|045|1)(\d{10})$/, '52$1'],
  // Argentina: 15 after the area code is only dialled nationally; internationally a mobile has 9 before it.
  [/^549?(11|[23]\d{2,3})15(\d{6,8})$/, '549$1$2'],
  // Brazil, 2012 to 2016: the ninth digit of mobiles.
  [/^55([1-9]\d)([6-9]\d{7})$/, '55$19$2'],
  // Ivory Coast, 2021: mobiles by their second digit, landlines by their third.
  [/^225([04-9][0-3]\d{6})$/, '22501$1'],
  [/^225([04-9][4-6]\d{6})$/, '22505$1'],
  [/^225([04-9][7-9]\d{6})$/, '22507$1'],
  [/^225([23]\d8\d{5})$/, '22521$1'],
  [/^225([23]\d0\d{5})$/, '22525$1'],
  [/^225([23]\d[1-79]\d{5})$/, '22527$1'],
  // Benin, 2024.
  [/^229([24-9]\d{7})$/, '22901$1'],
  // Vietnam, 2018: mobiles of eleven digits.
  [/^8416([2-9]\d{7})$/, '843$1'],
  [/^84120(\d{7})$/, '8470$1'],
  [/^84121(\d{7})$/, '8479$1'],
  [/^84122(\d{7})$/, '8477$1'],
  [/^84126(\d{7})$/, '8476$1'],
  [/^84128(\d{7})$/, '8478$1'],
  [/^8412([345])(\d{7})$/, '848$1$2'],
  [/^84127(\d{7})$/, '8481$1'],
  [/^84129(\d{7})$/, '8482$1'],
  [/^8418([68])(\d{7})$/, '845$1$2'],
  [/^84199(\d{7})$/, '8459$1'],
  // Colombia, 2021: the fixed network.
  [/^57([124-8]\d{7})$/, '5760$1'],
  // Cameroon, 2014.
  [/^237([79]\d{7})$/, '2376$1'],
  [/^237([23]\d{7})$/, '2372$1'],
  // Ecuador, 2012.
  [/^593([89]\d{7})$/, '5939$1'],
  // Mauritius, 2013: mobiles.
  [/^230(7\d{6})$/, '2305$1'],
  // Sint Maarten, 2011.
  [/^599(5\d{6})$/, '1721$1'],
  // Kosovo, 2017: mobiles over Slovenia.
  [/^386(49\d{6})$/, '383$1'],
  // France’s overseas departments: written with France’s calling code, although each has its own.
  [/^33((?:69[23]|639|262)\d{6})$/, '262$1'],
  [/^33((?:69[01]|590)\d{6})$/, '590$1'],
  [/^33((?:694|594)\d{6})$/, '594$1'],
  [/^33((?:69[67]|596)\d{6})$/, '596$1'],
];

/**
 * An Argentine mobile with and without its 9, a Brazilian one that begins with 7, Gabon's (renumbered in 2019), Kosovo's
 * over Monaco and Slovenia until 2017, and Palestinian mobiles, which Israel's calling code reaches, too.
 */
const SAME_LINE: readonly Rule[] = [
  [/^549?(\d{10})$/, '54$1', '549$1'],
  [/^55(\d\d)9?(7\d{7})$/, '55$1$2', '55$19$2'],
  [/^241[06]?([256]\d{6})$/, '241$1', '2410$1', '2416$1'],
  [/^241[07]?([47]\d{6})$/, '241$1', '2410$1', '2417$1'],
  [/^(?:377|383)(4[45]\d{6})$/, '383$1', '377$1'],
  [/^(?:383|386)(43\d{6})$/, '383$1', '386$1'],
  [/^97[02](5[69]\d{7})$/, '970$1', '972$1'],
];

/** Former forms; `renumbered` decides whether one existed. */
const FORMER: readonly Rule[] = [
  [/^52(\d{10})$/, '521$1'],
  [/^55(\d\d)9(\d{8})$/, '55$1$2'],
  [/^225[02][157](\d{8})$/, '225$1'],
  [/^22901(\d{8})$/, '229$1'],
  [/^843(\d{8})$/, '8416$1'],
  [
    /^84[578]\d(\d{7})$/,
    ...['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '86', '88', '99'].map((of) => `841${of}$1`),
  ],
  [/^5760(\d{8})$/, '57$1'],
  [/^237[26](\d{8})$/, '237$1'],
  [/^5939(\d{8})$/, '593$1'],
  [/^2305(\d{7})$/, '230$1'],
  [/^1721(5\d{6})$/, '599$1'],
  [/^383(49\d{6})$/, '386$1'],
  [/^(?:262|590|594|596)(\d{9})$/, '33$1'],
];

/** Within Argentina a mobile has 15 after its area code, of two to four digits. */
const NATIONAL: readonly Rule[] = [
  [/^549?11(\d{8})$/, '1115$1'],
  [/^549?(([23]\d\d)(\d))(\d{6})$/, '$115$4', '$215$3$4'],
];

/** How a number is written within its country, where these are other digits than the end of the international form. */
export const nationalForms = (digits: string): string[] => formsBy(NATIONAL, digits);

/** What a former number became. Undefined when it is none. */
export const renumbered = (digits: string): string | undefined => formsBy(RENUMBERED, digits)[0];

/** The numbers that may lead to one phone with this one, by their pattern alone. */
export const formsOf = (digits: string): string[] => formsBy(SAME_LINE, digits);

function formsBy(rules: readonly Rule[], digits: string): string[] {
  const [pattern, ...forms] = rules.find(([former]) => former.test(digits)) ?? [];
  return pattern ? forms.map((form) => digits.replace(pattern, form)) : [];
}

export const formerFormsOf = (digits: string): string[] =>
  formsBy(FORMER, digits).filter((former) => renumbered(former) === digits);
