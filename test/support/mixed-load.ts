import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { Database } from '../../src/database/client.ts';
import {
  createToken,
  hashToken,
  TEAM_TOKEN_PREFIX,
  WEBHOOK_SECRET_PREFIX,
} from '../../src/modules/identity/auth/tokens.ts';
import { encryptToken } from '../../src/secrets.ts';
import { report, update } from '../modules/voice/calls/support.ts';
import { nameCalls } from './calls.ts';
import { PATIENCE } from './patience.ts';

const TOKEN_KEY = '0'.repeat(64);
export const LOADED = { TOKEN_KEY, RATE_LIMIT_PER_TOKEN: '0', RATE_LIMIT_WEBHOOKS: '0' };

const TEAM = randomUUID();
const SECRET = createToken(WEBHOOK_SECRET_PREFIX, TEAM);
const BALANCE = 100_000;
const CALLS = 300;

export interface World {
  token: string;
  teamId: string;
  integrationId: string;
  campaignId: string;
}

/** What {@link startLoad} works with. */
export async function fillWorld({ prisma }: Pick<Database, 'prisma'>): Promise<World> {
  const id = TEAM;
  const token = createToken(TEAM_TOKEN_PREFIX, id);
  const hashes = { tokenHash: hashToken(token), tokenCiphertext: encryptToken([Buffer.from(TOKEN_KEY, 'hex')], token) };
  const { id: teamId } = await prisma.team.create({
    data: { id, name: 'Acme', tokens: { create: { name: 'Load', role: 'owner', ...hashes } } },
  });
  const account = { teamId, name: 'Main', provider: 'provider_a' as const, webhookSecretHash: hashToken(SECRET) };
  await prisma.voiceAccount.create({ data: account });
  const { id: campaignId } = await prisma.voiceCampaign.create({
    data: { teamId, name: 'Spring', status: 'running', callsTotal: CALLS, callsInFlight: CALLS },
  });
  const call = { teamId, voiceCampaignId: campaignId, toNumber: 12125550123n, status: 'queued' as const };
  await prisma.call.createMany({
    data: Array.from({ length: CALLS }, (_, at) => ({ ...call, externalId: `call-${at}` })),
  });
  await nameCalls(prisma);
  const { id: integrationId } = await prisma.integration.create({
    data: { teamId, name: 'Lookup', isBalanceManaged: true, balance: BALANCE },
  });
  return { token, teamId, integrationId, campaignId };
}

type Counts = Record<'read' | 'tag' | 'offer' | 'charge' | 'event', number>;

export interface Load {
  readonly answered: Counts;
  /** Refusals that must not happen. */
  readonly unexpected: Set<string>;
  /** Until each kind of request was answered `times` more. */
  goesOn(times?: number): Promise<void>;
  /** Until each kind of write was refused. */
  isRefused(): Promise<void>;
  /** Sends nothing new, repeats what is not acknowledged, and resolves when all is answered. */
  stop(): Promise<void>;
  /** The database must hold what was acknowledged, once each. */
  expectNothingLost(database: Pick<Database, 'pool'>): Promise<void>;
}

class Refused extends Error {}

/** Allowed while the database is down or full. */
const REFUSALS = [
  'UNAVAILABLE Service Unavailable. 5',
  '503 {"message":"Service Unavailable."} 5',
  '503 {"error":"Service Unavailable."} 5',
  'TIMEOUT The operation took too long. 5',
  '503 {"message":"The operation took too long."} 5',
  '503 {"error":"The operation took too long."} 5',
  // The same key's first try is still being rolled back.
  'CONFLICT A request with this idempotency key is in progress. undefined',
];

