import { createSigningSecret } from 'outgoing-requests';
import pino from 'pino';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import { openPreChecks } from '../../src/modules/delivery/engine/pre-checks.ts';
import { sealCredentials } from '../../src/modules/delivery/providers/settings.ts';
import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import type { CallEngine } from '../../src/modules/voice/engine/engine.ts';
import { workOnCalls } from '../../src/modules/voice/engine/voice.ts';
import type { OutgoingCall, PlaceResult, VoiceProvider } from '../../src/modules/voice/providers/voice-provider.ts';
import type { TestApp } from './app.ts';

/** Records its calls and answers as the test says. */
export interface TestVoice extends VoiceProvider {
  readonly placed: OutgoingCall[];
  readonly ended: string[];
  answer: (call: OutgoingCall) => PlaceResult | Promise<PlaceResult>;
}

export function testVoice(): TestVoice {
  const voice: TestVoice = {
    type: 'test',
    placed: [],
    ended: [],
    capabilities: { maxInFlight: 4, canEnd: true },
    answer: ({ reference }) => ({ status: 'accepted', providerId: `p-${reference}` }),
    async place(call) {
      voice.placed.push(call);
      return voice.answer(call);
    },
    async end({ providerId }) {
      voice.ended.push(providerId);
      return true;
    },
    async close() {},
  };
  return voice;
}

export interface TestCallEngine extends CallEngine {
  clock: Date;
  voice: TestVoice;
  /** Works until nothing is due at the clock's time. */
  run(): Promise<void>;
  /** Advances the clock and works, in steps of a minute or those given. */
  pass(minutes: number, step?: number): Promise<void>;
}

/** With a clock that only the test advances. */
export function testCallEngine({ services }: TestApp, clock: string, voice = testVoice()): TestCallEngine {
  const engine: TestCallEngine = {
    clock: new Date(clock),
    voice,
    db: services.db,
    logger: pino({ level: process.env.TEST_LOG_LEVEL ?? 'error' }),
    lookupsOf: async () => null,
    preChecks: openPreChecks(services),
    now: () => engine.clock,
    providerOf: () => voice,
    async run() {
      for (let turns = 0; await workOnCalls(engine); turns += 1) {
        if (turns > 5_000) throw new Error('The engine does not come to rest.');
      }
    },
    async pass(minutes, step = 1) {
      for (let passed = 0; passed < minutes; passed += step) {
        engine.clock = new Date(engine.clock.getTime() + step * 60_000);
        await engine.run();
      }
    },
  };
  return engine;
}

export interface TestVoiceCampaign {
  teamId: string;
  campaignId: string;
  segmentId: string;
  accountId: string;
  /** The account's webhook secret (E12). */
  secret: string;
  agentIds: string[];
  numberIds: string[];
  contactIds: string[];
}

interface Options {
  contacts?: number;
  timezone?: string | null;
  /** ISO 3166-1 numeric. */
  countryId?: number;
  meta?: Record<string, unknown>;
  numbers?: { number?: bigint; disallowedCountries?: string; maxConcurrentCalls?: number }[];
  agents?: number;
  account?: Partial<Prisma.VoiceAccountUncheckedCreateInput>;
  contactHours?: { start: string; end: string } | null;
}

export const MANUAL = {
  sendType: 'manual',
  manualData: { sendAmount: 100, sendDatetime: null, throttleBatchSize: 0 },
} as const;

let next = 4_917_700_000_000;
const taken = (count: number) => {
  next += count;
  return BigInt(next - count);
};

/** Calls every contact tagged `list`. */
export async function createVoiceCampaign(
  { services: { db, tokenKeys } }: TestApp,
  teamId: string,
  {
    contacts = 3,
    timezone = null,
    countryId = 276,
    meta = MANUAL,
    numbers = [{}],
    agents = 1,
    account = {},
    contactHours = null,
  }: Options = {},
): Promise<TestVoiceCampaign> {
  const first = taken(contacts);
  const tag = await db.prisma.tag.create({ data: { teamId, name: `list ${first}` } });
  const rows = await db.rows<{ id: string }>`
    INSERT INTO contacts (team_id, id, number, name, country_id, timezone, created_at, updated_at)
    SELECT ${teamId}::uuid, gen_random_uuid(), ${first}::bigint + n, 'Contact ' || n, ${countryId}::int, ${timezone},
      '2026-01-01', '2026-01-01'
    FROM generate_series(0, ${contacts}::int - 1) n RETURNING id`;
  await db.prisma.contactTag.createMany({ data: rows.map(({ id }) => ({ teamId, contactId: id, tagId: tag.id })) });
  const segment = await db.prisma.segment.create({ data: { teamId, name: 'List', filter: { tagsAny: [tag.name] } } });
  const secret = createToken(WEBHOOK_SECRET_PREFIX, teamId);
  const { id: accountId } = await db.prisma.voiceAccount.create({
    data: {
      teamId,
      name: 'Main',
      provider: 'provider_a',
      webhookSecretHash: hashToken(secret),
      adapter: 'http',
      adapterCredentials: sealCredentials(tokenKeys, { secret: createSigningSecret() }),
      ...account,
    },
  });
  const ids = (made: { id: string }[]) => made.map(({ id }) => id);
  const numberIds = ids(
    await db.prisma.number.createManyAndReturn({
      data: numbers.map((number) => ({
        teamId,
        number: taken(1),
        voiceProvider: 'provider_a' as const,
        voiceAccountId: accountId,
        ...number,
      })),
    }),
  );
  const agentIds = ids(
    await db.prisma.agent.createManyAndReturn({
      data: Array.from({ length: agents }, (_, at) => ({ teamId, name: `Agent ${at}`, voiceAccountId: accountId })),
    }),
  );
  const hours = { contactFrom: contactHours?.start ?? null, contactUntil: contactHours?.end ?? null };
  await db.prisma.sendingSettings.upsert({ where: { teamId }, create: { teamId, ...hours }, update: hours });
  const campaign = await db.prisma.voiceCampaign.create({
    data: { teamId, name: 'Campaign', segmentIds: [{ id: segment.id }], agentIds, numberIds, ...meta },
  });
  return {
    teamId,
    campaignId: campaign.id,
    segmentId: segment.id,
    accountId,
    secret,
    agentIds,
    numberIds,
    contactIds: ids(rows).sort(),
  };
}

export const START_CALLS = 'mutation ($id: ID!) { startCampaign(input: { campaignId: $id }) { campaign { status } } }';
export const STOP_CALLS = 'mutation ($id: ID!) { stopCampaign(input: { campaignId: $id }) { campaign { status } } }';

/** Over E12. */
export async function callEvent(
  test: Pick<TestApp, 'rest'>,
  secret: string,
  message: Record<string, unknown>,
): Promise<number> {
  const headers = { 'x-webhook-secret': secret };
  return (await test.rest('POST', '/v1/webhooks/calls/receive/extprovider', { headers, body: { message } })).status;
}

export const reportOf = ({ reference }: OutgoingCall, at: Date, endedReason: string, more: object = {}) => ({
  type: 'end-of-call-report',
  call: { id: `p-${reference}`, type: 'outboundPhoneCall' },
  endedReason,
  timestamp: at.getTime(),
  ...more,
});
