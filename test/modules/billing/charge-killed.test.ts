import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { bundled } from '../../support/bundle.ts';
import { lastingDatabase } from '../../support/lasting-database.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
});

test('ledger and balance agree after the process that charges was killed in the middle', async () => {
  const database = await lastingDatabase();
  cleanups.push(() => database.remove());
  const told = await killAfter(startCharging(database.environment), 30);

  const after = await database.open();
  const { rows } = await after.pool.query<{ entries: number; agree: boolean; unbroken: boolean }>(
    `SELECT count(e.*)::int AS entries, i.balance = 1000 - sum(e.amount) AS agree,
       min(e.balance_after) = i.balance AND count(DISTINCT e.balance_after) = count(e.*) AS unbroken
     FROM integrations i JOIN ledger_entries e ON e.team_id = i.team_id AND e.integration_id = i.id GROUP BY i.team_id, i.id`,
  );
  await after.close();
  expect(rows).toEqual([{ entries: rows[0]!.entries, agree: true, unbroken: true }]);
  // Some may have been committed without their line having left the process; none the other way round.
  expect(rows[0]!.entries).toBeGreaterThanOrEqual(told);
});

const script = await bundled(fileURLToPath(new URL('charging-process.ts', import.meta.url)));

function startCharging(environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.unshift(() => child.kill('SIGKILL'));
  return child;
}

/** How many charges the process told of before it was gone. */
async function killAfter(child: ChildProcess, charges: number): Promise<number> {
  const gone = once(child, 'exit');
  let told = 0;
  for await (const _ of createInterface(child.stdout!)) {
    told += 1;
    if (told === charges) child.kill('SIGKILL');
  }
  await gone;
  return told;
}
