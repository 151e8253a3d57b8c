import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSet, TEAM, tokenOf } from './data-set.ts';
import { listFile } from './list-file.ts';

export const SECRET = tokenOf('obw_', TEAM);

const NESTED =
  '{ smsCampaigns(first: 20) { nodes { id name offers { nodes { id name } } sends(first: 20) { nodes { id status logs(first: 10) { nodes { text createdAt } } } } } } }';
const CONTACTS = '{ contacts(first: 50) { totalCount nodes { id number tags { nodes { name } } } } }';
const OFFER = 'mutation ($input: CreateOfferInput!) { createOffer(input: $input) { id name profit } }';
const UPLOAD = 'mutation ($file: Upload!) { uploadDataFile(file: $file) { id } }';
const START = 'mutation ($id: ID!, $input: ImportDataFileInput!) { importDataFile(id: $id, input: $input) { id } }';
const STATUS = 'query ($id: ID!) { dataFile(id: $id) { status } }';
const DELETE = 'mutation ($id: ID!) { deleteDataFile(id: $id) { id } }';

const SEGMENTS = '{ segments(first: 20) { nodes { name contacts { totalCount } audienceCount } } }';
const START_CAMPAIGN = 'mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status } } }';
const PROGRESS = 'query ($id: ID!) { smsCampaign(id: $id) { status progress { sent } } }';

interface Progress {
  status: string;
  progress: { sent: number };
}

const IMPORT_ROWS = 5_000;

export interface Tally {
  /** Milliseconds of each answer, by kind. */
  latencies: Map<string, number[]>;
  failures: string[];
  events: number;
  messages: number;
}

export type Client = (isOver: () => boolean) => Promise<void>;

/** What goes on at once, each one request at a time. */
export function soakClients(
  port: number,
  { token }: DataSet,
  tally: Tally,
  createCampaign: () => Promise<string>,
): Client[] {
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${token}` };

  async function send(kind: string, path: string, init: RequestInit): Promise<Record<string, never> | null> {
    const startedAt = performance.now();
    const response = await fetch(url + path, init).catch((error: unknown) => error as Error);
    if (response instanceof Error) {
      tally.failures.push(`${kind}: ${response.message}`);
      return null;
    }
    const text = await response.text();
    const known = tally.latencies.get(kind) ?? [];
    tally.latencies.set(kind, known);
    known.push(performance.now() - startedAt);
    if (!response.ok || text.startsWith('{"errors"') || text.includes('"errors":[')) {
      tally.failures.push(`${kind}: ${response.status} ${text.slice(0, 300)}`);
      return null;
    }
    return JSON.parse(text) as Record<string, never>;
  }
  const json = (body: object, more: Record<string, string> = headers): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });
  const graphql = async (kind: string, query: string, variables: object = {}) =>
    (await send(kind, '/graphql', json({ query, variables })))?.data as
      | Record<string, Record<string, string>>
      | undefined;

  const repeat =
    (work: () => Promise<unknown>): Client =>
    async (isOver) => {
      while (!isOver()) await work();
    };

  let calls = 0;
  async function oneCall(): Promise<void> {
    calls += 1;
    const call = { id: `soak-${calls}-${randomUUID()}`, type: 'inboundPhoneCall' };
    const customer = { number: `+4917120${String(calls % 100_000).padStart(5, '0')}` };
    const at = Date.now();
    const messages = [
      { type: 'status-update', status: 'in-progress', timestamp: at },
      { type: 'tool-calls', timestamp: at + 1_000 },
      {
        type: 'end-of-call-report',
        endedReason: 'customer-ended-call',
        analysis: { summary: 'Well.' },
        timestamp: at + 2_000,
      },
    ];
    for (const message of messages) {
      const body = { message: { call, customer, ...message } };
      const answer = await send(
        'call event',
        '/api/v1/webhooks/calls/receive/extprovider',
        json(body, { 'x-webhook-secret': SECRET }),
      );
      if (answer) tally.events += 1;
    }
  }

  let offers = 0;
  const list = listFile(IMPORT_ROWS).file;
  const importing: Client = async (isOver) => {
    while (!isOver()) {
      const form = new FormData();
      form.set('operations', JSON.stringify({ query: UPLOAD, variables: { file: null } }));
      form.set('map', '{"0":["variables.file"]}');
      form.set('0', list, 'soak.csv');
      const uploaded = await send('upload', '/graphql', { method: 'POST', headers, body: form });
      const id = (uploaded as { data?: { uploadDataFile: { id: string } } } | null)?.data?.uploadDataFile.id;
      if (id === undefined) continue;
      await graphql('start import', START, {
        id,
        input: { columns: { number: 0, name: 1, email: 2 }, tags: ['soak'] },
      });
      while ((await graphql('import progress', STATUS, { id }))?.dataFile?.status === 'importing') await sleep(200);
      await graphql('delete file', DELETE, { id });
    }
  };

  const sending: Client = async (isOver) => {
    while (!isOver()) {
      const id = await createCampaign().catch((error: Error) => void tally.failures.push(`campaign: ${error.message}`));
      if (!id) continue;
      await graphql('start campaign', START_CAMPAIGN, { id });
      for (;;) {
        const progress = (await graphql('campaign progress', PROGRESS, { id }))?.smsCampaign as unknown as
          | Progress
          | undefined;
        if (!progress || isOver()) break;
        if (progress.status === 'sent') {
          tally.messages += progress.progress.sent;
          break;
        }
        await sleep(1_000);
      }
    }
  };

  return [
    sending,
    repeat(() => graphql('segments', SEGMENTS)),
    repeat(() => graphql('nested read', NESTED)),
    repeat(() => graphql('contacts', CONTACTS)),
    repeat(() => send('REST list (E14)', '/api/v1/sms/campaigns?include=offers,sends,logs', { headers })),
    repeat(() => {
      offers += 1;
      return graphql('create offer', OFFER, {
        input: { name: `Soak ${offers}`, url: 'https://shop.example/soak', profit: 1.5 },
      });
    }),
    repeat(oneCall),
    repeat(oneCall),
    importing,
  ];
}
