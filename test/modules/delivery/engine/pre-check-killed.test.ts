import { randomUUID } from 'node:crypto';
import { createSigningSecret } from 'outgoing-requests';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../../../src/database/client.ts';
import { sealCredentials } from '../../../../src/modules/delivery/providers/settings.ts';
import { encryptToken } from '../../../../src/secrets.ts';
import type { TestApp } from '../../../support/app.ts';
import { createVoiceCampaign, MANUAL } from '../../../support/calling.ts';
import { type LastingDatabase, lastingDatabase } from '../../../support/lasting-database.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { killProcesses, startProcess } from '../../../support/process.ts';
import { createSmsCampaign, manual } from '../../../support/sending.ts';
import { beginCalls } from '../../../support/simulation/calls/world.ts';
import { begin } from '../../../support/simulation/world.ts';
import { startService } from '../providers/webhook-service.ts';

let database: LastingDatabase | undefined;
let service: Awaited<ReturnType<typeof startService>> | undefined;
afterEach(async () => {
  killProcesses();
  await service?.close();
  await database?.remove();
});

const TOKEN_KEY = '0'.repeat(64);
const tokenKeys = [Buffer.from(TOKEN_KEY, 'hex')] as const;
const CONTACTS = 6;
/** Answers that the process still gets: the others are being waited for when it dies. */
const HEARD = 2;

interface Channel {
  create(app: TestApp, teamId: string, url: string): Promise<{ campaignId: string }>;
  begin: typeof begin;
  recipients: string;
  numbersOf(body: string): string[];
  accept(body: string): object;
}

const sms: Channel = {
  async create(app, teamId, url) {
    const made = await createSmsCampaign(app, teamId, {
      contacts: CONTACTS,
      meta: { ...manual(CONTACTS), preCheckUrl: `${url}/check` },
    });
    const where = { teamId_id: { teamId, id: made.routeId } };
    await app.db.route.update({ where, data: { settings: { url: `${url}/provider` } } });
    return made;
  },
  begin,
  recipients: 'sms_recipients',
  numbersOf: (body) => JSON.parse(body).messages.map(({ to }: { to: string }) => to),
  accept: (body) => ({
    results: JSON.parse(body).messages.map(({ id }: { id: string }) => ({
      ...{ id, status: 'accepted', provider_id: `p-${id}` },
    })),
  }),
};

const voice: Channel = {
  create: (app, teamId, url) =>
    createVoiceCampaign(app, teamId, {
      contacts: CONTACTS,
      meta: { ...MANUAL, preCheckUrl: `${url}/check` },
      account: {
        adapterSettings: { url: `${url}/provider` },
        adapterCredentials: sealCredentials(tokenKeys, { secret: createSigningSecret() }),
      },
    }),
  begin: beginCalls,
  recipients: 'voice_recipients',
  numbersOf: (body) => [JSON.parse(body).call.to],
  accept: (body) => ({ status: 'accepted', provider_call_id: `p-${JSON.parse(body).call.reference}` }),
};

test.each([
  ['SMS', sms],
  ['voice', voice],
])(
  'a process that is killed in the middle of the pre-check of an %s campaign: it is asked again, nobody is reached twice, nobody lost',
  async (_name, channel) => {
    let isDying = true;
    const asked: string[] = [];
    const reached: string[] = [];
    service = await startService(({ path, body }, response) => {
      if (path === '/check') {
        const { number } = JSON.parse(body).contact;
        asked.push(number);
        if (isDying && asked.length > HEARD) return;
        response.end(JSON.stringify({ eligible: number !== refused }));
      } else {
        reached.push(...channel.numbersOf(body));
        response.end(JSON.stringify(channel.accept(body)));
      }
    });
    database = await lastingDatabase();
    const opened = await database.open();
    const { numbers, refused } = await prepare(opened, channel, service.url);
    await opened.close();

    const environment = { TOKEN_KEY, PRIVATE_PROVIDERS: 'true', ...database.environment, PORT: '0' };
    const first = await startProcess('main', environment);
    await expect.poll(() => asked.length, PATIENCE).toBe(CONTACTS);
    await first.end('SIGKILL');
    expect(reached).toEqual([]);

    // As if the lease of the dead process had ended.
    const between = await database.open();
    const left = await between.pool.query(
      `UPDATE ${channel.recipients} SET due_at = now() - interval '1 minute' RETURNING status::text, rule::text, checks`,
    );
    const underWay = { status: 'looking_up', rule: 'pre_check', checks: 1 };
    expect(left.rows).toEqual(Array.from({ length: CONTACTS }, () => underWay));
    await between.close();

    asked.length = 0;
    isDying = false;
    const second = await startProcess('main', environment);
    await expect.poll(() => reached.length, PATIENCE).toBe(CONTACTS - 1);
    await second.end('SIGTERM');
    expect(asked.toSorted()).toEqual(numbers);
    expect(reached.toSorted()).toEqual(numbers.filter((number) => number !== refused));
  },
);

async function prepare({ prisma, db, pool }: Database, channel: Channel, url: string) {
  const app = { db: prisma, pool, services: { db, tokenKeys } } as unknown as TestApp;
  const { id: teamId } = await prisma.team.create({ data: { id: randomUUID(), name: 'Acme' } });
  const { campaignId } = await channel.create(app, teamId, url);
  await prisma.sendingSettings.update({
    where: { teamId },
    data: { preCheckSecret: encryptToken(tokenKeys, createSigningSecret()) },
  });
  const rows = await prisma.contact.findMany({ where: { teamId }, select: { number: true } });
  const numbers = rows.map(({ number }) => String(number)).sort();
  await channel.begin(db, teamId, campaignId, new Date());
  return { numbers, refused: numbers[0]! };
}
