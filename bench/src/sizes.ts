import { startContender } from './contenders.ts';
import { loadDataSet } from './data-set.ts';
import { createDatabase } from './database.ts';
import { measureRound } from './measure.ts';
import { table } from './report.ts';
import { nestedPage } from './requests.ts';
import type { Bench } from './shapes.ts';
import { median } from './statistics.ts';

const PAGES = [5, 20, 80];
const SCALES = [1, 5];
const LOGS_PER_CAMPAIGN = 200;

/** What a request costs must follow the rows that it returns, not the rows that are stored. */
export async function measureSizes({ load, options, log }: Bench): Promise<void> {
  const rows: string[][] = [];
  for (const scale of SCALES) {
    const database = await createDatabase(options);
    try {
      const dataSet = await loadDataSet(database.url, scale);
      const server = await startContender('ours', database.url, dataSet, { ...options, profile: undefined });
      try {
        for (const page of PAGES) {
          const request = nestedPage(page, dataSet);
          await measureRound(load, server, request, { ...options, seconds: 1 });
          const rounds = [];
          for (let round = 0; round < 3; round++) rounds.push(await measureRound(load, server, request, options));
          const throughput = median(rounds.map((round) => round.throughput));
          rows.push([
            `×${scale}`,
            dataSet.rows.logs.toLocaleString('en'),
            String(page),
            (page * LOGS_PER_CAMPAIGN).toLocaleString('en'),
            throughput.toFixed(1),
            (1_000 / throughput / page).toFixed(3),
            (median(rounds.map(({ cpu }) => cpu)) / page).toFixed(3),
          ]);
        }
      } finally {
        await server.stop();
      }
    } finally {
      await database.drop();
    }
  }
  const head = [
    'stored',
    'logs stored',
    'campaigns asked',
    'logs returned',
    'req/s',
    'ms per campaign',
    'CPU ms per campaign',
  ];
  log(`\n### Nested read of ours by page size and stored data\n\n${table(head, rows)}`);
}
