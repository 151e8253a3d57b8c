import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
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
  if (embedded && values.reset && (await deleteEmbedded(config.DATA_DIR)))
    say(`Deleted the database in ${config.DATA_DIR}.`);

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
  const SMPP_PORT = config.READ_ONLY ? undefined : (config.SMPP_PORT ?? (await freeSmppPort(config)));
  const starting = startServer({ ...config, SMPP_PORT }, { prepare, explorer: demoExplorer(CREDENTIALS) });
  closeAtSignal(config, starting);
  const server = await starting;

  const base = config.PUBLIC_URL ?? server.url;
  const seller = server.smppPort === null ? null : sellerLines(base, `${config.SMPP_HOST}:${server.smppPort}`, demo!);
  const file = writeDemoFile(config, base, demo!, seller);
  say(banner(base, demo!, config.EMAIL_URL!, file, seller));
}

/** SMPP's own port where it is free, else any. */
async function freeSmppPort({ SMPP_HOST }: Config): Promise<number> {
  const server = createServer().listen(2775, SMPP_HOST);
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isFree) await once(server.close(), 'close');
  return isFree ? 2775 : 0;
}

type SellerLines = ReturnType<typeof sellerLines>;

/** Where the demo's seller connects, and commands that send a message over either protocol. */
function sellerLines(base: string, smpp: string, { seller: { username, password } }: DemoCredentials) {
  const submit = `{source_addr:"Demo",source_addr_ton:5,destination_addr:"12025550123",dest_addr_ton:1,short_message:"Hello over SMPP",registered_delivery:1}`;
  return {
    ...{ username, password, smpp_url: `smpp://${smpp}`, http_url: `${base}/hub/messages` },
    smpp: `node -e 's=require("smpp").connect("smpp://${smpp}",()=>s.bind_transceiver({system_id:"${username}",password:"${password}"},()=>s.submit_sm(${submit},p=>console.log("submitted",id=p.message_id))));s.on("deliver_sm",p=>{s.send(p.response());if(p.receipted_message_id===id){console.log(p.short_message.message);s.unbind(()=>s.close())}})'`,
    curl: `curl -s ${base}/hub/messages -u ${username}:${password} -H 'Content-Type: application/json' -d '{"to":"+12025550123","from":"Demo","text":"Hello over HTTP"}'`,
  };
}

function writeDemoFile(config: Config, base: string, demo: DemoCredentials, seller: SellerLines | null): string {
  const { email, password, token, otherToken, webhookSecret, ids } = demo;
  const content = {
    base_url: `${base}/api`,
    graphql_url: `${base}/graphql`,
    email,
    password,
    token,
    other_token: otherToken,
    webhook_secret: webhookSecret,
    ...(seller && { seller }),
    ids,
  };
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const path = join(config.DATA_DIR, 'demo.json');
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
  return path;
}

const NESTED_REQUEST =
  '{ smsCampaigns(first: 20) { totalCount nodes { name status offers { nodes { name profit } } sends(first: 20) { nodes { status createdAt logs(first: 10) { nodes { text createdAt } } } } } } }';

function banner(base: string, demo: DemoCredentials, outbox: string, file: string, seller: SellerLines | null): string {
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

${seller === null ? '' : sellerBanner(seller)}  ${file} lists all of this and some ids to try. Ctrl+C stops the demo; \`npm run demo -- --reset\` starts it with fresh data.
`;
}

const sellerBanner = ({
  username,
  password,
  smpp_url,
  http_url,
  smpp,
  curl,
}: SellerLines) => `  As a seller of Acme Outreach's hub (simulated: nothing is sent, nothing is charged):

  Seller       ${username}  ${password}
  SMPP         ${smpp_url}
  HTTP         ${http_url}

    ${smpp}

    ${curl}

`;

// Keeps the banner visible.
const { env } = process;
const environment = {
  ...env,
  EMAIL_URL: env.EMAIL_URL || `file:${join(env.DATA_DIR || '.data', 'outbox')}`,
  LOG_LEVEL: env.LOG_LEVEL || 'warn',
  LOOKUP_PROVIDER: env.LOOKUP_PROVIDER || 'simulator',
};
await explained(environment, main);
