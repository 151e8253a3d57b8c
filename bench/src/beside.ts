import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Attackers, startConstantServer } from './attack.ts';
import { freePort, type Server, startProduct } from './contenders.ts';
import { OTHER_TEAM, tokenOf } from './data-set.ts';
import { type Answers, PAUSE_MS } from './hostile-callers.ts';
import { ask, measureRound } from './measure.ts';
import { cpuTime, databaseTime } from './process-usage.ts';
import { table } from './report.ts';
import { requestOf } from './requests.ts';
import type { Bench } from './shapes.ts';
import { median } from './statistics.ts';

const CONTACTS = 205_000;
/** The everyday requests come from so many tokens: all together are more than one may send a minute. */
const TOKENS = 50;
const PROBE_MS = 100;
/** Of one connection, for as long as a round lasts and a machine may be late. */
const prepared = (seconds: number) => Math.ceil(((seconds + 5) * 1_000) / PAUSE_MS);
const LIMITS = { health: 500, read: 1_000, memory: 1.3, throughput: 0.8 };

/**
 * One team's everyday requests alone, beside callers of another team that ask for what is dear, and beside the same callers
 * while they ask a port that answers a constant: what they take from the machine themselves is not the product's. In turns.
 * Throws when one caller's requests are felt by the others more than they may be.
 */
export async function standBeside({ databaseUrl, dataSet, load, options, log }: Bench): Promise<void> {
  const { hostile, everyday: tokens } = await prepare(databaseUrl, dataSet.teamId);
  const port = await freePort();
  const server = await startProduct(options, {
    ...{ PORT: String(port), DATABASE_URL: databaseUrl, TRUST_PROXY: '1', WORKER: 'false' },
    // Those of an installation that sets none.
    ...{ RATE_LIMIT_PER_TOKEN: '6000', RATE_LIMIT_PER_ADDRESS: '600' },
  });
  const attackers = new Attackers(hostile);
  const constant = await startConstantServer();
  const pids = { server: server.pid, load: load.pid, attackers: attackers.pid, constant: constant.pid };
  const database = new URL(databaseUrl).pathname.slice(1);
  const everyday = tokens.map((token) => requestOf('ours', 'light', { ...dataSet, token }, options.root)!);
  const single = requestOf('ours', 'single', dataSet, options.root)!;
  const rounds: Record<Beside, Round[]> = { alone: [], constant: [], product: [] };
  const seen = new Map<string, Answers>();
  try {
    // Code is compiled and pages are read.
    await measureRound(load, server, everyday, options);
    for (let round = 0; round < options.rounds; round += 1) {
      rounds.alone.push(await measure());
      for (const [beside, at] of [['constant', constant.port] as const, ['product', port] as const]) {
        await attackers.prepare(prepared(options.seconds));
        await attackers.begin(at);
        await sleep(500);
        rounds[beside].push(await measure());
        const { seen: answers } = await attackers.end();
        if (beside === 'product') for (const [name, of] of answers) add(seen, name, of);
      }
    }
  } finally {
    attackers.close();
    constant.close();
    await server.stop();
  }

  async function measure(): Promise<Round> {
    const probes = { health: probing(() => health(server)), read: probing(() => ask(server, single)) };
    const before = used();
    const startedAt = performance.now();
    const { throughput, memory, cpu } = await measureRound(load, server, everyday, options);
    const seconds = (performance.now() - startedAt) / 1_000;
    const [ofHealth, ofRead] = await Promise.all([probes.health.end(), probes.read.end()]);
    const after = used();
    const cores = mapValues(after, (name) => (after[name] - before[name]) / 1_000 / seconds);
    return { throughput, memory, cpu, health: Math.max(...ofHealth), read: Math.max(...ofRead), cores };
  }

  function used(): Record<Part, number> {
    return { ...mapValues(pids, (name) => cpuTime(pids[name])), database: databaseTime(database) };
  }

  const { alone, product } = rounds;
  const ratioTo = (to: Beside) => median(product.map(({ throughput }, at) => throughput / rounds[to][at]!.throughput));
  const ratio = ratioTo('constant');
  const cpuRatio = median(product.map(({ cpu }, at) => rounds.constant[at]!.cpu / cpu));
  const most = (of: readonly Round[], what: 'memory' | 'health' | 'read') =>
    Math.max(...of.map((round) => round[what]));
  const memory = most(product, 'memory') / most(alone, 'memory');
  log(`\n### Everyday requests beside hostile callers: ${options.rounds} rounds of ${options.seconds} s each\n`);
  log(
    table(
      [
        '',
        'requests a second',
        'server ms each',
        'longest /health ms',
        'longest single read ms',
        'memory MB',
        ...PARTS.map(coresOf),
      ],
      (Object.keys(rounds) as Beside[]).map((name) => [
        NAMES[name],
        median(rounds[name].map(({ throughput }) => throughput)).toFixed(0),
        median(rounds[name].map(({ cpu }) => cpu)).toFixed(2),
        ...(['health', 'read', 'memory'] as const).map((what) => most(rounds[name], what).toFixed(0)),
        ...PARTS.map((part) => median(rounds[name].map(({ cores }) => cores[part])).toFixed(2)),
      ]),
    ),
  );
  log(
    `\nThroughput beside them ${ratio.toFixed(2)} of that while the same callers ask a port that answers a constant, ` +
      `${ratioTo('alone').toFixed(2)} of that alone (medians of the rounds); by the server's processor time alone it would be ` +
      `${cpuRatio.toFixed(2)}. Memory ${memory.toFixed(2)} of that alone.\n`,
  );
  log(
    table(
      ['hostile caller', 'answers'],
      [...seen].map(([name, answers]) => [name, [...answers].map(([what, count]) => `${count} × ${what}`).join(', ')]),
    ),
  );
  const broken = [
    most(product, 'health') > LIMITS.health && `/health took more than ${LIMITS.health} ms`,
    most(product, 'read') > LIMITS.read && `a single read took more than ${LIMITS.read} ms`,
    memory > LIMITS.memory && `memory grew beyond ${LIMITS.memory} times`,
    ratio < LIMITS.throughput && `everyday requests fell below ${LIMITS.throughput} of what they were`,
  ].filter((text) => text !== false);
  if (broken.length > 0) throw new Error(broken.join('; '));
}

