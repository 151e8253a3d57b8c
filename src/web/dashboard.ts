import { readFileSync } from 'node:fs';
import type { FastifyPluginCallback } from 'fastify';
import { favicon, generatedFolder } from '../http/assets.ts';
import { pageRoute } from '../http/pages.ts';

/** Stricter than {@link pagePolicy}: all styles are in a file, and no text may become a script. */
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

export const dashboardRoutes: FastifyPluginCallback = (app, _options, done) => {
  const file = readFileSync(`${generatedFolder('dashboard')}/index.html`, 'utf8');
  const html = file.replace('<!--favicon-->', favicon());
  for (const url of ['/app', '/app/*']) pageRoute(app, url, () => html, POLICY);
  done();
};

export const dashboardOperations = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(JSON.parse(readFileSync(`${generatedFolder('dashboard')}/operations.json`, 'utf8'))));
