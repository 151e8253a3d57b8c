import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/database/client.ts';
import { prepareTemplate, templateHash } from './template.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/test-database/', import.meta.url));
const UNUSED_MS = 24 * 60 * 60 * 1000;

/** A migrated database as one file, cached per set of migrations. */
export async function embeddedTemplate(): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const path = `${CACHE}${templateHash()}.tar`;
  if ((await stat(path).catch(() => undefined)) === undefined) {
    await removeOld();
    const database = await openDatabase();
    try {
      await prepareTemplate(database);
      // Renamed into place: another run may be making the same one.
      await writeFile(`${path}.${process.pid}`, await database.dump());
      await rename(`${path}.${process.pid}`, path);
    } finally {
      await database.close();
    }
  }
  return path;
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const { mtimeMs } = await stat(CACHE + name);
    if (Date.now() - mtimeMs > UNUSED_MS) await rm(CACHE + name, { force: true });
  }
}
