import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import pg from 'pg';
import { standBeside } from './beside.ts';
import { sendInChaos } from './chaos.ts';
import { measureCitus } from './citus.ts';
import { measureColdStart } from './cold-start.ts';
import { POOL_SIZE } from './contenders.ts';
import { measureDashboard } from './dashboard.ts';
import { loadDataSet } from './data-set.ts';
import { createDatabase } from './database.ts';
import { fuzz } from './fuzz.ts';
import { withstand } from './hostile.ts';
import { measureHub } from './hub.ts';
import { measureImport } from './import.ts';
import { measureLargeTeam } from './large-team.ts';
import { LoadGenerator } from './load-generator.ts';
import { measureNeverAnalysed } from './never-analysed.ts';
import { stopNodes } from './node-down.ts';
import { type Options, readOptions } from './options.ts';
import { measurePerson } from './person.ts';
import { measurePressure } from './pressure.ts';
import { measureReports } from './report-task.ts';
import { measureRetention } from './retention.ts';
import { measureScale } from './scale.ts';
import { measureSending } from './send.ts';
import { measureShapes } from './shapes.ts';
import { simulate } from './simulate.ts';
import { measureSizes } from './sizes.ts';
import { soak } from './soak.ts';
import { measureWebhooks } from './webhooks.ts';
import { measureWrites } from './writes.ts';

const log = (text: string) => void process.stdout.write(`${text}\n`);

const options = readOptions(process.argv.slice(2));
if (options.build) {
  log('Building the product …');
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: options.root, stdio: 'inherit' });
}
log('Loading the data set …');
const database = await createDatabase(options);
const load = new LoadGenerator();
try {
  const dataSet = await loadDataSet(database.url, options.scale);
  log(await conditions());
  const bench = { databaseUrl: database.url, dataSet, load, options, log };
  if (options.tasks.includes('shapes')) await measureShapes(bench);
  if (options.tasks.includes('sizes')) await measureSizes(bench);
  if (options.tasks.includes('cold')) await measureColdStart(bench);
  if (options.tasks.includes('import')) await measureImport(bench);
  if (options.tasks.includes('scale')) await scaleOf(options)(bench);
  if (options.tasks.includes('soak')) await soak(bench);
  if (options.tasks.includes('fuzz')) fuzz(bench);
  if (options.tasks.includes('send')) await sendingOf(options)(bench);
  if (options.tasks.includes('report')) await measureReports(bench);
  if (options.tasks.includes('never-analysed')) await measureNeverAnalysed(bench);
  if (options.tasks.includes('large-team')) await measureLargeTeam(bench);
  if (options.tasks.includes('webhooks')) await measureWebhooks(bench);
  if (options.tasks.includes('hub')) await measureHub(bench);
  if (options.tasks.includes('person')) await measurePerson(bench);
  if (options.tasks.includes('dashboard')) await measureDashboard(bench);
  if (options.tasks.includes('retention')) await measureRetention(bench);
  if (options.tasks.includes('writes')) await measureWrites(bench);
  if (options.tasks.includes('simulate')) simulate(bench);
  if (options.tasks.includes('hostile')) await withstand(bench);
  if (options.tasks.includes('beside')) await standBeside(bench);

  function sendingOf({ pressure, chaos }: Options) {
    if (chaos) return sendInChaos;
    return pressure ? measurePressure : measureSending;
  }

  function scaleOf({ citus, nodeDown }: Options) {
    if (nodeDown) return stopNodes;
    return citus.length > 0 ? measureCitus : measureScale;
  }

  async function conditions(): Promise<string> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version').finally(() => client.end());
    const [cpu] = cpus();
    return [
      `PostgreSQL ${rows[0]!.server_version}, ${cpus().length} × ${cpu!.model}, contenders on Node ${nodeVersion()}`,
      `${options.connections} connections of the load generator, ${POOL_SIZE} of every contender to the database`,
      `${options.rounds} rounds of ${options.seconds} s, ${dataSet.rows.logs.toLocaleString('en')} logs stored`,
    ].join('; ');
  }
} finally {
  load.close();
  await database.drop();
}

function nodeVersion(): string {
  return execFileSync(options.node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}
