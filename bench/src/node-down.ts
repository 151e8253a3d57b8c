import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { createCalls } from './call-events.ts';
import { freePort, startProduct, startWorker } from './contenders.ts';
import { tokenOf } from './data-set.ts';
import { createCluster } from './database.ts';
import { listFile } from './list-file.ts';
import { callsByNumber } from './race.ts';
import { table } from './report.ts';
import { type Ask, asker, START } from './send.ts';
import { createContacts, createHttpCampaign, type HttpCampaign } from './send-data.ts';
import type { Bench } from './shapes.ts';
import { type SmsService, startSmsService } from './sms-service.ts';
import { signed } from './stop-race.ts';

const run = promisify(execFile);

const TOKEN_KEY = '0'.repeat(64);
const PASSWORD = 'correct horse';
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$f0W7QBtvRrIwB3K4Q9czog$zmYkkLrvYYcrPG3SfGAioW9IUeKHVexPHWzudwKPckU';

/** Contacts of a campaign: it takes longer than a node is down. */
const CONTACTS = 5_000;
const CALLS = 300;
const LANES = 4;
const DELAY = { least: 200, most: 600 };
const BATCH = 20;
const IMPORTED = 20_000;

/** Within this time of a node's end every process has noticed; meanwhile anybody may be answered UNAVAILABLE. */
const NOTICED_MS = 3_000;
/** Longer than jobs and statements rest. The node stays down until the other team's import has ended, too. */
const DOWN_MS = 15_000;
const BEFORE_MS = 5_000;
/** Within this time of its return its teams go on. */
const BACK_MS = 15_000;
const PATIENCE_MS = 120_000;

type Phase = 'before' | 'noticing' | 'down' | 'returning' | 'after';
const PHASES: readonly Phase[] = ['before', 'noticing', 'down', 'returning', 'after'];

/** What a request came to: `ok`, `unavailable`, or what else was answered. */
type Result = string;

interface Person {
  email: string;
  password: string;
}

/** A team, what goes on for it, and what it was told. */
interface Team {
  name: string;
  id: string;
  /** The node that has its rows. */
  node: string;
  ask: Ask;
  token: string;
  secret: string;
  person: Person;
  service: SmsService;
  sms: string;
  /** Signs what is posted to the route's hook. */
  hook: Pick<HttpCampaign, 'secret' | 'hookPath'>;
  voice: string;
  links: string[];
  seen: Map<string, number>;
  /** What was acknowledged: it must be there afterwards. */
  events: number[];
  tags: string[];
  clicks: number;
  /** Numbers that said STOP, and messages that were reported delivered. */
  stops: string[];
  receipts: string[];
}

/**
 * Stops each worker of a cluster in turn while two teams work, one on each of two nodes. Throws when the team on the other node is held
 * up, when the stopped one's is told anything but that it is unavailable, when something acknowledged is gone, or when it does not go on.
 */
export async function stopNodes(bench: Bench): Promise<void> {
  const { options, log } = bench;
  if (options.citus.length < 2 || !options.stopNode || !options.startNode)
    throw new Error('--part node-down needs two workers in --citus, --stop-node and --start-node.');
  for (let round = 0; round < options.rounds; round += 1)
    await stopNode(bench, options.citus[round % options.citus.length]!, round + 1);
  log(`${options.rounds} rounds: a stopped node held up its own teams alone.`);
}

