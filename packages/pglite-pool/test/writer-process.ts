import pg from 'pg';
import { openEmbedded } from 'pglite-pool';

/**
 * Run by tests as a process of its own: `writer-process.ts <data directory>`. Opens the embedded database and commits
 * one row after another, telling the number of each once it is committed, until it is killed.
 */
const dataDir = process.argv[2]!;

try {
  const pool = new pg.Pool((await openEmbedded({ dataDir })).config());
  await pool.query('CREATE TABLE IF NOT EXISTS written (number int PRIMARY KEY, text text NOT NULL)');
  for (let number = 1; ; number += 1) {
    await pool.query('INSERT INTO written VALUES ($1, $2)', [number, 'x'.repeat(number)]);
    process.stdout.write(`committed ${number}\n`);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
