import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { CLICK_ID } from './offer-url.ts';

export type Conversion = 'lead' | 'sale';

export interface Postback {
  clickId: string;
  event: Conversion;
}

type Parameters = Readonly<Record<string, unknown>>;

/** HMAC-SHA256 of `event.click_id`, in hexadecimal. */
export const signatureOf = (secret: string, { clickId, event }: Postback): string =>
  createHmac('sha256', secret).update(`${event}.${clickId}`).digest('hex');

/** Networks that cannot sign send the secret itself as `key`. Null when it is malformed or not signed. */
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

/** Constant time, whatever the length. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash('sha256').update(text).digest();
