import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { takes } from './compression.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/** Files of our pages. Their names change with their content, and they are stored compressed: see assets.ts at the root. */
export const ASSETS = '/assets/';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface Manifest {
  /** The name to ask for, by the plain name. */
  names: Readonly<Record<string, string>>;
}

/** This file runs in src and in dist; beside both is `generated/assets`. */
function findAssets(): { folder: string; names: Manifest['names'] } {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    const folder = join(directory, 'generated', 'assets');
    try {
      const { names } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
      return { folder, names };
    } catch (error) {
      if (directory === dirname(directory))
        throw new Error('The folder generated/assets is missing.', { cause: error });
    }
  }
}

let found: ReturnType<typeof findAssets> | undefined;

function assets(): ReturnType<typeof findAssets> {
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
  const { folder, names } = assets();
  if ((method !== 'GET' && method !== 'HEAD') || !Object.values(names).includes(name)) return null;
  const compressed = await readFile(join(folder, `${name}.br`));
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
