import { execFileSync } from 'node:child_process';
import { createDatabase } from './database.ts';
import { table } from './report.ts';
import type { Bench } from './shapes.ts';
import { quantile } from './statistics.ts';

interface Told {
  kind: 'route' | 'interaction' | 'work';
  /** The first visit of a screen loads its code. */
  round?: number;
  screen?: string;
  ms: number;
}

/** The dashboard in the system's Chromium on the demo's data times 100: changes of the screen, and answers to a press. */
export async function measureDashboard({ options, log }: Bench): Promise<void> {
  const { url, drop } = await createDatabase(options);
  try {
    const script = ['--import', 'tsx', 'test/browser/at-size.ts', '--url', url, '--rounds', String(options.rounds)];
    const output = execFileSync(options.node, script, {
      cwd: options.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const told = output.split('\n').flatMap((line) => (line.startsWith('{"kind"') ? [JSON.parse(line) as Told] : []));
    const rowOf = (name: string, of: readonly Told[]) => {
      const at = (share: number) =>
        quantile(
          of.map(({ ms }) => ms),
          share,
        ).toFixed(0);
      return [name, String(of.length), at(0.5), at(0.75), at(0.95)];
    };
    const ofKind = (kind: Told['kind']) => told.filter((one) => one.kind === kind);
    const routes = ofKind('route');
    const again = routes.filter(({ round }) => round !== 1);
    const screens = [...new Set(again.map(({ screen }) => screen!))];
    const rows = [
      rowOf('change of the screen', routes),
      rowOf(
        'its first visit',
        routes.filter(({ round }) => round === 1),
      ),
      rowOf('interaction, to the next frame', ofKind('interaction')),
      rowOf('interaction, processor time of the page with all that follows', ofKind('work')),
      ...screens.map((name) =>
        rowOf(
          `again: ${name}`,
          again.filter(({ screen }) => screen === name),
        ),
      ),
    ];
    log(
      `\n### The dashboard on the demo's data times 100\n\n${table(['', 'times', 'p50, ms', 'p75, ms', 'p95, ms'], rows)}\n`,
    );
  } finally {
    await drop();
  }
}
