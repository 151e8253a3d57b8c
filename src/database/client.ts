import type { EventEmitter } from 'node:events';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type EmbeddedDatabase, EmbeddedDatabaseLockedError, openEmbedded } from 'pglite-pool';
import { ConfigError } from '../config.ts';
import { PrismaClient } from '../generated/prisma/client.ts';
import { CountingPool, type StatementListener } from './counting-pool.ts';
import { Reach } from './reach.ts';
import { cutWhenSilent } from './silence.ts';
import { teams } from './teams.ts';
import { type Db, dbOn } from './transaction.ts';

export type DatabaseOptions = {
  /** A PostgreSQL server. Without one the embedded database in `dataDir` serves. */
  url?: string;
  /** Directory of the embedded database; absent or `memory://` keeps it in memory. */
  dataDir?: string;
  /** What `dump` returned or `backUp` gives: a new embedded database begins as this copy. */
  template?: Buffer | AsyncIterable<Uint8Array>;
  /** Connections at most. Embedded ones take turns, so more of them bring no speed there. */
  poolSize?: number;
  /** Milliseconds. A server cancels longer statements; the embedded database limits the wait for its turn with it. */
  statementTimeout?: number;
  /** Milliseconds that a server's statement may wait for a lock that another transaction has. */
  lockTimeout?: number;
  /** What a server takes reading a page by index to cost, next to one in order: PostgreSQL's `random_page_cost`. */
  randomPageCost?: number;
  /** A server refuses to write for us, as a replica does. */
  readOnly?: boolean;
  /** Column parsers for the pool's own reads; Prisma brings its own. The default is pg's (int8 and numeric: text). */
  types?: pg.CustomTypesConfig;
  /** A connection broke while nobody was using it, or in the middle of Prisma's work. The pool replaces it. */
  onError?: (error: Error) => void;
  /** Nodes of a Citus cluster went away or came back; these are away now. */
  onAway?: (nodes: readonly string[]) => void;
};

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** Refuses what names no team (teams.ts). */
  prisma: PrismaClient;
  embedded: boolean;
  /** Calls `listener` with every statement sent, transaction control included. Returns the way to stop it. */
  observe(listener: StatementListener): () => void;
  /** A copy of the embedded database for `template`. Everybody else waits meanwhile. */
  dump(): Promise<Buffer>;
  /** A backup of the embedded database on the disk, without holding up anybody else; of a server, use `pg_dump`. */
  backUp(): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const POOL_SIZE = 10;
/**
 * PostgreSQL's own 4 is that of a disk that turns, and makes it read small tables whole, once for every parent of a
 * nested list. Ours are read by index.
 */
const RANDOM_PAGE_COST = 1.1;
/** A connection without queries is asked by TCP after this time whether its other end is still there. */
const KEEP_ALIVE_MS = 10_000;

export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const statementTimeout = options.statementTimeout ?? STATEMENT_TIMEOUT_MS;
  const backend = options.url === undefined ? await openInProcess(options) : undefined;
  const target = backend === undefined ? server(options, statementTimeout) : backend.config({ statementTimeout });
  const listeners = new Set<StatementListener>();
  const pool = new CountingPool(
    {
      ...target,
      max: options.poolSize ?? POOL_SIZE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      types: options.types,
      // What is sent without waiting for what was sent before is answered in one round trip.
      pipeline: true,
    },
    listeners,
    backend === undefined,
  );
  const reach = new Reach((sql) => pool.query(sql), options.onAway);
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => options.onError?.(error));
  // And so would one that breaks between two statements of its user, whose next statement fails anyway.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    (client as unknown as { connection: EventEmitter }).connection.on('errorMessage', (error) => reach.heard(error));
    if (backend === undefined) cutWhenSilent(client, statementTimeout);
  });
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    // Anything else reads the stack of every operation, to show its line in errors.
    errorFormat: 'minimal',
    // Prisma gives up on a transaction that has not begun after 2 s; embedded ones queue behind each other.
    transactionOptions: { maxWait: CONNECT_TIMEOUT_MS, timeout: CONNECT_TIMEOUT_MS },
  }).$extends(teams) as unknown as PrismaClient;

  return {
    db: dbOn(pool, prisma, reach),
    pool,
    prisma,
    embedded: backend !== undefined,
    observe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async dump() {
      if (backend === undefined) throw new Error('Only the embedded database can be dumped; use pg_dump for a server.');
      return backend.dump();
    },
    backUp() {
      if (backend === undefined)
        throw new Error('Only the embedded database is backed up here; use pg_dump for a server.');
      return backend.backUp();
    },
    async close() {
      reach.close();
      await prisma.$disconnect();
      await pool.end();
      await backend?.close();
    },
  };
}

async function openInProcess(options: DatabaseOptions): Promise<EmbeddedDatabase> {
  try {
    return await openEmbedded(options);
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseLockedError)) throw error;
    throw new ConfigError(`${error.message} Or set DATABASE_URL to a PostgreSQL server.`);
  }
}

function server(
  { url, randomPageCost = RANDOM_PAGE_COST, lockTimeout = 0, readOnly = false }: DatabaseOptions,
  statementTimeout: number,
): pg.PoolConfig {
  return {
    connectionString: url,
    statement_timeout: statementTimeout,
    application_name: 'outbound',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // Times leave as text: in UTC they need no arithmetic on the way.
    // One statement takes one processor: the others are other callers'. Nor is it compiled: over all months that takes seconds.
    options: `-c TimeZone=UTC -c random_page_cost=${randomPageCost} -c lock_timeout=${lockTimeout} -c max_parallel_workers_per_gather=0 -c jit=off${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
  };
}
