import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_FILE, placeRestoredKey } from './backup/archive.ts';
import { serveBackups } from './backup/socket.ts';
import { type Config, ConfigError, isTokenKey } from './config.ts';
import type { Services } from './context.ts';
import { openDatabase } from './database/client.ts';
import { type Clock, openClock } from './database/clock.ts';
import { assertMigrated, migrate } from './database/migrate.ts';
import { migrateQueue } from './jobs/queue.ts';
import { checkTokenKeys } from './modules/identity/auth/check-token-keys.ts';
import { createLogger } from './observability/logger.ts';
import { openObservability } from './observability/open.ts';
import { writeEntries } from './pipeline/timeline/timeline.ts';
import { buildInfo } from './process/build-info.ts';
import type { TokenKeys } from './secrets.ts';

interface OpenServices {
  services: Services;
  close(): Promise<void>;
}

/** Opens the migrated database and its queue. With `READ_ONLY` both must exist. */
export async function openServices(config: Config): Promise<OpenServices> {
  const logger = createLogger(config.LOG_LEVEL);
  logger.info({ ...buildInfo, embedded: config.DATABASE_URL === undefined }, 'starting');
  const database = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    poolSize: config.DATABASE_POOL_SIZE,
    statementTimeout: config.STATEMENT_TIMEOUT_MS,
    lockTimeout: config.LOCK_TIMEOUT_MS,
    randomPageCost: config.RANDOM_PAGE_COST,
    readOnly: config.READ_ONLY,
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
    onAway: (nodes) =>
      nodes.length > 0
        ? logger.warn({ nodes }, 'nodes of the cluster are away: their teams wait')
        : logger.info('all nodes of the cluster answer again'),
  });
  let clock: Clock | undefined;
  try {
    if (config.READ_ONLY) await assertMigrated(database);
    const begins = (migration: string) => logger.info({ migration }, 'migrating');
    const migrations = config.READ_ONLY ? [] : await migrate(database, undefined, begins);
    if (migrations.length > 0) logger.info({ migrations }, 'the database was migrated');
    const observability = await openObservability({ config, logger, pool: database.pool, reach: database.db.reach });
    clock = await openClock(database.db, logger);
    const services: Services = {
      config,
      logger,
      db: database.db,
      pool: database.pool,
      now: clock.now,
      reader: { pool: database.pool, embedded: database.embedded },
      tokenKeys: await tokenKeys(config),
      metrics: observability.metrics,
      spans: observability.spans,
    };
    if (!config.READ_ONLY) await migrateQueue(services);
    await checkTokenKeys(services);
    const backups = database.embedded ? await serveBackups(database, config.DATA_DIR, logger) : null;
    return {
      services,
      async close() {
        await writeEntries(services);
        clock?.close();
        await backups?.close();
        await observability.close();
        await database.close();
      },
    };
  } catch (error) {
    clock?.close();
    await database.close();
    throw error;
  }
}

const tokenKeys = async (config: Config): Promise<TokenKeys> => [
  await currentKey(config),
  ...config.TOKEN_KEY_PREVIOUS.map((key) => Buffer.from(key, 'hex')),
];

/** TOKEN_KEY, else a generated key beside the data. Losing it loses what E13 shows, not the tokens' validity. */
async function currentKey(config: Config): Promise<Buffer> {
  if (config.TOKEN_KEY) return Buffer.from(config.TOKEN_KEY, 'hex');
  const file = join(config.DATA_DIR, KEY_FILE);
  await mkdir(config.DATA_DIR, { recursive: true });
  await placeRestoredKey(config.DATA_DIR);
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  const key = (await readFile(file, 'utf8')).trim();
  if (!isTokenKey(key))
    throw new ConfigError(`${file} must hold 32 bytes as 64 hex digits: restore it, or set TOKEN_KEY.`);
  return Buffer.from(key, 'hex');
}
