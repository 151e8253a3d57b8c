import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { transform } from 'esbuild';
import { buildSchema, introspectionFromSchema } from 'graphql';

/**
 * Writes what our pages load to src/generated/assets: plain and compressed, and named by content, so that a browser
 * keeps it for good. Part of `npm run generate`; does nothing when the files of this version are there.
 */
const root = join(import.meta.dirname, '..');
const folder = join(root, 'src', 'generated', 'assets');
const manifestFile = join(folder, 'manifest.json');

const { resolve } = createRequire(import.meta.url);
const page = resolve('@graphql-yoga/render-graphiql');
const swagger = (name: string) => readFileSync(resolve(`swagger-ui-dist/${name}`), 'utf8');

const ownFiles = ['graphiql-start.js', 'rest-docs-start.js', 'favicon.svg'];
const own = (name: string) => readFileSync(join(root, 'src', 'http', 'pages', name), 'utf8');
const schemaFile = join(root, 'schema.graphql');

/** Written anew when a package, a file of ours, the schema or this file changes. */
const version = [page, resolve('swagger-ui-dist/package.json'), schemaFile, import.meta.filename]
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

/** One file: most of each worker is the same code. Which one runs says the part of its address after `#`. */
const workers = ({ editorWorkerService, jsonWorker, graphqlWorker }: GraphiQLFiles) =>
  minified(
    `({
      editorWorkerService() { ${editorWorkerService}\n },
      json() { ${jsonWorker}\n },
      graphql() { ${graphqlWorker}\n },
    })[self.location.hash.slice(1)]();`,
    'js',
  );

/** What GraphiQL would ask for at every visit. */
const introspection = () => {
  const options = { inputValueDeprecation: true, specifiedByUrl: true, directiveIsRepeatable: true, oneOf: true };
  return JSON.stringify(introspectionFromSchema(buildSchema(readFileSync(schemaFile, 'utf8')), options));
};

async function writeAssets(): Promise<void> {
  const files = (await import(pathToFileURL(join(page, '../../esm/graphiql.js')).href)) as GraphiQLFiles;
  const contents = {
    'graphiql.js': files.js,
    'graphiql.css': await minified(withoutTextFonts(files.css), 'css'),
    'graphiql-workers.js': await workers(files),
    'schema.json': introspection(),
    'swagger-ui.js': swagger('swagger-ui-bundle.js'),
    'swagger-ui.css': swagger('swagger-ui.css'),
    ...Object.fromEntries(ownFiles.map((name) => [name, own(name)])),
  };
  mkdirSync(folder, { recursive: true });
  rmSync(manifestFile, { force: true });
  const there = readdirSync(folder);
  const names = await Promise.all(
    Object.entries(contents).map(async ([name, text]) => {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
      const hashed = name.replace('.', `-${hash}.`);
      const file = join(folder, `${hashed}.br`);
      if (!there.includes(`${hashed}.br`)) {
        // Whole or not at all: a file that is there is not written again.
        writeFileSync(`${file}.part`, await compressed(text));
        renameSync(`${file}.part`, file);
      }
      writeFileSync(join(folder, hashed), text);
      return [name, hashed];
    }),
  );
  const kept = names.flatMap(([, hashed]) => [hashed, `${hashed}.br`]);
  for (const file of there) if (!kept.includes(file)) rmSync(join(folder, file));
  writeFileSync(manifestFile, JSON.stringify({ version, names: Object.fromEntries(names) }, null, 2));
}

const isThere = existsSync(manifestFile) && JSON.parse(readFileSync(manifestFile, 'utf8')).version === version;
if (!isThere) await writeAssets();
