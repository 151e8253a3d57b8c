import { File } from 'node:buffer';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterEach, expect, inject, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createContext, type Services } from '../../../src/context.ts';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import { importDataFile } from '../../../src/modules/data-files/operations.ts';
import { uploadDataFile } from '../../../src/modules/data-files/upload.ts';
import { startTrace } from '../../../src/trace.ts';
import { bundled } from '../../support/bundle.ts';
import { createServerDatabase } from '../../support/database.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const ROWS = 3_000;
/** Every tenth row repeats a number, every hundredth is bad. */
const CONTACTS = 2_670;
const DUPLICATES = 300;
const BAD = 30;

test('an import that is killed again and again ends with every row counted once', async () => {
  const { environment, open, remove } = await databaseOfItsOwn();
  try {
    const database = await open();
    await startImport(database);
    await database.close();

    const ends = [
      await endAt(environment, 'SIGKILL', 1),
      await endAt(environment, 'SIGTERM', 800),
      await endAt(environment, 'SIGKILL', 1_600),
      await endAt(environment, 'SIGTERM'),
    ];
    // Each was ended in the middle, and none but the last saw the end.
    expect(ends.map((rows) => rows === ROWS)).toEqual([false, false, false, true]);

    const after = await open();
    const file = await after.prisma.dataFile.findFirstOrThrow({ include: { rowErrors: true } });
    expect(file).toMatchObject({
      status: 'imported',
      totalRows: ROWS,
      processedRows: ROWS,
      importedRows: CONTACTS,
      duplicateRows: DUPLICATES,
      failedRows: BAD,
    });
    expect(file.rowErrors.map(({ line }) => line).sort((a, b) => a - b)).toEqual(
      Array.from({ length: BAD }, (_, at) => at * 100 + 57),
    );
    const { rows } = await after.pool.query(
      `SELECT count(*)::int AS contacts, count(*) FILTER (WHERE name = 'Person ' || number)::int AS named,
         (SELECT count(*)::int FROM contact_tags) AS tagged, (SELECT count(*)::int FROM tags) AS tags FROM contacts`,
    );
    expect(rows).toEqual([{ contacts: CONTACTS, named: CONTACTS, tagged: CONTACTS * 2, tags: 2 }]);
    await after.close();
  } finally {
    await remove();
  }
}, 120_000);

function list(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    if (at % 100 === 55) return 'none,Nobody';
    const number = 491712000000 + (at % 10 === 9 ? at - 1 : at);
    return `+${number},Person ${number}`;
  });
  return `number,name\n${rows.join('\n')}\n`;
}

async function startImport({ prisma, pool, embedded }: Database): Promise<void> {
  const services: Services = {
    config: readConfig({}),
    logger: pino({ level: 'silent' }),
    db: prisma,
    pool,
    reader: { pool, embedded },
    tokenKey: Buffer.alloc(32),
  };
  const team = await prisma.team.create({ data: { name: 'Acme' } });
  const token = { id: team.id, kind: 'team', scopes: [] } as const;
  const viewer = { user: null, team, role: 'member', token } as const;
  const ctx = createContext(services, { viewer, trace: startTrace(), address: '' });
  const file = await uploadDataFile(ctx, { file: new File([list()], 'list.csv') });
  await importDataFile(ctx, file.id, { columns: { number: 0, name: 1 }, tags: ['a', 'b'] });
}

/** Starts a worker and ends it as soon as that many rows are done, else when all are. The rows it last told of. */
async function endAt(environment: Record<string, string>, signal: NodeJS.Signals, rows = Number.POSITIVE_INFINITY) {
  const script = await bundled(fileURLToPath(new URL('import-process.ts', import.meta.url)));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environment, IMPORT_BATCH_ROWS: '50' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  let done = 0;
  for await (const line of createInterface(child.stdout!)) {
    done = Number(line.split(' ')[1]);
    if (line === `imported ${ROWS}` || done >= rows) child.kill(signal);
  }
  await gone;
  return done;
}

interface OwnDatabase {
  environment: Record<string, string>;
  open(): Promise<Database>;
  remove(): Promise<void>;
}

async function databaseOfItsOwn(): Promise<OwnDatabase> {
  const from = inject('databaseTemplate');
  if (from.kind === 'server') {
    const { url, drop } = await createServerDatabase(from.template);
    return { environment: { DATABASE_URL: url }, open: () => openDatabase({ url }), remove: drop };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-import-'));
  const template = await openAsBlob(from.path);
  return {
    environment: { DATA_DIR: dataDir },
    open: () => openDatabase({ dataDir, template }),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
