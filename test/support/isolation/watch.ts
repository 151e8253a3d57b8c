import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import { loadModule } from 'libpg-query';
import type pg from 'pg';
import type { App } from '../../../src/app.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../../../src/database/client.ts';
import { currentScope } from '../../../src/database/scope.ts';
import { PrismaClient } from '../../../src/generated/prisma/client.ts';
import { teamOfToken } from '../../../src/modules/identity/auth/tokens.ts';
import { catalogue } from './catalogue.ts';
import { type Proof, prove } from './proof.ts';
import { refusedByCitus, writtenByEveryNode } from './shards.ts';

/**
 * Proves every statement that the product sends in a test: it touches rows of one team alone, within a request those of
 * the caller's, or says that it is across teams (database/teams.ts), and on Citus it writes without any other node than its team's.
 * Where it does not, the test that runs at that time fails (setup.ts).
 */

await loadModule();

const proofs = new Map<string, Known>();
const unproven: string[] = [];

/** Within an operation of Prisma that says `acrossTeams(…)`. */
const across = new AsyncLocalStorage<true>();

/** The team of the token that a request came with. */
const caller = new AsyncLocalStorage<string | null>();

/** What a person does in another of their teams, whatever token comes along. */
const ELSEWHERE = ['login', 'createTeam', 'switchTeam', 'updateTeamOnboarding'];

const SAYS_ACROSS = '/* across teams: ';

/** What has been sent since the last call that is not proven, with why. */
export const takeUnproven = (): string[] => unproven.splice(0);

/** From here on what is sent on its pool is proven. Gives its Prisma client, which knows what is across teams. */
export function watch({ pool, prisma }: Database): PrismaClient {
  if (!watched.has(pool)) watchPool(pool);
  watched.add(pool);
  return watchPrisma(prisma);
}

const watched = new WeakSet<pg.Pool>();

function watchPool(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: () => void) => unknown;
  // Who had to queue for a connection gets it from within another's release.
  pool.connect = ((callback?: () => void) => connect(callback && AsyncResource.bind(callback))) as never;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    client.query = ((first: unknown, second: unknown, ...rest: unknown[]) => {
      const { text, values = second } = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig);
      if (typeof text === 'string') examine(text, Array.isArray(values) ? values : []);
      return query(first, second, ...rest);
    }) as never;
  });
}

function examine(text: string, values: readonly unknown[]): void {
  if (text.includes(SAYS_ACROSS) || across.getStore()) return;
  const { parameters, unbound, sentEverywhere, refused } = proofOf(text);
  if (refused.length > 0) unproven.push(`Citus refuses what stands in ${refused.join(', ')}: ${text}`);
  if (sentEverywhere.length > 0)
    unproven.push(`An INSERT into ${sentEverywhere.join(', ')} in a WITH reads another query of it: ${text}`);
  if (unbound.length > 0) unproven.push(`Nothing binds ${unbound.join(', ')} to one team: ${text}`);
  const teams = new Set(parameters.map((parameter) => values[parameter - 1]));
  const named = `$${[...parameters].sort().join(', $')}`;
  if (teams.size > 1) unproven.push(`${named} are several teams: ${text}`);
  const team = caller.getStore();
  if (!team || teams.size !== 1 || teams.has(team) || ELSEWHERE.includes(currentScope().operation?.operation ?? ''))
    return;
  unproven.push(`${named} is not the caller's team: ${text}`);
}

interface Known extends Proof {
  /** Tables that it writes with what Citus sends to every node first. */
  readonly sentEverywhere: readonly string[];
  /** Places in which it has what Citus refuses there. */
  readonly refused: readonly string[];
}

function proofOf(text: string): Known {
  const known = proofs.get(text);
  if (known) return known;
  const proven = prove(text, catalogue);
  // Nothing is bound in a text that cannot be parsed.
  const [sentEverywhere, refused] =
    proven.unbound.length > 0 ? [[], []] : [writtenByEveryNode(text, catalogue), refusedByCitus(text, catalogue)];
  const proof = { ...proven, sentEverywhere, refused };
  proofs.set(text, proof);
  return proof;
}

const watchPrisma = (prisma: PrismaClient): PrismaClient =>
  prisma.$extends({
    query: {
      $allOperations: ({ args, query }) => (saysAcross(args) ? across.run(true, async () => query(args)) : query(args)),
    },
  }) as unknown as PrismaClient;

/** `teamId: acrossTeams(…)`, wherever it stands. */
function saysAcross(args: unknown): boolean {
  if (typeof args !== 'object' || args === null || ArrayBuffer.isView(args)) return false;
  return Object.entries(args).some(([name, value]) =>
    name === 'teamId' ? Array.isArray(value?.notIn) : saysAcross(value),
  );
}

/** Its requests are held against the team of their token. */
export function watchRequests(app: App): App {
  const { fetch } = app;
  const of = (authorization: string | null = null) => teamOfToken((authorization ?? '').replace(/^Bearer /, ''));
  return Object.assign(app, {
    fetch: (request, address) => caller.run(of(request.headers.get('authorization')), () => fetch(request, address)),
  } satisfies Partial<App>);
}

/** The same connections for what a test itself looks for and writes, which need not be one team's. */
export function unwatched<Way extends Pick<pg.Pool, 'query'>>(way: Way): Way {
  return new Proxy(way, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'query') return (first: unknown, ...rest: unknown[]) => value.call(target, said(first), ...rest);
      if (name === 'connect') return async () => unwatched((await value.call(target)) as pg.PoolClient);
      return value.bind(target);
    },
  });
}

const said = (query: unknown): unknown => {
  if (typeof query === 'string') return `${query} ${SAYS_ACROSS}a test */`;
  const { text, submit } = query as pg.QueryConfig & { submit?: unknown };
  return submit ? query : { ...(query as object), text: said(text) };
};

/** Prisma on those connections; nor is it refused anything. */
export const unwatchedPrisma = (pool: pg.Pool): PrismaClient => new PrismaClient({ adapter: new PrismaPg(pool) });

/** A database that a test looks into itself. */
export async function openUnwatched(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  return { ...database, prisma: unwatchedPrisma(database.pool) };
}
