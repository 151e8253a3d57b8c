import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type Server, startProduct } from './contenders.ts';
import { HOSTILE, type Hostile } from './hostile-requests.ts';
import { killWorkers } from './kill-race.ts';
import type { PartName } from './names.ts';
import { residentMemory } from './process-usage.ts';
import { table } from './report.ts';
import { type BenchRequest, requestOf } from './requests.ts';
import type { Bench } from './shapes.ts';
import { stopDuringHandOver } from './stop-race.ts';

const REQUESTS = 10_000;
const CONNECTIONS = 200;
/** Every so manieth request is a hostile one. */
const HOSTILE_EVERY = 20;
/** Memory goes up and down with the collector: what counts is the most that was held in either half. */
const LOOK_EVERY = 250;
const GROWTH = 1.2;

const RUN: Record<PartName, (bench: Bench) => Promise<void>> = {
  requests: answerHostile,
  stops: stopDuringHandOver,
  kills: killWorkers,
};

/** Runs the chosen parts, one after the other. Throws at the first that fails. */
export async function withstand(bench: Bench): Promise<void> {
  for (const part of bench.options.parts) await RUN[part](bench);
}

/** Everyday requests over many connections with hostile ones between them. Throws when an answer is unexpected. */
async function answerHostile({ databaseUrl, dataSet, options, log }: Bench): Promise<void> {
  const port = await freePort();
  const limits = { RATE_LIMIT_PER_TOKEN: '100000000', RATE_LIMIT_PER_ADDRESS: '100000000' };
  const server = await startProduct(options, { PORT: String(port), DATABASE_URL: databaseUrl, ...limits });
  const [nested, light, single] = (['nested', 'light', 'single'] as const).map(
    (shape) => requestOf('ours', shape, dataSet, options.root)!,
  ) as [BenchRequest, BenchRequest, BenchRequest];
  const everyday = [nested, ...Array.from({ length: 7 }, () => [single, light]).flat()];
  try {
    const seen = new Map<string, number>();
    const unexpected: string[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    let next = 0;
    const most = { first: 0, second: 0 };
    const look = (half: 'first' | 'second') => {
      most[half] = Math.max(most[half], residentMemory(server.pid));
    };
    const startedAt = performance.now();

    const work = async () => {
      while (next < REQUESTS) {
        const at = next++;
        if (at % LOOK_EVERY === 0) look(at < REQUESTS / 2 ? 'first' : 'second');
        const hostile = at % HOSTILE_EVERY === 0 ? HOSTILE[(at / HOSTILE_EVERY) % HOSTILE.length]! : null;
        const status = hostile
          ? await attack(server, hostile)
          : await ask(server, agent, everyday[at % everyday.length]!);
        const name = `${hostile?.name ?? 'everyday'} ${status}`;
        seen.set(name, (seen.get(name) ?? 0) + 1);
        if (!(hostile?.expected ?? [200]).includes(status)) unexpected.push(name);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    const seconds = (performance.now() - startedAt) / 1_000;
    agent.destroy();
    await sleep(2_000);
    look('second');

    log(
      `\n### ${REQUESTS} requests on ${CONNECTIONS} connections, every ${HOSTILE_EVERY}th hostile: ${seconds.toFixed(0)} s\n`,
    );
    log(
      table(
        ['request and status', 'answers'],
        [...seen].sort().map(([name, count]) => [name, String(count)]),
      ),
    );
    log(`\nMemory at most: ${most.first.toFixed(0)} MB in the first half, ${most.second.toFixed(0)} MB in the second.`);
    if (unexpected.length > 0) throw new Error(`${unexpected.length} unexpected answers, e.g. ${unexpected[0]}`);
    if (most.second > most.first * GROWTH) throw new Error('Memory grew by more than a fifth.');
  } finally {
    await server.stop();
  }
}

function ask({ port }: Server, agent: Agent, { method, path, headers, body }: BenchRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode!));
    });
    sent.once('error', reject).end(body);
  });
}

/** The status of the first answer; 0 when the connection was closed without one. */
function attack({ port }: Server, { bytes }: Hostile): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setTimeout(40_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)));
    socket.write(bytes);
  });
}
