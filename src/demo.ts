import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DemoRefusedError, deleteEmbedded, emptyTables, refuseForeignTeams } from '../prisma/seed/reset.ts';
import { type DemoCredentials, seedDemo } from '../prisma/seed.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import type { Services } from './context.ts';
import { EmbeddedDatabaseLockedError } from './database/data-directory-lock.ts';
import { MigrationHistoryError } from './database/migrate.ts';
import { startServer } from './server.ts';

/** `npm run demo`: the server over demo data. `npm run demo -- --reset` begins anew. */
const OPERATOR_ERRORS = [ConfigError, DemoRefusedError, EmbeddedDatabaseLockedError, MigrationHistoryError];

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
  // The banner is what one looks for here, not a line per start and stop.
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' });
  const embedded = config.DATABASE_URL === undefined;
  if (embedded && values.reset && deleteEmbedded(config.DATA_DIR)) say(`Deleted the database in ${config.DATA_DIR}.`);

  let demo: DemoCredentials | undefined;
  const prepare = async (services: Services) => {
    await refuseForeignTeams(services.pool, values.reset);
    if (!embedded && values.reset) {
      await emptyTables(services.pool);
      say('Emptied all tables of the database that DATABASE_URL names.');
    }
    demo = await seedDemo(services, say);
  };
  if (embedded) say(`Opening the embedded database in ${config.DATA_DIR} …`);
  const server = await startServer(config, { prepare });
  const stop = () => {
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  const base = (config.PUBLIC_URL ?? server.url).replace(/\/+$/, '');
  const file = writeDemoFile(config, base, demo!);
  say(banner(base, demo!, file));
}

/** What programs need to try the demo; read by tests of integrations, for instance. */
function writeDemoFile(config: Config, base: string, demo: DemoCredentials): string {
  const { email, password, token, otherToken, webhookSecret, ids } = demo;
  const content = {
    base_url: `${base}/api`,
    graphql_url: `${base}/graphql`,
    email,
    password,
    token,
    other_token: otherToken,
    webhook_secret: webhookSecret,
    ids,
  };
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const path = join(config.DATA_DIR, 'demo.json');
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  return path;
}

const NESTED_REQUEST =
  '{ smsCampaigns(first: 20) { totalCount nodes { name status offers { name profit } sends(first: 20) { status createdAt logs(first: 10) { text createdAt } } } } }';

function banner(base: string, demo: DemoCredentials, file: string): string {
  return `
  GraphiQL     ${base}/graphql
  REST         ${base}/api
  REST docs    ${base}/api/docs

  Sign in      ${demo.email}  ${demo.password}
  Token        ${demo.token}  (Acme Outreach, every endpoint)
               ${demo.scopedToken}  (Acme Outreach, only post /v1/offers)
               ${demo.otherToken}  (Globex Messaging, which sees nothing of Acme's)

  Campaigns with offers, sends and logs, over GraphQL:

    curl -s ${base}/graphql -H 'Authorization: Bearer ${demo.token}' -H 'Content-Type: application/json' \\
      -d '${JSON.stringify({ query: NESTED_REQUEST })}'

  and over REST:

    curl -s '${base}/api/v1/sms/campaigns?include=offers,sends,logs' -H 'Authorization: Bearer ${demo.token}'

  All of this, and ids to try, in ${file}. Ctrl+C ends the demo; \`npm run demo -- --reset\` begins anew.
`;
}

try {
  await main();
} catch (error) {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  if (!isUsage && !OPERATOR_ERRORS.some((type) => error instanceof type)) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
