import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { writeDocumentTypes } from './codegen-dashboard.ts';

/**
 * The dashboard as the server answers it, in src/generated/dashboard: its page, its files, plain and compressed, and its operations by
 * their hash. Part of `npm run generate`; does nothing when what it is made of has not changed.
 */
const root = join(import.meta.dirname, '..');
const here = join(root, 'dashboard');
const folder = join(root, 'src', 'generated', 'dashboard');
const manifestFile = join(folder, 'manifest.json');

const ours = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((name) => !/^src\/gql\b|^test\b|\.md$/.test(name) && statSync(join(here, name)).isFile())
  .sort();
const version = [...ours, '../schema.graphql', '../package-lock.json', '../scripts/codegen-dashboard.ts']
  .reduce((hash, name) => hash.update(name).update(readFileSync(join(here, name))), createHash('sha256'))
  .digest('hex');

const compressed = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

async function buildDashboard(): Promise<void> {
  const operations = await writeDocumentTypes();
  const { output } = (await build({
    configFile: join(here, 'vite.config.ts'),
    logLevel: 'warn',
  })) as Rolldown.RolldownOutput;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names: Record<string, string> = {};
  for (const file of output) {
    const content = file.type === 'asset' ? file.source : file.code;
    if (file.fileName === 'index.html') {
      writeFileSync(join(folder, 'index.html'), content);
      continue;
    }
    names[file.fileName] = file.fileName;
    writeFileSync(join(folder, file.fileName), content);
    writeFileSync(join(folder, `${file.fileName}.br`), await compressed(content, { params }));
  }
  writeFileSync(join(folder, 'operations.json'), JSON.stringify(operations, null, 2));
  writeFileSync(manifestFile, JSON.stringify({ version, names }, null, 2));
}

const isThere =
  existsSync(join(here, 'src', 'gql')) &&
  existsSync(manifestFile) &&
  JSON.parse(readFileSync(manifestFile, 'utf8')).version === version;
if (!isThere) await buildDashboard();
