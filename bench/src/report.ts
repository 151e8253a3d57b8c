import type { Round } from './measure.ts';
import type { ContenderName, ShapeName } from './names.ts';
import { median, quantile } from './statistics.ts';

export interface Result {
  contender: ContenderName;
  rounds: Round[];
  statements: number;
  /** Megabytes, a pause after the last round. */
  memoryAfter: number;
}

const LABELS: Record<ContenderName, string> = {
  'floor-a': 'floor A: one SQL builds the JSON',
  'floor-b': 'floor B: flat rows, put together in JS',
  mercurius: 'Mercurius + graphql-jit + loaders',
  postgraphile: 'PostGraphile 5 (Node 24)',
  'plain-prisma': 'Yoga + Pothos + Prisma, `t.relation`',
  ours: 'ours, GraphQL',
  'ours-interpreted': 'ours, GraphQL, interpreted',
  'ours-rest': 'ours, REST',
};

export const TITLES: Record<ShapeName, string> = {
  nested: 'Nested read: 20 campaigns with offers × 20 sends × 10 logs',
  light: 'Light list: 20 campaigns with offers',
  single: 'Single read: one campaign by id',
  e14: 'E14 over GraphQL and over REST: 20 campaigns, every field, with offers, sends and logs',
};

/** A row for every contender, and each number also as a multiple of the first contender's in the same rounds. */
export function shapeTable(results: readonly Result[]): string {
  const [first] = results;
  const rows = results.map(({ contender, rounds, statements, memoryAfter }) => {
    const cell = (of: (round: Round) => number, digits: number) => {
      const ratios = rounds.map((round, at) => of(round) / of(first!.rounds[at]!));
      return `${median(rounds.map(of)).toFixed(digits)} (${median(ratios).toFixed(2)})`;
    };
    const throughput = (round: Round) => round.throughput;
    const ratios = rounds.map((round, at) => round.throughput / first!.rounds[at]!.throughput);
    return [
      LABELS[contender],
      median(rounds.map(throughput)).toFixed(0),
      `**${median(ratios).toFixed(2)}**`,
      `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
      cell(({ latencies }) => quantile(latencies, 0.5), 2),
      cell(({ latencies }) => quantile(latencies, 0.99), 1),
      cell(({ cpu }) => cpu, 2),
      cell(({ usualMemory }) => usualMemory, 0),
      Math.max(...rounds.map(({ memory }) => memory)).toFixed(0),
      memoryAfter.toFixed(0),
      statements.toFixed(0),
      median(rounds.map(({ kilobytes }) => kilobytes)).toFixed(kilobytesDigits(rounds[0]!)),
    ];
  });
  const reference = first!.contender === 'floor-a' ? 'floor A' : LABELS[first!.contender];
  return table(
    [
      '',
      'req/s',
      `× ${reference}`,
      'rounds',
      'p50 ms',
      'p99 ms',
      'CPU ms/req',
      'RSS MB',
      'at most',
      'after a pause',
      'SQL/req',
      'KB',
    ],
    rows,
  );
}

const kilobytesDigits = ({ kilobytes }: Round) => (kilobytes < 10 ? 1 : 0);

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}
