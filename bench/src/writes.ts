import pg from 'pg';
import { CALL_MESSAGE, callEvent, createCalls } from './call-events.ts';
import { freePort, newerNode, POOL_SIZE, type Server, startFile, startProduct } from './contenders.ts';
import { tokenOf } from './data-set.ts';
import { ask, measureRound, type Round } from './measure.ts';
import { NUMBER, numbered } from './numbered.ts';
import type { Options } from './options.ts';
import { table } from './report.ts';
import type { BenchRequest } from './requests.ts';
import type { Bench } from './shapes.ts';
import { countStatements } from './statement-counter.ts';
import { median } from './statistics.ts';
import { WRITE_FUNCTIONS } from './write-functions.ts';

const WRITERS = ['floor', 'prisma', 'postgraphile', 'ours'] as const;
type Writer = (typeof WRITERS)[number];

const LABELS: Record<Writer, string> = {
  floor: 'floor: one SQL function',
  prisma: 'plain Prisma, no GraphQL',
  postgraphile: 'PostGraphile 5, the functions as mutations',
  ours: 'ours',
};

const WARM_UP_SECONDS = 2;
const REPEATS = 20;

interface Write {
  title: string;
  requestOf(writer: Writer): BenchRequest;
}

/** What the product's own rules need to be there: an integration with money, a voice account, calls. */
interface Subjects {
  teamId: string;
  token: string;
  integrationId: string;
  secret: string;
}

/** Writes of the API and the same by hand, in alternating rounds. */
export async function measureWrites(bench: Bench): Promise<void> {
  const { databaseUrl, options, log } = bench;
  const subjects = await prepare(bench);
  const writers = WRITERS.filter((writer) => writer !== 'postgraphile' || newerNode());
  const writes = writesOf(subjects);
  const counts = new Map<string, string>();
  for (const writer of writers) {
    const counter = await countStatements(databaseUrl);
    const server = await start(writer, counter.url, subjects.teamId, options);
    try {
      for (const { title, requestOf } of writes) {
        const request = requestOf(writer);
        for (let repeat = 0; repeat < REPEATS; repeat += 1) await ask(server, counted(request));
        const [statements, trips] = [counter.count(), counter.roundTrips()];
        for (let repeat = 0; repeat < REPEATS; repeat += 1) await ask(server, counted(request));
        const each = [counter.count() - statements, counter.roundTrips() - trips].map((all) => all / REPEATS);
        counts.set(`${writer} ${title}`, each.map((count) => count.toFixed(1)).join(' in '));
      }
    } finally {
      await server.stop();
      counter.close();
    }
  }
  const servers = new Map<Writer, Server>();
  try {
    for (const writer of writers) servers.set(writer, await start(writer, databaseUrl, subjects.teamId, options));
    for (const write of writes) {
      const results = await alternate(bench, write, servers);
      const [floor] = results.values();
      const rows = [...results].map(([writer, rounds]) => {
        const ratio = median(rounds.map(({ throughput }, at) => throughput / floor![at]!.throughput));
        return [
          LABELS[writer],
          median(rounds.map(({ throughput }) => throughput)).toFixed(0),
          `**${ratio.toFixed(2)}**`,
          median(rounds.map(({ cpu }) => cpu)).toFixed(2),
          counts.get(`${writer} ${write.title}`)!,
        ];
      });
      const head = ['', 'per second', '× floor', 'CPU ms each', 'statements in round trips'];
      log(`\n### ${write.title}\n\n${table(head, rows)}`);
    }
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()));
  }
}

async function alternate(
  { load, options: { rounds, seconds, connections } }: Bench,
  { requestOf }: Write,
  servers: ReadonlyMap<Writer, Server>,
): Promise<Map<Writer, Round[]>> {
  const results = new Map<Writer, Round[]>([...servers.keys()].map((writer) => [writer, []]));
  const turns = [...servers];
  for (const [writer, server] of turns) {
    await measureRound(load, server, requestOf(writer), { connections, seconds: WARM_UP_SECONDS });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < turns.length; turn += 1) {
      const [writer, server] = turns[(round + turn) % turns.length]!;
      results.get(writer)!.push(await measureRound(load, server, requestOf(writer), { connections, seconds }));
    }
  }
  return results;
}

