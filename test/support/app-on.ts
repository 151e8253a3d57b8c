import type pg from 'pg';
import pino from 'pino';
import { type App, createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import type { Services } from '../../src/context.ts';
import type { Database } from '../../src/database/client.ts';
import { isTransactionControl } from '../../src/database/reads/statements.ts';
import { type Db, dbOn } from '../../src/database/transaction.ts';
import type { PrismaClient } from '../../src/generated/prisma/client.ts';
import { writeEntries } from '../../src/pipeline/timeline/timeline.ts';
import { unwatched, unwatchedPrisma, watch, watchRequests } from './isolation/watch.ts';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface GraphQLAnswer<Data> {
  data?: Data | null;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

export interface TestApp {
  app: App;
  /** Its statements are proven (isolation/watch.ts). */
  services: Services;
  /** The test's own access to the database, to any team's rows. */
  db: PrismaClient;
  pool: pg.Pool;
  /** The same as `Db`. */
  sql: Db;
  graphql<Data = Record<string, unknown>>(
    query: string,
    options?: { variables?: Record<string, unknown>; token?: string; headers?: Record<string, string> },
  ): Promise<GraphQLAnswer<Data>>;
  /** `path` as documented, without `/api`. */
  rest<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string; headers?: Record<string, string> },
  ): Promise<Answer<Body>>;
  /** The SQL that `work` causes, without transaction control and token look-ups. */
  statements(work: () => Promise<unknown>): Promise<string[]>;
  lookUps(work: () => Promise<unknown>): Promise<number>;
  /** Writes pending timeline entries. */
  writeTraces(): Promise<void>;
  close(): Promise<void>;
}

export const testConfig = (overrides: Partial<Config> = {}): Config => ({
  ...readConfig({ LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error', GRAPHQL_JIT: process.env.GRAPHQL_JIT }),
  // A revoked token must fail at once.
  TOKEN_CACHE_MS: 0,
  RATE_LIMIT_PER_TOKEN: 0,
  RATE_LIMIT_PER_ADDRESS: 0,
  RATE_LIMIT_WEBHOOKS: 0,
  // Those of the product are for people who wait: a busy machine may take longer.
  STATEMENT_TIMEOUT_MS: 120_000,
  LOCK_TIMEOUT_MS: 120_000,
  OPERATION_TIMEOUT_MS: 120_000,
  ...overrides,
});

/** The look-up, and the note of its last use. */
const OF_A_TOKEN = /_hash = \$\d/;
/** Written at any time. */
const OF_A_TRACE = /^INSERT INTO traces/;
const LOOK_UP = /^\s*SELECT.*_hash = \$\d/s;

/** Closing the app closes the database. */
export function testAppOn(
  database: Database,
  config: Config,
  observers: Partial<Pick<Services, 'logger' | 'metrics' | 'spans'>> = {},
): TestApp {
  const services: Services = {
    config,
    logger: pino({ level: config.LOG_LEVEL }),
    db: dbOn(database.pool, watch(database), database.db.reach),
    pool: database.pool,
    now: () => new Date(),
    reader: { pool: database.pool, embedded: database.embedded },
    tokenKeys: [Buffer.alloc(32, 7)],
    ...observers,
  };
  const app = watchRequests(createApp(services));
  const pool = unwatched(database.pool);
  const db = unwatchedPrisma(pool);
  async function observed(work: () => Promise<unknown>): Promise<string[]> {
    const seen: string[] = [];
    const stop = database.observe((sql) => seen.push(sql));
    await work().finally(stop);
    return seen;
  }
  const bearer = (token: string | undefined): Record<string, string> =>
    token ? { authorization: `Bearer ${token}` } : {};

  return {
    app,
    services,
    db,
    pool,
    sql: dbOn(pool, db),
    async graphql(query, { variables, token, headers } = {}) {
      const response = await app.fetch(
        new Request('http://localhost/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...bearer(token), ...headers },
          body: JSON.stringify({ query, variables }),
        }),
      );
      return (await response.json()) as never;
    },
    async rest(method, path, { body, token, headers } = {}) {
      const response = await app.fetch(
        new Request(`http://localhost/api${path}`, {
          method,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...bearer(token), ...headers },
          body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
        }),
      );
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      } as never;
    },
    async statements(work) {
      return (await observed(work)).filter(
        (sql) => !isTransactionControl(sql) && !OF_A_TOKEN.test(sql) && !OF_A_TRACE.test(sql),
      );
    },
    async lookUps(work) {
      return (await observed(work)).filter((sql) => LOOK_UP.test(sql)).length;
    },
    writeTraces: () => writeEntries(services),
    async close() {
      await app.close();
      await writeEntries(services);
      await db.$disconnect();
      await database.close();
    },
  };
}
