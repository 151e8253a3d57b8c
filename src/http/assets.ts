import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { takes } from './compression.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/** Files of our pages. Their names change with their content, and they are stored compressed: see assets.ts at the root. */
export const ASSETS = '/assets/';

/** What introspection answers; it says as much and is given only where that is. */
export const SCHEMA_ASSET = 'schema.json';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

interface Manifest {
  /** The name to ask for, by the plain name. */
  names: Readonly<Record<string, string>>;
}

/** What `npm run generate` wrote. This file runs in src and in dist; beside both is `generated`. */
export function generatedFolder(name: string): string {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const folder = join(directory, 'generated', name);
    if (existsSync(join(folder, 'manifest.json'))) return folder;
    if (directory === dirname(directory)) throw new Error(`The folder generated/${name} is missing.`);
  }
}

interface Assets {
  names: Manifest['names'];
  /** Where each file is, by the name that browsers ask for. */
  files: ReadonlyMap<string, string>;
}

function findAssets(): Assets {
  const found = ['assets', 'dashboard'].map((name) => {
    const folder = generatedFolder(name);
    const { names } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
    return { names, files: Object.values(names).map((file) => [file, join(folder, `${file}.br`)] as const) };
  });
  return { names: found[0]!.names, files: new Map(found.flatMap(({ files }) => files)) };
}

let found: Assets | undefined;

function assets(): Assets {
  found ??= findAssets();
  return found;
}

/** Where a browser finds the file with a plain name, e.g. `graphiql.js`. */
export function assetPath(name: string): string {
  const hashed = assets().names[name];
  if (hashed === undefined) throw new Error(`There is no asset ${name}.`);
  return ASSETS + hashed;
}

/** For the head of every page. */
export const favicon = () => `<link rel="icon" type="image/svg+xml" href="${assetPath('favicon.svg')}">`;

/** Null when there is no such file. */
export async function answerAsset({ method, path, headers }: HttpRequest): Promise<HttpResponse | null> {
  const name = path.slice(ASSETS.length);
  const file = assets().files.get(name);
  if ((method !== 'GET' && method !== 'HEAD') || file === undefined) return null;
  const compressed = await readFile(file);
  const takesBrotli = takes(headers['accept-encoding'], 'br');
  return {
    status: 200,
    headers: {
      'content-type': TYPES[extname(name)]!,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(takesBrotli && { 'content-encoding': 'br' }),
    },
    body: method === 'HEAD' ? null : takesBrotli ? compressed : await promisify(brotliDecompress)(compressed),
  };
}