async function stopNode({ options, log }: Bench, node: string, round: number): Promise<void> {
  const cluster = await createCluster(options);
  const running: { stop(): unknown }[] = [];
  let phase: Phase = 'before';
  const client = new pg.Client({ connectionString: cluster.url });
  // Not waited for in this thread: the services that messages go to are in it.
  const command = (text: string) => run('sh', ['-c', text], { env: { ...process.env, NODE: node } });
  let isStopped = false;
  try {
    await client.connect();
    const [port, metrics] = [String(await freePort()), String(await freePort())];
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      DATABASE_URL: cluster.url,
      TOKEN_KEY,
      PUBLIC_URL: url,
      PRIVATE_PROVIDERS: 'on',
      LOGIN_ATTEMPTS: '1000',
      LOGIN_LOCKOUT: '100000',
      SENDING_LANES: String(LANES),
    };
    const server = await startProduct(options, { ...environment, PORT: port, METRICS: metrics, WORKER: 'off' });
    running.push(server);
    const teams: Team[] = [];
    for (const at of [node, options.citus.find((other) => other !== node)!]) {
      const service = await startSmsService(DELAY);
      running.push({ stop: () => service.close() });
      teams.push(await createTeam(client, server, service, at));
    }
    const [away, living] = teams as [Team, Team];
    const worker = startWorker(options, environment);
    running.push({ stop: () => worker.kill() });
    await Promise.all(teams.map((team) => start(team)));
    const lists = [await startImport(url, away, IMPORTED)];

    let isOver = false;
    const work = teams.flatMap((team) => clientsOf(url, team).map((one) => repeat(one, team)));
    async function repeat(
      [kind, ask, pauseMs]: [kind: string, ask: () => Promise<Result | null>, pauseMs: number],
      { seen }: Team,
    ) {
      while (!isOver) {
        const begun = phase;
        const result = await ask().catch((error: unknown) => `${(error as Error).message}`);
        // One that was under way at a change is counted to the less certain of both.
        const of = begun === 'down' || begun === 'after' || begun === 'before' ? phaseOf(begun, phase) : begun;
        const key = `${of}\t${kind}\t${result}`;
        if (result !== null) seen.set(key, (seen.get(key) ?? 0) + 1);
        await sleep(pauseMs);
      }
    }

    await linksOf(client, teams);
    await sleep(BEFORE_MS);
    const sentBefore = living.service.calls.length;
    phase = 'noticing';
    isStopped = true;
    await command(options.stopNode!);
    await sleep(NOTICED_MS);
    phase = 'down';
    const [sentAt, calledAt] = [living.service.calls.length, await callsOf(client, living)];
    const startedAt = performance.now();
    const list = await startImport(url, living, IMPORTED / 4);
    const imported = await untilImported(living, list, PATIENCE_MS).then(
      () => performance.now() - startedAt,
      (error: Error) => log(`The import of the other team: ${error.message}`),
    );
    const ready = await fetch(`${url}/ready`);
    const readyBody = await ready.text();
    const metric = /^outbound_database_nodes_away (\d+)/m.exec(
      await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text(),
    )?.[1];
    await sleep(Math.max(0, DOWN_MS - (performance.now() - startedAt)));
    const sentDown = living.service.calls.length - sentAt;
    const calledDown = (await callsOf(client, living)) - calledAt;
    phase = 'returning';
    await command(options.startNode!);
    isStopped = false;
    await sleep(BACK_MS);
    phase = 'after';
    await sleep(BEFORE_MS);
    isOver = true;
    await Promise.all(work);
    const readyAfter = await (await fetch(`${url}/ready`)).text();
    log(`Round ${round}: ${node} is back, and what was begun comes to its end.`);
    await untilEnded(client, teams);
    await untilImported(away, lists[0]!, PATIENCE_MS);

    const rows = teams.flatMap((team) => rowsOf(team));
    log(`\n### Round ${round}: ${node} stopped\n\n${table(['team', 'phase', 'request', 'answer', 'times'], rows)}\n`);
    log(`Messages handed over for the other team in calls: ${sentBefore} before, ${sentDown} while it was down.`);
    log(`Calls placed for it meanwhile: ${calledDown}. Its import took ${imported?.toFixed(0)} ms.`);
    const missed: [string, boolean][] = [
      ...boundsOf(living, ['before', 'down', 'returning', 'after'], ['ok']),
      ...boundsOf(living, ['noticing'], ['ok', 'unavailable']),
      ...boundsOf(away, ['before', 'after'], ['ok']),
      ...boundsOf(away, ['noticing', 'returning'], ['ok', 'unavailable']),
      ...boundsOf(away, ['down'], ['unavailable']),
      ['the other team’s messages went out', sentDown > 0],
      ['the other team’s calls were placed', calledDown > 0],
      ['the other team’s import ended', imported !== undefined],
      [`/ready names the node: ${readyBody}`, ready.status === 200 && readyBody.includes(node)],
      [`/ready names none afterwards: ${readyAfter}`, !readyAfter.includes('away')],
      ['the metric counts the node', metric === '1'],
      ...(await keptOf(client, away)),
      ...(await keptOf(client, living)),
    ];
    const failed = missed.flatMap(([what, holds]) => (holds ? [] : [what]));
    if (failed.length > 0) throw new Error(`Node ${node} down:\n- ${failed.join('\n- ')}`);
  } finally {
    if (isStopped) await command(options.startNode!);
    for (const one of running.reverse()) await one.stop();
    await client.end();
    await cluster.drop();
  }
}

