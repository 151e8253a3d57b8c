import { readFileSync } from 'node:fs';
import { favicon, generatedFolder } from './assets.ts';
import { type HttpRequest, type HttpResponse, json } from './http.ts';

/** Where the dashboard is, a client of the GraphQL API like any other: dashboard/README.md. */
const BASE = '/app';

export const isDashboard = (path: string): boolean => path === BASE || path.startsWith(`${BASE}/`);

/**
 * Stricter than {@link pagePolicy}: its styles are all in its file, and no text may become a script. Nothing else of it is kept
 * here: every address below /app is the same page, whose script shows what the address says.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

let page: string | undefined;

export function answerDashboard({ method }: Pick<HttpRequest, 'method'>): HttpResponse {
  if (method !== 'GET' && method !== 'HEAD')
    return json(405, { message: 'Pages answer to GET.' }, { allow: 'GET, HEAD' });
  page ??= readFileSync(`${generatedFolder('dashboard')}/index.html`, 'utf8').replace('<!--favicon-->', favicon());
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY };
  return { status: 200, headers, body: method === 'HEAD' ? null : page };
}

/** Its operations by the SHA-256 of their text, so that it runs where no others may. */
export const dashboardOperations = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(JSON.parse(readFileSync(`${generatedFolder('dashboard')}/operations.json`, 'utf8'))));