/** All kinds of reads and writes at once, over GraphQL and REST. */
export function startLoad(base: string, { token, integrationId }: World): Load {
  const answered: Counts = { read: 0, tag: 0, offer: 0, charge: 0, event: 0 };
  const acknowledged = { tags: [] as string[], offers: [] as string[], charges: [] as string[], events: 0 };
  const refused = new Set<keyof Counts>();
  const unexpected = new Set<string>();
  const messages = Array.from({ length: CALLS }, (_, at) => [
    update(`call-${at}`, 'ringing', 1),
    update(`call-${at}`, 'in-progress', 2),
    report(`call-${at}`, 3),
  ]).flat();
  let isLoaded = true;
  let isOver = false;

  async function send(path: string, body: object | null, headers: Record<string, string> = {}) {
    const response = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (!response || text === null || text === undefined) throw new Refused();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: JSON.parse(text) };
  }

  async function rest(path: string, body: object | null, headers?: Record<string, string>): Promise<void> {
    const answer = await send(`/api${path}`, body, headers);
    if (answer.status === 200 || answer.status === 201) return;
    refuse(`${answer.status} ${JSON.stringify(answer.body)} ${answer.retryAfter}`);
  }

  async function graphql(query: string, variables: object = {}): Promise<void> {
    const { body, status } = await send('/graphql', { query, variables });
    if (status === 200 && !body.errors) return;
    const { message, extensions } = body.errors[0];
    refuse(`${extensions.code} ${message} ${extensions.retryAfter}`);
  }

  function refuse(how: string): never {
    if (!REFUSALS.includes(how)) unexpected.add(how);
    throw new Refused();
  }

  async function attempt(name: keyof Counts, request: () => Promise<void>): Promise<boolean> {
    try {
      await request();
      answered[name] += 1;
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.add(name);
      await setTimeout(20);
      return false;
    }
  }

  async function untilStopped(once: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; isLoaded; n += 1) await once(n);
  }

  async function untilAcknowledged(name: keyof Counts, request: () => Promise<void>): Promise<void> {
    while (!isOver && !(await attempt(name, request))) {}
  }

  const READ =
    '{ tags { totalCount } offers(first: 5) { nodes { name } } voiceCampaigns(first: 5) { nodes { status } } }';
  const TAG = 'mutation ($name: String!) { createTag(input: { name: $name }) { name } }';
  const OFFER = `mutation ($name: String!, $key: String!) {
    createOffer(idempotencyKey: $key, input: { name: $name, url: "https://offers.example/", profit: "1" }) { id }
  }`;
  const WEBHOOK = '/v1/webhooks/calls/receive/extprovider';
  const charge = (webhook_request_id: string) => ({
    cost: 0.5,
    meta: { integration_id: integrationId, reason: 'Load', webhook_request_id },
  });
  const running = [
    untilStopped(() => attempt('read', () => graphql(READ))),
    untilStopped(() => attempt('read', () => rest('/v1/sms/campaigns?include=offers&per_page=5', null))),
    untilStopped(async (n) => {
      if (await attempt('tag', () => graphql(TAG, { name: `tag-${n}` }))) acknowledged.tags.push(`tag-${n}`);
    }),
    untilStopped(async (n) => {
      const name = `offer-${n}`;
      await untilAcknowledged('offer', () => graphql(OFFER, { name, key: name }));
      acknowledged.offers.push(name);
    }),
    untilStopped(async () => {
      const id = crypto.randomUUID();
      await untilAcknowledged('charge', () => rest('/v1/billing/charge', charge(id)));
      acknowledged.charges.push(id);
    }),
    ...[1, 2].map(() =>
      untilStopped(async () => {
        // A repeat after the last one, which must change nothing.
        const message = messages[acknowledged.events] ?? messages[0]!;
        acknowledged.events += 1;
        await untilAcknowledged('event', () => rest(WEBHOOK, { message }, { 'x-webhook-secret': SECRET }));
      }),
    ),
  ];
  const all = Promise.all(running);
  // Reported by `stop`.
  all.catch(() => {});

  async function goesOn(times = 5): Promise<void> {
    const before = { ...answered };
    const behind = () => Object.keys(answered).filter((name) => more(name as keyof Counts) < times);
    const more = (name: keyof Counts) => answered[name] - before[name];
    await vi.waitFor(() => expect(behind()).toEqual([]), PATIENCE);
  }

  async function isRefused(): Promise<void> {
    refused.clear();
    await vi.waitFor(
      () => expect([...refused]).toEqual(expect.arrayContaining(['offer', 'charge', 'event'])),
      PATIENCE,
    );
  }

  async function stop(): Promise<void> {
    isLoaded = false;
    const giveUp = globalThis.setTimeout(() => {
      isOver = true;
    }, PATIENCE.timeout);
    await all;
    clearTimeout(giveUp);
    expect(isOver).toBe(false);
  }

  async function expectNothingLost({ pool }: Pick<Database, 'pool'>): Promise<void> {
    const rows = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows;
    // Events that were stored but not applied have jobs.
    const owed = () => rows(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'apply_call_event'`);
    await vi.waitFor(async () => expect(await owed()).toEqual([]), PATIENCE);
    const lost = async (table: string, names: string[]) => {
      const found = await rows(`SELECT name, count(*)::int AS times FROM ${table} WHERE name = ANY($1) GROUP BY 1`, [
        names,
      ]);
      const times = new Map(found.map((row) => [row.name, row.times]));
      return names.filter((name) => times.get(name) !== 1);
    };
    expect(await lost('tags', acknowledged.tags)).toEqual([]);
    expect(await lost('offers', acknowledged.offers)).toEqual([]);
    expect(await rows('SELECT name FROM offers GROUP BY name HAVING count(*) > 1')).toEqual([]);
    const [ledger] = await rows(
      `SELECT count(e.*)::int AS charges, count(DISTINCT e.webhook_request_id)::int AS requests,
         count(*) FILTER (WHERE e.webhook_request_id = ANY($1::uuid[]))::int AS acknowledged,
         (max(i.balance) = $2 - 0.5 * count(*)) AS agrees
       FROM integrations i JOIN ledger_entries e ON e.team_id = i.team_id AND e.integration_id = i.id`,
      [acknowledged.charges, BALANCE],
    );
    const charges = acknowledged.charges.length;
    expect(ledger).toEqual({ charges, requests: charges, acknowledged: charges, agrees: true });
    const sent = Math.min(acknowledged.events, messages.length);
    const [events] = await rows(
      `SELECT count(*)::int AS stored, count(*) FILTER (WHERE status = 'processed')::int AS processed FROM call_events`,
    );
    expect(events).toEqual({ stored: sent, processed: sent });
    const [{ ended }] = await rows(`SELECT count(*)::int AS ended FROM calls WHERE status = 'ended'`);
    const [campaign] = await rows(
      'SELECT calls_total AS total, calls_in_flight + calls_ended = calls_total AS adds_up, calls_ended AS ended FROM voice_campaigns',
    );
    expect(campaign).toEqual({ total: CALLS, adds_up: true, ended });
    // The last send may be incomplete when the load stops.
    expect(ended).toBeGreaterThanOrEqual(Math.floor(sent / 3) - 1);
    expect(await rows('SELECT call_id FROM call_outcome_logs GROUP BY 1 HAVING count(*) > 1')).toEqual([]);
  }

  return { answered, unexpected, goesOn, isRefused, stop, expectNothingLost };
}
