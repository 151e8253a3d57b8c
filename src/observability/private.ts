import { withValidEscapes } from '../http/http.ts';

const PRIVATE = /(?<![\w.:-])\+?\d{7,15}(?![\w:-])|\bob[a-z]_[\w-]+/g;
/** What ends the callback URL of a provider that signs nothing. */
const CALLBACK_SECRET = /(\/hooks\/sms\/[^/\s]+\/[^/\s]+\/)[^/?\s]+/gi;

export const withoutPrivate = (text: string): string => text.replace(CALLBACK_SECRET, '$1…').replace(PRIVATE, '…');

const MOST_OF_PATH = 200;

/** An escape, also one that was escaped again, may be a part of a number or a token. */
export const pathWithoutPrivate = (path: string): string =>
  withoutPrivate(decodeURIComponent(withValidEscapes(path.replaceAll(/%(?:25)+/g, '%'))).slice(0, MOST_OF_PATH));
