import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type Server, startProduct } from './contenders.ts';
import { OTHER_TEAM, tokenOf } from './data-set.ts';
import { type Answers, attack, hostileCallers } from './hostile-callers.ts';
import { ask, measureRound } from './measure.ts';
import { table } from './report.ts';
import { requestOf } from './requests.ts';
import type { Bench } from './shapes.ts';
import { median } from './statistics.ts';

const CONTACTS = 205_000;
const PROBE_MS = 100;
const LIMITS = { health: 500, read: 1_000, memory: 1.3, throughput: 0.8 };

/**
 * One team's everyday requests alone and beside callers of another team that ask for what is dear, in turns. Throws when
 * one caller's requests are felt by the others more than they may be.
 */
export async function standBeside({ databaseUrl, dataSet, load, options, log }: Bench): Promise<void> {
  const token = await prepare(databaseUrl);
  const port = await freePort();
  const server = await startProduct(options, {
    ...{ PORT: String(port), DATABASE_URL: databaseUrl, TRUST_PROXY: '1' },
    // Those of an installation; the everyday load alone is far beyond a token's.
    ...{ RATE_LIMIT_PER_TOKEN: '100000000', RATE_LIMIT_PER_ADDRESS: '600' },
  });
  const everyday = requestOf('ours', 'light', dataSet, options.root)!;
  const single = requestOf('ours', 'single', dataSet, options.root)!;
  const alone: Round[] = [];
  const beside: Round[] = [];
  const seen = new Map<string, Answers>();
  try {
    // Code is compiled and pages are read.
    await measureRound(load, server, everyday, options);
    for (let round = 0; round < options.rounds; round += 1) {
      alone.push(await measure());
      let over = false;
      const attacking = attack(port, hostileCallers(token), () => over);
      await sleep(500);
      beside.push(await measure());
      over = true;
      for (const [name, answers] of await attacking) add(seen, name, answers);
    }

    async function measure(): Promise<Round> {
      const probes = { health: probing(() => health(server)), read: probing(() => ask(server, single)) };
      const { throughput, memory } = await measureRound(load, server, everyday, options);
      const [ofHealth, ofRead] = await Promise.all([probes.health.end(), probes.read.end()]);
      return { throughput, memory, health: Math.max(...ofHealth), read: Math.max(...ofRead) };
    }
  } finally {
    await server.stop();
  }

  const ratio = median(beside.map(({ throughput }, at) => throughput / alone[at]!.throughput));
  const most = (rounds: readonly Round[], of: keyof Round) => Math.max(...rounds.map((round) => round[of]));
  const memory = most(beside, 'memory') / most(alone, 'memory');
  log(`\n### Everyday requests beside hostile callers: ${options.rounds} rounds of ${options.seconds} s each\n`);
  log(
    table(
      ['', 'requests a second', 'longest /health ms', 'longest single read ms', 'memory MB'],
      (
        [
          ['alone', alone],
          ['beside them', beside],
        ] as const
      ).map(([name, rounds]) => [
        name,
        median(rounds.map(({ throughput }) => throughput)).toFixed(0),
        most(rounds, 'health').toFixed(0),
        most(rounds, 'read').toFixed(0),
        most(rounds, 'memory').toFixed(0),
      ]),
    ),
  );
  log(`\nThroughput ${ratio.toFixed(2)} of that alone (median of the rounds), memory ${memory.toFixed(2)}.\n`);
  log(
    table(
      ['hostile caller', 'answers'],
      [...seen].map(([name, answers]) => [name, [...answers].map(([what, count]) => `${count} × ${what}`).join(', ')]),
    ),
  );
  const broken = [
    most(beside, 'health') > LIMITS.health && `/health took more than ${LIMITS.health} ms`,
    most(beside, 'read') > LIMITS.read && `a single read took more than ${LIMITS.read} ms`,
    memory > LIMITS.memory && `memory grew beyond ${LIMITS.memory} times`,
    ratio < LIMITS.throughput && `everyday requests fell below ${LIMITS.throughput} of what they were`,
  ].filter((text) => text !== false);
  if (broken.length > 0) throw new Error(broken.join('; '));
}

interface Round {
  throughput: number;
  /** Megabytes. */
  memory: number;
  /** Longest answers, in milliseconds. */
  health: number;
  read: number;
}

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

/** The other team gets contacts and a token; that is the hostile callers' one. */
async function prepare(databaseUrl: string): Promise<string> {
  const token = tokenOf('obt_', OTHER_TEAM);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO team_tokens (id, team_id, name, role, token_hash, token_ciphertext, updated_at)
       VALUES (gen_random_uuid(), $1, 'Hostile', 'owner', $2, '\\x00', now())`,
      [OTHER_TEAM, createHash('sha256').update(token).digest()],
    );
    await client.query(
      `INSERT INTO contacts (team_id, id, number, name, email, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 491700000000 + n, 'Somebody ' || md5(n::text), n || '@example.com', now(), now()
       FROM generate_series(1, $2::int) n`,
      [OTHER_TEAM, CONTACTS],
    );
    await client.query('VACUUM ANALYZE contacts');
  } finally {
    await client.end();
  }
  return token;
}
