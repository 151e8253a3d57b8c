import { withValidEscapes } from '../http/http.ts';

const PRIVATE = /(?<![\w.:-])\+?\d{7,15}(?![\w:-])|\bob[a-z]_[\w-]+/g;
/** What ends the callback URL of a provider that signs nothing. */
const CALLBACK_SECRET = /(\/hooks\/sms\/[^/\s]+\/[^/\s]+\/)[^/?\s]+/gi;

const withoutSecret = (text: string) => text.replace(CALLBACK_SECRET, '$1…');

export const withoutPrivate = (text: string): string => withoutSecret(text).replace(PRIVATE, '…');

const MOST_OF_PATH = 200;

/**
 * An escape, also one that was escaped again, may be a part of a number or a token. A secret is taken out before, too: a blank or
 * slash that was escaped would end it.
 */
export function pathWithoutPrivate(path: string): string {
  const escapedOnce = withoutSecret(path).replaceAll(/%(?:25)+/g, '%');
  return withoutPrivate(decodeURIComponent(withValidEscapes(escapedOnce)).slice(0, MOST_OF_PATH));
}
