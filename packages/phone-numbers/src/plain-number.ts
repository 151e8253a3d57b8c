export interface PlainNumber {
  digits: string;
  hasPlus: boolean;
  /** Has `(0)`, as in +44 (0)20 …, which is dialled only within the country. */
  hasOptionalZero: boolean;
}

/** Digits of every script, without punctuation, pictures, label and extension. Null where anything else remains. */
export function plainNumber(text: string): PlainNumber | null {
  if (text.length > MAX_CHARACTERS) return null;
  const bare = asciiDigits(text)
    .replace(PLUS_SIGNS, '+')
    .trim()
    .replace(VCARD, '')
    .replace(CHAT_LINK, '+$1')
    .replace(CHAT_ID, '+$1')
    .replace(URI, (_, plus, local, context) => `${plus || context ? '+' : ''}${plus ? '' : (context ?? '')}${local}`)
    .replace(EXTENSION, '')
    .replace(LABEL, '')
    .replace(CARRIER, '$10');
  const plain = DECIMALS.test(bare) ? bare.replace(/[.,٫]0+$/, '') : bare;
  if (/[\p{Letter}%$€=<>@&]/u.test(plain) || DECIMALS.test(plain) || OTHERS.test(plain)) return null;
  const signs = plain.replace(/[^\d+()]/g, '');
  const found = /^(\++)?(\d*)$/.exec(signs.replace(/[()]/g, ''));
  if (!found) return null;
  return {
    digits: found[2]!,
    hasPlus: found[1] !== undefined,
    hasOptionalZero: signs.includes('(0)'),
  };
}

const MAX_CHARACTERS = 100;

/** What keyboards and phones write for a plus sign. Without it the number would be somebody else's. */
const PLUS_SIGNS = /[±∓∔⊕⊞⧺⧻➕✙✚✛✜✢᛭⨁⨹†‡\u{1f7a1}-\u{1f7a7}]/gu;

/** `TEL;TYPE=CELL:`, `item1.TEL:` */
const VCARD = /^(?:item\d+\.tel(?:;[^:]*)?|tel;[^:]*):\s*/i;

/** `sms:+49…?body=Hi`, `sip:+49…@example.com`, `tel:0664…;phone-context=+43`. */
const URI =
  /^(?:tel|sms|smsto|mms|mmsto|callto|sips?|whatsapp|skype):(?:\/\/)?(%2B|\+)?([\d\s().-]+)(?:;phone-context=\+(\d{1,3})(?!\d).*|;[a-z-]+=.*|[?@:].*)?$/i;

/** What stands for the code of a carrier in Brazil: `(0xx11)`. */
const CARRIER = /^(\(?)0 ?(?:xx|\*\*) ?(?=[1-9])/i;

/** `ext. 5`, `x5`, `#5`, `;ext=5`, `, 5` and the same in other languages. */
const EXTENSION =
  /(?<![\s,;/-])[\s,;/-]*(?:(?:;\s*)?ext(?:ension|n)?|x|#|доб|вн|int(?:erno?)?|anexo|ramal|poste|durchwahl|dw|wew|dahili|tst|内線|内线|내선)[\s.:=]*\(?\d{1,7}\)?$|,\s+\d{1,5}$|(?:(?<!,),{2,}|(?<=\d{4})[pw])\s*\d{1,7}#?$/iu;

/** International, always. */
const CHAT_LINK =
  /^(?:(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?phone=)|whatsapp:\/\/send\/?\?phone=|viber:\/\/(?:chat|add)\?number=)(?:\+|%2B)?(\d{8,15})(?:[/?&].*)?$/i;
const CHAT_ID = /^(\d{8,15})(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/i;

/** As a spreadsheet writes an amount: `4915140000026.0`, `4.915.140.000.026,00`. Not `06.12.34.56.00`. */
const DECIMALS = /^\+?(?:\d{7,}|\d{1,3}(?:([., '’٬])\d{3})(?:\1\d{3})+(?!\1))[.,٫](?:\d{1,2}|0+)$/;

/** Dates and times, negative amounts, and codes that are dialled before a number: `*31#`, `#31#`. */
const OTHERS =
  /^(?:(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|[12]\d|3[01])\2(?:19|20)\d\d)(?=$|[\sT,])|\d:\d|^[*#]\d+[*#]|^[-−]\d+(?:[.,]\d+)?$/;

/** `tel:`, `p:` (Facebook's lead exports), `Mobile: `, `Тел. `, and pictures before them. */
const LABEL = /^[^\p{Letter}\d+]*\p{Letter}[\p{Letter}\p{Mark}\s.-]{0,24}?(?::(?:\/\/)?|\.|\s)(?=[^\p{Letter}]*$)/u;

/** With its digits, of whatever script, as `0` to `9`. */
export const asciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => String(digitValueOf(digit.codePointAt(0)!)));

function digitValueOf(code: number): number {
  if (code < 0x80) return code - 48;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}
