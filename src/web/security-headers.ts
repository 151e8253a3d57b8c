/**
 * Headers of every answer, unless the answer sets them itself. Answers of an API are data: they must not be run,
 * framed, cached or sniffed. `isHttps` (from the public address) tells browsers to come back over TLS only. Not
 * @fastify/helmet: it computes every header for each request, which takes 10 µs, a fifth of `/health`.
 */
export const securityHeaders = (isHttps: boolean): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});