const UNCERTAIN: Partial<Record<Phase, Phase>> = { before: 'noticing', down: 'returning', after: 'after' };

const phaseOf = (begun: Phase, ended: Phase): Phase => (begun === ended ? begun : UNCERTAIN[begun]!);

/** A team whose rows are on the node, with a person, calls, a campaign of each kind and all that they need. */
async function createTeam(
  client: pg.Client,
  server: Parameters<typeof asker>[0],
  service: SmsService,
  node: string,
): Promise<Team> {
  const id = await idOn(client, node);
  const token = tokenOf('obt_', id);
  const secret = tokenOf('obw_', id);
  const person = { email: `${id}@example.com`, password: PASSWORD };
  await client.query(`INSERT INTO teams (id, name, updated_at) VALUES ($1, 'Bench', now())`, [id]);
  await client.query(
    `INSERT INTO users (id, email, name, password_hash, updated_at) VALUES ($1, $2, 'Bench', $3, now())`,
    [id, person.email, PASSWORD_HASH],
  );
  await client.query(`INSERT INTO memberships (team_id, user_id, role) VALUES ($1, $1, 'owner')`, [id]);
  await client.query(
    `INSERT INTO team_tokens (id, team_id, name, role, token_hash, token_ciphertext, updated_at)
     VALUES (gen_random_uuid(), $1, 'Bench', 'owner', $2, '\\x00', now())`,
    [id, createHash('sha256').update(token).digest()],
  );
  await createContacts(client, id, CONTACTS);
  await createCalls(client, id, secret);
  const ask = asker(server, token);
  const { id: sms, ...hook } = await createHttpCampaign(
    ask,
    { url: service.url, batchSize: BATCH, maxInFlight: LANES },
    CONTACTS,
  );
  return {
    ...{ name: node, id, node, ask, token, secret, person, service, sms, hook, voice: await createVoiceCampaign(ask) },
    ...{ links: [], seen: new Map(), events: [], tags: [], clicks: 0, stops: [], receipts: [] },
  };
}

