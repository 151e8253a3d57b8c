import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginCallback } from 'fastify';

/**
 * Files of our pages. Their names change with their content, and each is also stored compressed: see scripts/assets.ts.
 */
const ASSETS = '/assets/';

/** The introspection result, served only where introspection is allowed. */
export const SCHEMA_ASSET = 'schema.json';

interface Manifest {
  /** Hashed names by plain names. */
  names: Readonly<Record<string, string>>;
}

/** What `npm run generate` wrote. This file runs in src and in dist, and `generated` is beside both. */
export function generatedFolder(name: string): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const folder = join(directory, 'generated', name);
    if (existsSync(join(folder, 'manifest.json'))) return folder;
    if (directory === dirname(directory)) throw new Error(`The folder generated/${name} is missing.`);
  }
}

interface Assets {
  names: Manifest['names'];
  folders: string[];
  /** The names that browsers request. */
  files: ReadonlySet<string>;
}

function findAssets(): Assets {
  const folders = ['assets', 'dashboard'].map(generatedFolder);
  const all = folders.map(
    (folder) => (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest).names,
  );
  return { names: all[0]!, folders, files: new Set(all.flatMap((names) => Object.values(names))) };
}

let found: Assets | undefined;

function assets(): Assets {
  found ??= findAssets();
  return found;
}

/** The URL of the file with a plain name, e.g. `graphiql.js`. */
export function assetPath(name: string): string {
  const hashed = assets().names[name];
  if (hashed === undefined) throw new Error(`There is no asset ${name}.`);
  return ASSETS + hashed;
}

/** Goes into the head of every page. */
export const favicon = () => `<link rel="icon" type="image/svg+xml" href="${assetPath('favicon.svg')}">`;

/** Files in `hidden` are not served. */
export const assetRoutes =
  (hidden: readonly string[]): FastifyPluginCallback =>
  (app, _options, done) => {
    const { folders, files } = assets();
    const given = new Set([...files].map((file) => ASSETS + file).filter((path) => !hidden.includes(path)));
    app.addHook('onSend', (_request, reply, _payload, next) => {
      // The plugin still uses the old name of this option.
      if (/javascript/.test(String(reply.getHeader('content-type')))) reply.type('text/javascript; charset=utf-8');
      next();
    });
    void app.register(fastifyStatic, {
      root: folders,
      prefix: ASSETS,
      preCompressed: true,
      decorateReply: false,
      allowedPath: (path) => given.has(ASSETS + path.replace(/^\//, '')),
      acceptRanges: false,
      immutable: true,
      maxAge: '1y',
    });
    done();
  };
