import { readFileSync } from 'node:fs';
import type { FastifyPluginCallback } from 'fastify';
import { favicon, generatedFolder } from './assets.ts';
import { pageRoute } from './pages.ts';

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

/** A client of the GraphQL API like any other: dashboard/README.md. */
export const dashboardRoutes: FastifyPluginCallback = (app, _options, done) => {
  const file = readFileSync(`${generatedFolder('dashboard')}/index.html`, 'utf8');
  const html = file.replace('<!--favicon-->', favicon());
  for (const url of ['/app', '/app/*']) pageRoute(app, url, () => html, POLICY);
  done();
};

/** Its operations by the SHA-256 of their text, so that it runs where no others may. */
export const dashboardOperations = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(JSON.parse(readFileSync(`${generatedFolder('dashboard')}/operations.json`, 'utf8'))));