async function idOn(client: pg.Client, node: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 200)) x
     CROSS JOIN LATERAL (SELECT n.nodename || ':' || n.nodeport AS node FROM pg_dist_placement p JOIN pg_dist_node n USING (groupid)
       WHERE p.shardid = get_shard_id_for_distribution_column('teams', id)) n WHERE node = $1 LIMIT 1`,
    [node],
  );
  if (!rows[0]) throw new Error(`${node} has no shards.`);
  return rows[0].id;
}

async function createVoiceCampaign(ask: Ask): Promise<string> {
  const made = async (query: string, variables: object = {}) =>
    Object.values(await ask<Record<string, { id: string }>>(query, variables))[0]!.id;
  const { createVoiceAccount } = await ask<{ createVoiceAccount: { voiceAccount: { id: string } } }>(
    'mutation { createVoiceAccount(input: { name: "Simulator", voiceProvider: provider_b }) { voiceAccount { id } } }',
  );
  const account = createVoiceAccount.voiceAccount.id;
  await ask(
    `mutation ($id: ID!, $settings: JSONObject) {
       setVoiceAccountProvider(id: $id, input: { provider: simulator, settings: $settings }) { voiceAccount { id } } }`,
    // Nobody asks not to be called: a message that came back while the node was away would not go out to them afterwards.
    { id: account, settings: { callMs: 1_000, refused: 0, outcomes: { not_interested: 1, no_answer: 1 } } },
  );
  const agent = await made(
    'mutation ($account: ID!) { createAgent(input: { name: "Agent", prompt: "Hello.", voiceAccountId: $account }) { id } }',
    { account },
  );
  const number = await made(
    'mutation ($account: ID!) { createVoiceNumber(input: { number: "+49 30 123456", voiceAccountId: $account }) { id } }',
    { account },
  );
  const segment = await made(
    'mutation { createSegment(input: { name: "Called", filter: { countryIds: [276] } }) { id } }',
  );
  return made(
    `mutation ($agent: ID!, $number: ID!, $segment: ID!, $size: PositiveInt!) { createVoiceCampaign(input: { name: "Calls",
       meta: { sendType: manual, agentId: $agent, numberId: $number, segmentIds: [$segment], manualData: { sendAmount: $size } } }) { id } }`,
    { agent, number, segment, size: CALLS },
  );
}

async function start({ ask, sms, voice }: Team): Promise<void> {
  await ask(START, { id: sms });
  await ask('mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status } } }', { id: voice });
}

/** Of messages that went out: another one may come back, and its link ends. */
async function linksOf(client: pg.Client, teams: readonly Team[]): Promise<void> {
  for (const team of teams) {
    while (team.links.length === 0) {
      const { rows } = await client.query<{ code: string }>(
        'SELECT link_code AS code FROM sms_messages WHERE team_id = $1 AND link_code IS NOT NULL AND is_sent LIMIT 100',
        [team.id],
      );
      team.links.push(...rows.map(({ code }) => code));
      await sleep(200);
    }
  }
}

/** What goes on all the time, each one request at a time, with a pause in milliseconds. */
function clientsOf(url: string, team: Team): [kind: string, ask: () => Promise<Result | null>, pauseMs: number][] {
  const { token, secret, person } = team;
  const json = (path: string, headers: Record<string, string>, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const graphql = (query: string, variables: object = {}, bearer = token) =>
    json('/graphql', { authorization: `Bearer ${bearer}` }, { query, variables });
  const post = (body: object) => json(team.hook.hookPath, signed(team.hook.secret, JSON.stringify(body)), body);
  /** One that was handed over and is answered, other ones each time. */
  const handed = (at: number) => {
    const { answeredAt, messages } = team.service.calls[at] ?? { answeredAt: null };
    return answeredAt === null ? undefined : messages?.[0];
  };
  let [stopped, received] = [0, 0];
  let next = 0;
  let session: string | undefined;
  return [
    [
      'sign-in',
      async () => {
        const response = await json('/api/login', {}, person);
        const result = await resultOf(response.clone());
        if (result === 'ok') session = ((await response.json()) as { access_token: string }).access_token;
        return result;
      },
      300,
    ],
    [
      'call event',
      async () => {
        next += 1;
        const at = next;
        const message = {
          type: 'status-update',
          call: { id: `call-${String(at % 1_000).padStart(8, '0')}`, type: 'outboundPhoneCall' },
          status: 'in-progress',
          customer: { number: '+12125550123' },
          timestamp: 1_770_000_000_000 + at,
        };
        const path = '/api/v1/webhooks/calls/receive/extprovider';
        const result = await resultOf(await json(path, { 'x-webhook-secret': secret }, { message }));
        if (result === 'ok') team.events.push(message.timestamp);
        return result;
      },
      20,
    ],
    ['read', async () => resultOf(await graphql('{ contacts(first: 5) { nodes { id number } } }')), 100],
    ['own teams', async () => (session ? resultOf(await graphql('{ myTeams { id name } }', {}, session)) : null), 200],
    [
      'change',
      async () => {
        const name = `tag ${team.tags.length} ${Math.random()}`;
        const query = 'mutation ($name: String!) { createTag(input: { name: $name }) { id } }';
        const result = await resultOf(await graphql(query, { name }));
        if (result === 'ok') team.tags.push(name);
        return result;
      },
      200,
    ],
    [
      'short link',
      async () => {
        const code = team.links[team.clicks % team.links.length];
        if (code === undefined) return 'ok';
        const response = await fetch(`${url}/l/${code}`, { redirect: 'manual', headers: BROWSER });
        const result = response.status === 302 ? 'ok' : await resultOf(response);
        if (result === 'ok') team.clicks += 1;
        return result;
      },
      100,
    ],
    [
      'STOP',
      async () => {
        const message = handed(stopped);
        if (!message) return null;
        const reply = { id: randomUUID(), from: `+${message.to}`, to: 'Bench', text: 'STOP' };
        const result = await resultOf(await post({ replies: [{ ...reply, timestamp: new Date().toISOString() }] }));
        if (result === 'ok') {
          team.stops.push(message.to);
          stopped += 1;
        }
        return result;
      },
      500,
    ],
    [
      'receipt',
      async () => {
        const message = handed(received);
        if (!message) return null;
        const receipt = { provider_id: `p${message.id}`, status: 'delivered', timestamp: new Date().toISOString() };
        const result = await resultOf(await post({ receipts: [receipt] }));
        if (result === 'ok') {
          team.receipts.push(message.id);
          received += 1;
        }
        return result;
      },
      500,
    ],
  ];
}

/** Anybody else is taken for a bot. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
  accept: 'text/html',
  'accept-language': 'de',
  'sec-fetch-mode': 'navigate',
};

async function resultOf(response: Response): Promise<Result> {
  const text = await response.text();
  if (response.status === 503 || text.includes('"code":"UNAVAILABLE"')) return 'unavailable';
  if (response.ok && !text.includes('"errors"')) return 'ok';
  return `${response.status} ${text.slice(0, 120)}`;
}

const UPLOAD = 'mutation ($file: Upload!) { uploadDataFile(file: $file) { id } }';
const IMPORT = 'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }';

async function startImport(url: string, { token, ask }: Team, rows: number): Promise<string> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: UPLOAD, variables: { file: null } }));
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', listFile(rows).file, 'bench.csv');
  const headers = { authorization: `Bearer ${token}` };
  const post = () => fetch(`${url}/graphql`, { method: 'POST', headers, body: form });
  // The server may be closing an idle connection at this moment.
  const uploaded = await post().catch(post);
  const { data } = (await uploaded.json()) as { data: { uploadDataFile: { id: string } } };
  const { id } = data.uploadDataFile;
  await ask(IMPORT, { id, input: { columns: { number: 0, name: 1, email: 2, country: 3 } } });
  return id;
}

async function untilImported({ ask }: Team, id: string, patienceMs: number): Promise<void> {
  let file: { status: string; failureReason: string | null } | undefined;
  for (const since = performance.now(); performance.now() - since < patienceMs; await sleep(200)) {
    const { dataFile } = await ask<{ dataFile: NonNullable<typeof file> }>(
      'query ($id: ID!) { dataFile(id: $id) { status failureReason } }',
      { id },
    );
    file = dataFile;
    if (file.status === 'imported') return;
    if (file.status === 'failed') break;
  }
  throw new Error(`An import did not end: ${JSON.stringify(file)}`);
}

async function callsOf(client: pg.Client, { id }: Team): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM call_placements WHERE team_id = $1',
    [id],
  );
  return rows[0]!.count;
}

async function untilEnded(client: pg.Client, teams: readonly Team[]): Promise<void> {
  const since = performance.now();
  for (const { id, sms, name } of teams) {
    for (;;) {
      // Those of a lease that ended meanwhile are unknown until their answer, which the worker keeps, is stored.
      const { rows } = await client.query<{ status: string; open: number }>(
        `SELECT c.status, (SELECT count(*)::int FROM sms_messages WHERE team_id = $1 AND status IN ('sending', 'unknown')) AS open
         FROM sms_campaigns c WHERE c.team_id = $1 AND c.id = $2`,
        [id, sms],
      );
      if (rows[0]!.status === 'sent' && rows[0]!.open === 0) break;
      if (performance.now() - since > PATIENCE_MS)
        throw new Error(`The campaign of the team on ${name} stands at ${JSON.stringify(rows[0])}`);
      await sleep(500);
    }
  }
}

/** What was acknowledged, and that nobody was reached twice. */
async function keptOf(client: pg.Client, team: Team): Promise<[string, boolean][]> {
  const { id, name, service, events, tags, clicks, sms, stops, receipts } = team;
  const one = async <T>(sql: string, values: unknown[]) => (await client.query(sql, values)).rows[0] as T;
  const stored = async (sql: string) =>
    new Set((await client.query<{ one: string }>(sql, [id])).rows.map((row) => row.one));
  const storedEvents = await stored(
    'SELECT (extract(epoch FROM occurred_at) * 1000)::bigint::text AS one FROM call_events WHERE team_id = $1',
  );
  const storedTags = await stored('SELECT name AS one FROM tags WHERE team_id = $1');
  const storedClicks = await stored('SELECT id::text AS one FROM sms_link_events WHERE team_id = $1');
  const storedStops = await stored('SELECT number::text AS one FROM suppressed_numbers WHERE team_id = $1');
  const lostStops = stops.filter((number) => !storedStops.has(number)).length;
  const delivered = await stored(
    `SELECT id::text AS one FROM sms_messages WHERE team_id = $1 AND status = 'delivered'`,
  );
  const lostReceipts = receipts.filter((message) => !delivered.has(message)).length;
  const lostEvents = events.filter((at) => !storedEvents.has(String(at))).length;
  const lostTags = tags.filter((tag) => !storedTags.has(tag)).length;
  const messages = await one<{ accepted: number; others: string | null }>(
    `SELECT count(*) FILTER (WHERE m.status IN ('accepted', 'delivered'))::int AS accepted,
       string_agg(DISTINCT concat_ws(', ', m.status, r.status, r.rule, r.reason), '; ')
         FILTER (WHERE m.status IS NULL OR m.status NOT IN ('accepted', 'delivered')) AS others
     FROM sms_recipients r LEFT JOIN sms_messages m ON m.team_id = r.team_id AND m.id = r.message_id
     WHERE r.team_id = $1 AND r.sms_campaign_id = $2`,
    [id, sms],
  );
  const twice = [...callsByNumber(service.calls).values()].filter((calls) => calls.length > 1).length;
  const calledTwice = await one<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT FROM calls k JOIN call_placements p ON p.team_id = k.team_id AND p.call_id = k.id
       WHERE k.team_id = $1 GROUP BY k.contact_id HAVING count(*) > 1) x`,
    [id],
  );
  return [
    [`${name}: ${lostEvents} of ${events.length} acknowledged events are lost`, lostEvents === 0],
    [`${name}: ${lostTags} of ${tags.length} acknowledged changes are lost`, lostTags === 0],
    [`${name}: ${lostStops} of ${stops.length} acknowledged STOPs are lost`, lostStops === 0],
    [`${name}: ${lostReceipts} of ${receipts.length} acknowledged receipts are lost`, lostReceipts === 0],
    [`${name}: of ${clicks} clicks ${storedClicks.size} are stored`, storedClicks.size >= clicks],
    [
      `${name}: ${messages.accepted} of ${CONTACTS} messages are accepted; of the others: ${messages.others}`,
      messages.accepted === CONTACTS,
    ],
    [`${name}: ${twice} contacts were reached twice`, twice === 0],
    [`${name}: ${calledTwice.count} contacts were called twice`, calledTwice.count === 0],
  ];
}

function rowsOf({ name, seen }: Team): string[][] {
  const order = (key: string) => PHASES.indexOf(key.split('\t')[0] as Phase);
  return [...seen]
    .sort(([a], [b]) => order(a) - order(b) || (a < b ? -1 : 1))
    .map(([key, times]) => [name, ...key.split('\t'), String(times)]);
}

function boundsOf({ name, seen }: Team, phases: readonly Phase[], allowed: readonly Result[]): [string, boolean][] {
  return [...seen].flatMap(([key, times]): [string, boolean][] => {
    const [phase, kind, result] = key.split('\t') as [Phase, string, Result];
    if (!phases.includes(phase) || allowed.includes(result)) return [];
    return [[`${name}, ${phase}: ${kind} was answered ${result}, ${times} times`, false]];
  });
}
