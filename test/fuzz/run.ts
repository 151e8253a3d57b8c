import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { openDatabase } from '../../src/database/client.ts';
import { migrateQueue } from '../../src/jobs/queue.ts';
import { testAppOn, testConfig } from '../support/app-on.ts';
import { targets } from './targets.ts';
import { createFuzzWorld } from './world.ts';

/**
 * The fuzz suite for as long as wanted, on a migrated database of a server: other requests in every run, several at a
 * time. A failure is told with its seed and path, which `fc.assert` takes to repeat it; the exit code is 1 then.
 */
const { values } = parseArgs({ options: { url: { type: 'string' }, minutes: { type: 'string', default: '1' } } });
const AT_A_TIME = 4;
const RUNS = 10;

const database = await openDatabase({ url: values.url! });
const app = testAppOn(database, testConfig({ LOGIN_ATTEMPTS: 1_000 }));
await migrateQueue(app.services);
const world = await createFuzzWorld(app);
const until = Date.now() + Number(values.minutes) * 60_000;
const statuses = new Map<number, number>();
let failures = 0;

const write = (text: string) => void process.stdout.write(`${text}\n`);
const pick = () => targets[Math.floor(Math.random() * targets.length)]!;

async function fuzz(): Promise<void> {
  while (Date.now() < until) {
    const target = pick();
    const property = target.property(world, ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
    const found = await fc.check(property, { numRuns: RUNS, endOnFailure: true });
    if (!found.failed) continue;
    failures += 1;
    write(`${target.name}, seed ${found.seed}, path ${found.counterexamplePath}: ${String(found.errorInstance)}`);
    write(`  ${JSON.stringify(found.counterexample).slice(0, 2_000)}`);
  }
}

await Promise.all(Array.from({ length: AT_A_TIME }, fuzz));
const asked = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
write(`${targets.length} targets; answers: ${asked.join(', ')}; ${failures} not as documented.`);
await app.close();
process.exitCode = failures > 0 ? 1 : 0;
