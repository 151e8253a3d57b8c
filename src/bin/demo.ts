import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CREDENTIALS } from '../../prisma/seed/credentials.ts';
import { demoExplorer } from '../../prisma/seed/explorer.ts';
import { deleteEmbedded, emptyTables, refuseForeignTeams } from '../../prisma/seed/reset.ts';
import { type DemoCredentials, seedDemo } from '../../prisma/seed.ts';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import { closeAtSignal, explained } from '../process/run-process.ts';
import { startServer } from '../server.ts';
import { assertPortIsFree } from '../web/http-server.ts';

/** `npm run demo`: the server over demo data. `-- --reset` starts again. */

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function main(config: Config): Promise<void> {
  const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
  await assertPortIsFree(config);
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
  const starting = startServer(config, { prepare, explorer: demoExplorer(CREDENTIALS) });
  closeAtSignal(config, starting);
  const server = await starting;

  const base = (config.PUBLIC_URL ?? server.url).replace(/\/+$/, '');
  const file = writeDemoFile(config, base, demo!);
  say(banner(base, demo!, config.EMAIL_URL!, file));
}

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
  '{ smsCampaigns(first: 20) { totalCount nodes { name status offers { nodes { name profit } } sends(first: 20) { nodes { status createdAt logs(first: 10) { nodes { text createdAt } } } } } } }';

function banner(base: string, demo: DemoCredentials, outbox: string, file: string): string {
  return `
  Dashboard    ${base}/app
  GraphiQL     ${base}/graphql  (opens with the token below)
  REST         ${base}/api
  REST docs    ${base}/api/docs

  Sign in      ${demo.email}  ${demo.password}
  Token        ${demo.token}  (Acme Outreach, every endpoint)
               ${demo.scopedToken}  (Acme Outreach, only post /v1/offers)
               ${demo.otherToken}  (Globex Messaging, which sees nothing of Acme's)
  E-mails      ${outbox}

  Campaigns with offers, sends and logs, over GraphQL:

    curl -s ${base}/graphql -H 'Authorization: Bearer ${demo.token}' -H 'Content-Type: application/json' \\
      -d '${JSON.stringify({ query: NESTED_REQUEST })}'

  and over REST:

    curl -s '${base}/api/v1/sms/campaigns?include=offers,sends,logs' -H 'Authorization: Bearer ${demo.token}'

  All of this, and ids to try, in ${file}. Ctrl+C ends the demo; \`npm run demo -- --reset\` begins anew.
`;
}

// Keeps the banner visible.
const { env } = process;
const environment = {
  ...env,
  EMAIL_URL: env.EMAIL_URL || `file:${join(env.DATA_DIR || '.data', 'outbox')}`,
  LOG_LEVEL: env.LOG_LEVEL || 'warn',
  LOOKUP_PROVIDER: env.LOOKUP_PROVIDER || 'simulator',
};
await explained(environment, main);