const NAMES = { alone: 'alone', constant: 'while they ask a constant', product: 'beside them' };
type Beside = keyof typeof NAMES;

const PARTS = ['server', 'database', 'load', 'attackers', 'constant'] as const;
type Part = (typeof PARTS)[number];
const coresOf = (part: Part) => `cores: ${part}`;

interface Round {
  throughput: number;
  /** Milliseconds of the server's processor time, whatever for, for one everyday answer. */
  cpu: number;
  /** Megabytes. */
  memory: number;
  /** Longest answers, in milliseconds. */
  health: number;
  read: number;
  /** Processor time of each part, as so many cores. */
  cores: Record<Part, number>;
}

const mapValues = <Key extends string>(of: Record<Key, number>, value: (key: Key) => number) =>
  Object.fromEntries(Object.keys(of).map((key) => [key, value(key as Key)])) as Record<Key, number>;

function add(all: Map<string, Answers>, name: string, answers: Answers): void {
  const known = all.get(name) ?? new Map<string, number>();
  for (const [what, count] of answers) known.set(what, (known.get(what) ?? 0) + count);
  all.set(name, known);
}

/** Asks ten times a second until it is ended; milliseconds of every answer. */
function probing(one: () => Promise<unknown>): { end(): Promise<number[]> } {
  let over = false;
  const run = async () => {
    const latencies: number[] = [];
    while (!over) {
      const startedAt = performance.now();
      await one();
      latencies.push(performance.now() - startedAt);
      await sleep(PROBE_MS);
    }
    return latencies;
  };
  const running = run();
  return {
    end() {
      over = true;
      return running;
    },
  };
}

async function health({ port }: Server): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`);
  await answer.text();
  if (!answer.ok) throw new Error('/health says that the server is not well.');
}

/** An owner's of the team. */
export async function createToken(client: pg.Client, team: string): Promise<string> {
  const token = tokenOf('obt_', team);
  await client.query(
    `INSERT INTO team_tokens (id, team_id, name, role, token_hash, token_ciphertext, updated_at)
     VALUES (gen_random_uuid(), $1, 'Bench', 'owner', $2, '\\x00', now())`,
    [team, createHash('sha256').update(token).digest()],
  );
  return token;
}

/** The other team gets contacts and a token, the hostile callers' one. */
async function prepare(databaseUrl: string, team: string): Promise<{ hostile: string; everyday: string[] }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const hostile = await createToken(client, OTHER_TEAM);
    const everyday: string[] = [];
    while (everyday.length < TOKENS) everyday.push(await createToken(client, team));
    await client.query(
      `INSERT INTO contacts (team_id, id, number, name, email, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 491700000000 + n, 'Somebody ' || md5(n::text), n || '@example.com', now(), now()
       FROM generate_series(1, $2::int) n`,
      [OTHER_TEAM, CONTACTS],
    );
    await client.query('VACUUM ANALYZE contacts');
    return { hostile, everyday };
  } finally {
    await client.end();
  }
}
