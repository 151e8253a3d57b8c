import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { CLICK_ID } from './offer-url.ts';

export type Conversion = 'lead' | 'sale';

export interface Postback {
  clickId: string;
  event: Conversion;
}

type Parameters = Readonly<Record<string, unknown>>;

/** The signature of a postback: HMAC-SHA256 of `event.click_id` under the team's postback secret, in hexadecimal. */
export const signatureOf = (secret: string, { clickId, event }: Postback): string =>
  createHmac('sha256', secret).update(`${event}.${clickId}`).digest('hex');

/**
 * What a merchant reports of a click: `click_id`, `event` (`lead` or `sale`) and either `signature` or, from networks that
 * cannot sign, `key`, which is the secret itself. Null when it is not signed or of another shape; the answer does not tell
 * which.
 */
export function readPostback(secret: string, parameters: Parameters): Postback | null {
  const { [CLICK_ID]: clickId, event, signature, key } = parameters;
  if (typeof clickId !== 'string' || clickId === '' || clickId.length > 200) return null;
  if (event !== 'lead' && event !== 'sale') return null;
  const postback: Postback = { clickId, event };
  const isSigned =
    (typeof signature === 'string' && isSame(signature.toLowerCase(), signatureOf(secret, postback))) ||
    (typeof key === 'string' && isSame(key, secret));
  return isSigned ? postback : null;
}

/** Compares in a time that depends on neither the content nor the length. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash('sha256').update(text).digest();
