import type { HeaderList } from './http.ts';

/**
 * Headers of every answer; what an answer says itself goes before. An API's answers are data: nothing may run, frame, keep or guess at them. `isHttps`: browsers are told to come back
 * over TLS only, which is the proxy's to promise and so hangs on the public address.
 */
export function securityHeaders(isHttps: boolean): HeaderList {
  return Object.entries({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }).flat();
}

/** For a page of our own: it loads and asks nothing from elsewhere. `scripts` says which may run. */
export const pagePolicy = (scripts: string): string =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    // Both pages style elements as they go.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
