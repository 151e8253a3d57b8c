import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { transform } from 'esbuild';

/**
 * Writes what our pages load to src/generated/assets: compressed once, and named by content, so that a browser
 * keeps it for good. Part of `npm run generate`; does nothing when the files of this version are there.
 */
const folder = join(import.meta.dirname, 'src', 'generated', 'assets');
const manifestFile = join(folder, 'manifest.json');

const { resolve } = createRequire(import.meta.url);
const page = resolve('@graphql-yoga/render-graphiql');
const swagger = (name: string) => readFileSync(resolve(`swagger-ui-dist/${name}`), 'utf8');

const ownFiles = ['graphiql-start.js', 'rest-docs-start.js', 'favicon.svg'];
const own = (name: string) => readFileSync(join(import.meta.dirname, 'src', 'pages', name), 'utf8');

/** Written anew when a package, a file of ours or this file changes. */
const version = [page, resolve('swagger-ui-dist/package.json'), import.meta.filename]
  .map((file) => readFileSync(file, 'utf8'))
  .concat(ownFiles.map(own))
  .reduce((hash, text) => hash.update(text), createHash('sha256'))
  .digest('hex');

interface GraphiQLFiles {
  js: string;
  css: string;
  editorWorkerService: string;
  jsonWorker: string;
  graphqlWorker: string;
}

/** The text fonts are most of the style sheet; a system has fonts. That of the editor's icons stays. */
const withoutTextFonts = (css: string) =>
  css.replaceAll(/@font-face\s*\{[^}]*\}/g, (face) => (/font-family:\s*codicon/.test(face) ? face : ''));

const minified = async (code: string, loader: 'js' | 'css') =>
  (await transform(code, { loader, minify: true, legalComments: 'none' })).code;

const compressed = (text: string) =>
  promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });

async function writeAssets(): Promise<void> {
  const files = (await import(pathToFileURL(join(page, '../../esm/graphiql.js')).href)) as GraphiQLFiles;
  const contents = {
    'graphiql.js': files.js,
    'graphiql.css': await minified(withoutTextFonts(files.css), 'css'),
    'editor-worker.js': await minified(files.editorWorkerService, 'js'),
    'json-worker.js': await minified(files.jsonWorker, 'js'),
    'graphql-worker.js': await minified(files.graphqlWorker, 'js'),
    'swagger-ui.js': swagger('swagger-ui-bundle.js'),
    'swagger-ui.css': swagger('swagger-ui.css'),
    ...Object.fromEntries(ownFiles.map((name) => [name, own(name)])),
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = await Promise.all(
    Object.entries(contents).map(async ([name, text]) => {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
      const hashed = name.replace('.', `-${hash}.`);
      writeFileSync(join(folder, `${hashed}.br`), await compressed(text));
      return [name, hashed];
    }),
  );
  writeFileSync(manifestFile, JSON.stringify({ version, names: Object.fromEntries(names) }, null, 2));
}

const isThere = existsSync(manifestFile) && JSON.parse(readFileSync(manifestFile, 'utf8')).version === version;
if (!isThere) await writeAssets();
