import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginCallback } from 'fastify';

/** Each file is also stored compressed: see scripts/assets.ts. */
const ASSETS = '/assets/';

/** Served only where introspection is allowed. */
export const SCHEMA_ASSET = 'schema.json';

interface Manifest {
  names: Readonly<Record<string, string>>;
}

/** `generated` lies beside both src and dist. */
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

export function assetPath(name: string): string {
  const hashed = assets().names[name];
  if (hashed === undefined) throw new Error(`There is no asset ${name}.`);
  return ASSETS + hashed;
}

export const favicon = () => `<link rel="icon" type="image/svg+xml" href="${assetPath('favicon.svg')}">`;

export const assetRoutes =
  (hidden: readonly string[]): FastifyPluginCallback =>
  (app, _options, done) => {
    const { folders, files } = assets();
    const given = new Set([...files].map((file) => ASSETS + file).filter((path) => !hidden.includes(path)));
    app.addHook('onSend', (_request, reply, _payload, next) => {
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
