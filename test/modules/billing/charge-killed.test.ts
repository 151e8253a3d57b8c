import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, inject, test } from 'vitest';
import { type DatabaseOptions, openDatabase } from '../../../src/database/client.ts';
import { bundled } from '../../support/bundle.ts';
import { createServerDatabase } from '../../support/database.ts';

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
});

/** A database that one process can open after another, and what a new embedded one begins as. */
async function lastingDatabase(): Promise<{ options: DatabaseOptions; template: string[] }> {
  const from = inject('databaseTemplate');
  if (from.kind === 'server') {
    const { url, drop } = await createServerDatabase(from.template);
    cleanups.push(drop);
    return { options: { url }, template: [] };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'outbound-ledger-'));
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return { options: { dataDir }, template: [from.path] };
}

test('ledger and balance agree after the process that charges was killed in the middle', async () => {
  const { options, template } = await lastingDatabase();
  const told = await killAfter(startCharging(options, ...template), 30);

  const after = await openDatabase(options);
  const { rows } = await after.pool.query<{ entries: number; agree: boolean; unbroken: boolean }>(
    `SELECT count(e.*)::int AS entries, i.balance = 1000 - sum(e.amount) AS agree,
       min(e.balance_after) = i.balance AND count(DISTINCT e.balance_after) = count(e.*) AS unbroken
     FROM integrations i JOIN ledger_entries e ON e.integration_id = i.id GROUP BY i.id`,
  );
  await after.close();
  expect(rows).toEqual([{ entries: rows[0]!.entries, agree: true, unbroken: true }]);
  // Some may have been committed without their line having left the process; none the other way round.
  expect(rows[0]!.entries).toBeGreaterThanOrEqual(told);
}, 60_000);

const script = await bundled(fileURLToPath(new URL('charging-process.ts', import.meta.url)));

function startCharging(options: DatabaseOptions, ...template: string[]): ChildProcess {
  const args = [script, JSON.stringify(options), ...template];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
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
