import type { HeaderList, HttpRequest } from './http.ts';

/** Headers for a browser of another origin; none unless the configuration names that origin (or `*`). */
export function cors(allowed: readonly string[], request: Pick<HttpRequest, 'headers'>): HeaderList {
  const { origin } = request.headers;
  if (!origin || !(allowed.includes(origin) || allowed.includes('*'))) return [];
  return Object.entries({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization, content-type, traceparent, x-webhook-secret',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-expose-headers':
      'x-trace-id, retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset',
    'access-control-max-age': '600',
    vary: 'Origin',
  }).flat();
}
