import { startBalancer } from './balancer.ts';
import { type Server, startContender } from './contenders.ts';
import { measureRound, type Round } from './measure.ts';
import { TITLES, table } from './report.ts';
import { type BenchRequest, requestOf } from './requests.ts';
import type { Bench } from './shapes.ts';
import { median, quantile } from './statistics.ts';

const MOST_PROCESSES = 4;
/** Enough for every process to have compiled what comes back. */
const WARM_UP_SECONDS = 3;

/** How much more 2, 3 and 4 server processes on one database answer than one, all of them behind the same balancer. */
export async function measureScale(bench: Bench): Promise<void> {
  const { databaseUrl, dataSet, options, log } = bench;
  const servers: Server[] = [];
  try {
    for (let count = 1; count <= MOST_PROCESSES; count++) {
      servers.push(await startContender('ours', databaseUrl, dataSet, { ...options, profile: undefined }));
    }
    for (const shape of options.shapes) {
      const request = requestOf('ours', shape, dataSet, options.root);
      if (request) log(`\n### ${TITLES[shape]}, by server processes\n\n${await measureShape(bench, servers, request)}`);
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureShape({ load, options }: Bench, servers: readonly Server[], request: BenchRequest) {
  const results = servers.map((): Round[] => []);
  // As many connections for every process in the largest round, and the same number in all.
  const connections = Math.ceil(options.connections / MOST_PROCESSES) * MOST_PROCESSES;
  const measure = async (count: number, seconds: number) => {
    const balancer = await startBalancer(servers.slice(0, count).map(({ port }) => port));
    const behind = { ...servers[0]!, port: balancer.port };
    return measureRound(load, behind, request, { connections, seconds }).finally(() => balancer.close());
  };
  await measure(servers.length, WARM_UP_SECONDS);
  for (let round = 0; round < options.rounds; round++) {
    for (let turn = 0; turn < servers.length; turn++) {
      const at = (round + turn) % servers.length;
      results[at]!.push(await measure(at + 1, options.seconds));
    }
  }
  const rows = results.map((rounds, at) => {
    const ratios = rounds.map(({ throughput }, round) => throughput / results[0]![round]!.throughput);
    return [
      String(at + 1),
      median(rounds.map(({ throughput }) => throughput)).toFixed(0),
      `**${median(ratios).toFixed(2)}**`,
      `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      median(rounds.map(({ latencies }) => quantile(latencies, 0.5))).toFixed(2),
      median(rounds.map(({ latencies }) => quantile(latencies, 0.99))).toFixed(1),
    ];
  });
  return table(['processes', 'req/s', '× one', 'rounds', 'p50 ms', 'p99 ms'], rows);
}
