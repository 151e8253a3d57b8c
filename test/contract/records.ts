import { randomBytes, randomUUID } from 'node:crypto';
import type { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts';
import { createToken, hashToken, WEBHOOK_SECRET_PREFIX } from '../../src/modules/identity/auth/tokens.ts';
import { EMPTY_META, PLANNER } from '../support/campaigns.ts';

/** In the order in which they are made. */
const KINDS = [
  'agent',
  'secret',
  'number',
  'segment',
  'contact',
  'voiceCampaign',
  'postProcessing',
  'call',
  'externalCall',
  'dataFile',
  'importingFile',
  'company',
  'plan',
  'route',
  'seller',
  'schedule',
  'rule',
  'integration',
  'plainIntegration',
  'chargedRequest',
  'lookup',
  'offer',
  'smsCampaign',
  'smsSend',
  'log',
  'stoppable',
  'deletable',
  'invitation',
  'trace',
] as const;

export type Kind = (typeof KINDS)[number];

/** Everything of a team that an operation touches, by id. */
export type Ids = Record<Kind | 'team', string>;

type Make = (db: PrismaClient, own: { teamId: string }, ids: Ids) => Promise<{ id: string }>;

const AT = { createdAt: new Date('2026-03-01T09:00:00.000Z'), updatedAt: new Date('2026-03-01T09:00:00.000Z') };

let made = 0;
const next = () => {
  made += 1;
  return made;
};
const json = (value: object) => value as Prisma.InputJsonObject;

const makers: Record<Kind, Make> = {
  agent: (db, own) => db.agent.create({ data: { ...own, name: 'Ann', externalId: `assistant-${next()}` } }),
  secret: async (db, own) => {
    const id = createToken(WEBHOOK_SECRET_PREFIX, own.teamId);
    const account = {
      ...own,
      name: 'Main',
      provider: 'provider_a',
      adapter: 'http',
      webhookSecretHash: hashToken(id),
    } as const;
    await db.voiceAccount.create({ data: account });
    return { id };
  },
  number: (db, own, { agent }) =>
    db.number.create({
      data: {
        ...own,
        ...AT,
        inboundAgentId: agent,
        number: 14155550199n,
        voiceProvider: 'provider_a',
        voiceProviderId: 'pn_1',
      },
    }),
  segment: (db, own) => db.segment.create({ data: { ...own, name: 'Everybody' } }),
  contact: (db, own) => db.contact.create({ data: { ...own, number: 14155550100n, countryId: 840 } }),
  voiceCampaign: (db, own) => db.voiceCampaign.create({ data: { ...own, name: 'Autumn' } }),
  postProcessing: (db, own) => {
    const config = { tag: 'Reached', outcomes: [] };
    return db.postProcessing.create({ data: { ...own, name: 'Tag it', kind: 'tag_contact', config } });
  },
  call: (db, own, { contact, number, agent, voiceCampaign }) =>
    db.call.create({
      data: {
        ...own,
        ...AT,
        contactId: contact,
        numberId: number,
        agentId: agent,
        voiceCampaignId: voiceCampaign,
        toNumber: 14155550100n,
        timezone: 'America/New_York',
        status: 'ended',
        callOutcome: 'no_answer',
        countryId: 840,
        eventsCount: 2,
      },
    }),
  /** The provider's id of a call in flight. */
  externalCall: async (db, own, { contact, voiceCampaign }) => {
    const id = `call-${next()}`;
    const about = { contactId: contact, voiceCampaignId: voiceCampaign, toNumber: 14155550100n, externalId: id };
    await db.call.create({ data: { ...own, ...about, status: 'queued', names: { create: { externalId: id } } } });
    return { id };
  },
  dataFile: (db, own) =>
    db.dataFile.create({
      data: {
        ...own,
        name: 'list.csv',
        size: 64,
        header: ['phone', 'country', 'mail', 'who'],
        totalRows: 2,
        // In the middle of a minute, so that the age reads the same on a slow machine.
        createdAt: new Date(Date.now() - 200_000),
      },
    }),
  importingFile: (db, own) =>
    db.dataFile.create({ data: { ...own, name: 'list.csv', size: 64, header: ['phone'], status: 'importing' } }),
  company: (db, own) => db.clientCompany.create({ data: { ...own, name: 'Northwind' } }),
  plan: (db, own) => db.routingPlan.create({ data: { ...own, name: 'Standard' } }),
  route: (db, own) =>
    db.route.create({
      data: { ...own, name: 'Direct', provider: 'simulator', credentials: new Uint8Array([1]) },
    }),
  /** A username that is taken. */
  seller: async (db, own) => {
    const id = `taken-${next()}`;
    await db.sellerUsername.create({ data: { ...own, username: id } });
    await db.sellerEndpoint.create({ data: { ...own, username: id, passwordHash: 'none' } });
    return { id };
  },
  schedule: (db, own, { route }) =>
    db.smsTestSchedule.create({ data: { ...own, routeId: route, name: 'Hourly', toNumber: 14155550100n, text: 'Hi' } }),
  rule: (db, own) => db.profitRule.create({ data: { ...own, marginType: 'percentage', currentProfit: '10' } }),
  integration: (db, own) =>
    db.integration.create({ data: { ...own, name: 'Voice', isBalanceManaged: true, balance: '1000' } }),
  plainIntegration: (db, own) => db.integration.create({ data: { ...own, name: 'Mail' } }),
  /** The key of a charge of 1.5. */
  chargedRequest: async (db, own, { integration }) => {
    const id = randomUUID();
    const charge = { kind: 'charge', amount: '1.5', balanceAfter: '1000', webhookRequestId: id } as const;
    await db.ledgerEntry.create({ data: { ...own, integrationId: integration, ...charge } });
    return { id };
  },
  lookup: (db, own) =>
    db.mnpLookup.create({
      data: {
        ...own,
        amount: 2,
        cost: '0.006',
        filters: 'Country is Germany',
        filterList: [{ key: 'country_id', operator: 'equals', value: 276 }],
        status: 'done',
        notes: ['1 number could not be reached.'],
        createdAt: AT.createdAt,
        doneAt: new Date('2026-03-01T09:04:00.000Z'),
      },
    }),
  offer: (db, own) =>
    db.offer.create({ data: { ...own, ...AT, name: 'Jacket', url: 'https://shop.example', profit: '12.50' } }),
  /** The only one of the kind `planned`. */
  smsCampaign: (db, own, { offer }) =>
    db.smsCampaign.create({
      data: {
        ...own,
        ...AT,
        name: 'Planned',
        sendType: 'planner',
        plannerData: PLANNER,
        offers: { create: { offerId: offer } },
      },
    }),
  smsSend: (db, own, { smsCampaign }) =>
    db.smsSend.create({
      data: { ...own, ...AT, smsCampaignId: smsCampaign, status: 'sent', meta: json(EMPTY_META) },
    }),
  log: (db, own, { smsCampaign, smsSend }) =>
    db.log
      .createMany({
        data: [
          { ...own, callerType: 'sms_campaign', callerId: smsCampaign, text: 'Planned.', createdAt: AT.createdAt },
          { ...own, callerType: 'sms_campaign_send', callerId: smsSend, text: 'Sent.', createdAt: AT.createdAt },
        ],
      })
      .then(() => ({ id: '' })),
  stoppable: (db, own) =>
    db.smsCampaign.create({ data: { ...own, name: 'Stoppable', status: 'running', plannerData: PLANNER } }),
  deletable: (db, own) => db.smsCampaign.create({ data: { ...own, name: 'Deletable' } }),
  invitation: (db, own) =>
    db.invitation.create({
      data: {
        ...own,
        email: `invited${next()}@example.com`,
        tokenHash: hashToken(`invitation ${next()}`),
        expiresAt: new Date('2099-01-01'),
      },
    }),
  trace: async (db, own) => {
    const id = randomBytes(16).toString('hex');
    const entry = {
      kind: 'mutation',
      operation: 'createOffer',
      outcome: 'ok',
      durationMs: 4.125,
      statements: 3,
    } as const;
    await db.trace.create({ data: { ...own, ...entry, traceId: id, startedAt: new Date('2026-03-01T09:30:00.000Z') } });
    return { id };
  },
};

export async function makeRecords(db: PrismaClient, teamId: string): Promise<Ids> {
  const ids = { team: teamId } as Ids;
  for (const kind of KINDS) ids[kind] = (await makers[kind](db, { teamId }, ids)).id;
  return ids;
}

/** One more of a kind, for an operation that uses it up. */
export const makeAnother = async (db: PrismaClient, ids: Ids, kind: Kind): Promise<string> =>
  (await makers[kind](db, { teamId: ids.team }, ids)).id;

/** The same text for every kind: ids that nobody has. */
export const everyId = (id: string) => Object.fromEntries(['team', ...KINDS].map((kind) => [kind, id])) as Ids;
