import { execFileSync } from 'node:child_process';
import type { Bench } from './shapes.ts';

/** The simulations of sending, of calling and of the hub over many seeds; a seed that fails is printed with the command that replays it. */
export function simulate({ log, options: { root, seeds, from } }: Pick<Bench, 'log' | 'options'>): void {
  log(`Simulating seeds ${from} to ${from + seeds - 1} …`);
  const environment = { ...process.env, SEEDS: String(seeds), FROM: String(from) };
  const files = ['delivery/engine', 'voice/engine', 'hub'].map((which) => `test/modules/${which}/simulation.test.ts`);
  execFileSync('npx', ['vitest', 'run', ...files, '--reporter=dot'], {
    cwd: root,
    stdio: 'inherit',
    env: environment,
  });
}