async function start(writer: Writer, databaseUrl: string, teamId: string, options: Options): Promise<Server> {
  const environment = {
    PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    BENCH_TEAM_ID: teamId,
    BENCH_ROOT: options.root,
    NODE_ENV: 'production',
  };
  if (writer === 'ours') return startProduct(options, { ...environment, WORKER: 'false', TOKEN_KEY: '0'.repeat(64) });
  return startFile(writer === 'postgraphile' ? writer : `${writer}-writes`, environment, options);
}

/** Its number is none that the load generator reaches. */
let asked = 900_000_000;
function counted(request: BenchRequest): BenchRequest {
  asked += 1;
  return { ...request, body: numbered(request.body, asked) };
}

const CHARGE = `mutation ($input: ChargeIntegrationInput!) { chargeIntegration(input: $input) { id balanceAfter } }`;
const OFFER = `mutation ($input: CreateOfferInput!) { createOffer(input: $input) { id name } }`;
const CONTACT = `mutation ($input: CreateContactInput!) { createContact(input: $input) { id number } }`;

function writesOf({ teamId, token, integrationId, secret }: Subjects): Write[] {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): BenchRequest => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    read: (answer: unknown) => answer,
  });
  const bearer = { authorization: `Bearer ${token}` };
  const ours = (query: string, input: object) => post('/graphql', { query, variables: { input } }, bearer);
  /** Grafast keeps its plan for an operation and its variables. */
  const grown = (name: string, input: Record<string, unknown>) => {
    const mutation = `bench${name}`;
    const query = `mutation ($input: Bench${name}Input!) { ${mutation}(input: $input) { result } }`;
    return post('/graphql', { query, variables: { input: { team: teamId, ...input } } });
  };
  const write = (
    title: string,
    path: string,
    name: string,
    values: Record<string, unknown>,
    byUs: BenchRequest,
  ): Write => ({
    title,
    requestOf(writer) {
      if (writer === 'ours') return byUs;
      return writer === 'postgraphile' ? grown(name, values) : post(`/${path}`, Object.values(values));
    },
  });

  const webhookRequestId = `00000000-0000-4000-8000-00${NUMBER}`;
  const charge = { integration: integrationId, cost: '0.01', reason: 'A call', request: webhookRequestId };
  const meta = { integrationId, reason: charge.reason, webhookRequestId };
  const offer = { name: `Offer ${NUMBER}`, url: 'https://offers.example.com/a?x=1', profit: '12.5' };
  const contact = { number: `49150${NUMBER}`, name: 'Ada Lovelace' };
  // The marker is a text: a number of as many digits leaves the length as it is.
  const asNumber = ({ body, ...request }: BenchRequest): BenchRequest => ({
    ...request,
    body: body.replace(`"${contact.number}"`, contact.number),
  });
  return [
    write('E12: an inbound call event', 'e12', 'Event', { secret, message: CALL_MESSAGE }, callEvent(secret)),
    write('E7: a charge', 'e7', 'Charge', charge, ours(CHARGE, { cost: charge.cost, meta })),
    write('E10: a new offer', 'e10', 'Offer', offer, ours(OFFER, offer)),
    write('createContact', 'contact', 'Contact', contact, asNumber(ours(CONTACT, contact))),
  ];
}

async function prepare({ databaseUrl, dataSet: { teamId, token } }: Bench): Promise<Subjects> {
  const secret = tokenOf('obw_', teamId);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(WRITE_FUNCTIONS);
    const { rows } = await client.query(
      `INSERT INTO integrations (id, team_id, name, is_balance_managed, balance, updated_at)
       VALUES (gen_random_uuid(), $1, 'Bench', true, 100000000, now()) RETURNING id`,
      [teamId],
    );
    await createCalls(client, teamId, secret);
    await client.query('ANALYZE integrations');
    return { teamId, token, integrationId: rows[0].id, secret };
  } finally {
    await client.end();
  }
}
