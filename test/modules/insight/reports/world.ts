import { uuidv7 } from '../../../../src/database/uuid.ts';
import { CallOutcome } from '../../../../src/generated/prisma/client.ts';
import type { TestApp } from '../../../support/app.ts';
import { markAll } from '../../../support/roll-ups.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam } from '../../../support/team.ts';

export type Value = string | number | Date | null;

/** A record as a person would write down its keys. */
export interface Known {
  id: string;
  createdAt: Date;
  values: Record<string, Value>;
}

export interface World {
  teamId: string;
  token: string;
  messages: Known[];
  calls: Known[];
  contacts: Known[];
  hubMessages: Known[];
}

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const DAY = 86_400_000;
const camel = (key: string) => key.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());

/** Texts that tell case, wildcards and blanks apart. */
const TEXTS = ['Alpha', 'alpha beta', '100% off', '100 off', 'snake_case', 'snakeXcase', 'back\\slash', '  ', '', null];

export async function createReportWorld(app: TestApp, size = 60): Promise<World> {
  const { db } = app;
  const { team, token } = await createTeam(app);
  const teamId = team.id;
  await db.team.update({ where: { id: teamId }, data: { timezone: 'Asia/Kolkata' } });
  const roll = dice(7);
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)]!;
  const start = Date.UTC(2026, 2, 1);
  const moment = () => new Date(start + roll(20) * DAY + roll(96) * 900_000 + roll(3) * 1_234);
  /** Several in each of a few quarters of an hour. */
  const newId = () => uuidv7(start + roll(8) * 900_000);
  const maybe = <T>(value: () => T): T | null => (roll(4) === 0 ? null : value());
  const networks = await db.network.findMany({ take: 3, orderBy: { id: 'asc' } });

  const contactRows = Array.from({ length: size }, (_, n) => ({
    id: crypto.randomUUID(),
    teamId,
    number: 4_915_100_000_000n + BigInt(n),
    countryId: maybe(() => pick([276, 840, 356])),
    networkId: maybe(() => pick(networks).id),
    networkBrand: pick(TEXTS),
    email: pick(TEXTS),
    name: pick(TEXTS),
    foreignId: pick(TEXTS),
    timezone: maybe(() => pick(['Europe/Berlin', 'Asia/Kolkata'])),
    custom1Str: pick(TEXTS),
    custom2Str: pick(TEXTS),
    custom3Str: null,
    custom4Str: pick(TEXTS),
    custom5Str: pick(TEXTS),
    custom1Int: maybe(() => BigInt(roll(5))),
    custom2Int: maybe(() => BigInt(roll(5)) * 5_000_000_000n),
    custom3Int: null,
    custom4Int: maybe(() => BigInt(-roll(5))),
    custom5Int: 0n,
    custom1Dec: maybe(() => `${roll(5)}.5`),
    custom2Dec: maybe(() => `-0.00000${1 + roll(5)}`),
    custom1Datetime: maybe(moment),
    custom2Datetime: maybe(moment),
    custom3Datetime: null,
    custom4Datetime: moment(),
    custom5Datetime: maybe(moment),
    unsubscribedAt: maybe(moment),
    createdAt: moment(),
    updatedAt: moment(),
  }));
  await db.contact.createMany({ data: contactRows });

  const named = (name: string) => ({ id: crypto.randomUUID(), teamId, name });
  const segments = [named('Buyers'), named('Others')];
  await db.segment.createMany({ data: segments });
  const offers = [named('Shoes'), named('Hats')].map((offer) => ({
    ...offer,
    url: 'https://a.example',
    profit: '2.5',
  }));
  await db.offer.createMany({ data: offers });
  const plan = named('Plan');
  await db.routingPlan.create({ data: plan });
  const route = { ...named('Route'), provider: 'http' as const, price: '0' };
  await db.route.create({ data: route });
  const campaigns = [named('Spring'), named('spring sale'), named('Autumn')];
  await db.smsCampaign.createMany({ data: campaigns });
  const sends = campaigns.map(({ id }) => ({ id: crypto.randomUUID(), teamId, smsCampaignId: id }));
  await db.smsSend.createMany({ data: sends });
  const texts = campaigns.map(({ id }) => ({ id: crypto.randomUUID(), teamId, smsCampaignId: id, text: 'Hi' }));
  await db.campaignText.createMany({ data: texts });
  const domains = [crypto.randomUUID(), crypto.randomUUID()];

  const messageRows = Array.from({ length: size }, (_, n) => {
    const at = roll(3);
    const isSent = roll(4) > 0;
    const isClicked = isSent && roll(2) === 0;
    const isSale = isClicked && roll(2) === 0;
    return {
      id: newId(),
      teamId,
      smsCampaignId: campaigns[at]!.id,
      smsSendId: sends[at]!.id,
      campaignTextId: maybe(() => texts[at]!.id),
      segmentId: maybe(() => pick(segments).id),
      contactId: contactRows[n % 20]!.id,
      offerId: maybe(() => pick(offers).id),
      smsId: maybe(() => `p-${n}`),
      foreignId: pick(TEXTS),
      phoneNormalized: String(contactRows[n % 20]!.number),
      networkId: maybe(() => pick(networks).id),
      countryId: maybe(() => pick([276, 840, 356])),
      networkBrand: pick(TEXTS),
      finalText: pick(TEXTS) ?? 'x',
      textParts: 1 + roll(3),
      smsParts: 1 + roll(3),
      senderId: pick(TEXTS),
      senderIdId: maybe(() => crypto.randomUUID()),
      domainId: maybe(() => pick(domains)),
      shortenedUrl: maybe(() => `https://s.example/${n}`),
      smsRoutingPlanId: maybe(() => plan.id),
      smsRoutingPlanRuleId: null,
      smsRoutingRouteId: maybe(() => route.id),
      smsRuleSelectedData: pick(TEXTS),
      status: isSent ? pick(['accepted', 'delivered', 'failed', 'expired'] as const) : ('sending' as const),
      cost: maybe(() => `0.0${1 + roll(9)}`),
      revenue: isSale ? '2.5' : null,
      isSent,
      isClicked,
      repliedAt: isClicked ? new Date('2026-11-01T12:00:00Z') : null,
      isLead: isClicked && roll(2) === 0,
      isSale,
      dlrCode: maybe(() => roll(4)),
      failReason: pick(TEXTS),
      unsubscribedMethod: maybe(() => pick(['reply', 'link'])),
      sentAt: isSent ? moment() : null,
      timeClicked: isClicked ? moment() : null,
      createdAt: moment(),
      updatedAt: moment(),
    };
  });
  await db.smsMessage.createMany({ data: messageRows });

  const voiceCampaigns = [named('Voice'), named('voice two')];
  await db.voiceCampaign.createMany({ data: voiceCampaigns });
  const voiceSends = voiceCampaigns.map(({ id }) => ({ id: crypto.randomUUID(), teamId, voiceCampaignId: id }));
  await db.voiceCampaignSend.createMany({ data: voiceSends });
  const agents = [named('Ann'), named('Bob')];
  await db.agent.createMany({ data: agents });
  const number = { id: crypto.randomUUID(), teamId, number: 4_930_123_456n, voiceProvider: 'provider_a' as const };
  await db.number.create({ data: number });
  const callRows = Array.from({ length: size }, (_, n) => {
    const at = roll(3);
    const startedAt = maybe(moment);
    return {
      id: newId(),
      teamId,
      contactId: maybe(() => contactRows[roll(size)]!.id),
      numberId: maybe(() => number.id),
      callAgentId: maybe(() => pick(agents).id),
      agentId: maybe(() => pick(agents).id),
      voiceCampaignId: voiceCampaigns[at]?.id ?? null,
      voiceCampaignSendId: voiceSends[at]?.id ?? null,
      externalId: maybe(() => `Call-${n}`),
      isProcessed: roll(2) === 0,
      isAnswerMachine: roll(3) === 0,
      isAnswered: roll(2) === 0,
      isLead: roll(4) === 0,
      isSale: roll(4) === 0,
      isPickedUp: roll(2) === 0,
      toNumber: 4_915_100_000_000n + BigInt(roll(5)),
      eventsCount: roll(4),
      toolLogsCount: roll(4),
      timezone: maybe(() => pick(['Europe/Berlin', 'Asia/Kolkata'])),
      chat: pick(TEXTS),
      summary: pick(TEXTS),
      recordingUrl: pick(TEXTS),
      cost: maybe(() => `${roll(3)}.25`),
      status: pick(['scheduled', 'queued', 'ringing', 'in_progress', 'ended'] as const),
      callOutcome: maybe(() => pick(Object.values(CallOutcome))),
      callSource: pick(['campaign', 'inbound', 'manual'] as const),
      countryId: maybe(() => pick([276, 840])),
      endedReason: pick(TEXTS),
      scheduledAt: maybe(moment),
      startedAt,
      endedAt: startedAt && maybe(() => new Date(startedAt.getTime() + roll(300) * 1_000)),
      leadSubmittedAt: maybe(moment),
      lastEventAt: maybe(moment),
      createdAt: moment(),
      updatedAt: moment(),
    };
  });
  await db.call.createMany({ data: callRows });

  const companies = [named('Northwind'), named('northwind two')];
  await db.clientCompany.createMany({ data: companies });
  const endpoints: { id: string }[] = [];
  for (const name of ['Main', null]) {
    endpoints.push(
      await createSellerEndpoint(db, { teamId, username: crypto.randomUUID(), passwordHash: 'none', name }),
    );
  }
  const routes = [
    { ...named('Direct'), companyName: 'Carrier' },
    { ...named('direct two'), companyName: null, isConnected: false },
  ];
  await db.route.createMany({ data: routes });
  const brands = await db.networkBrand.findMany({ where: { id: { in: networks.map(({ brandId }) => brandId!) } } });
  const hubRows = Array.from({ length: size }, (_, n) => {
    const createdAt = moment();
    const status = pick(['rejected', 'queued', 'accepted', 'delivered', 'delivered', 'failed', 'expired'] as const);
    const isSent = !['rejected', 'queued'].includes(status);
    const isSettled = isSent && status !== 'accepted';
    return {
      id: newId(),
      teamId,
      sellerEndpointId: pick(endpoints).id,
      clientCompanyId: maybe(() => pick(companies).id),
      protocol: 'smpp' as const,
      sender: pick(TEXTS) ?? 'x',
      destination: pick(TEXTS) ?? 'x',
      number: maybe(() => 4_915_100_000_000n + BigInt(roll(5))),
      text: 'x',
      smsParts: 1 + roll(3),
      networkId: maybe(() => pick(networks).id),
      countryId: maybe(() => pick([276, 840, 356])),
      routeId: status === 'rejected' ? null : maybe(() => pick(routes).id),
      profitRuleId: maybe(() => companies[0]!.id),
      cost: isSent ? `0.0${1 + roll(9)}` : '0',
      price: isSent ? `0.1${1 + roll(9)}0005` : '0',
      status,
      refusal: status === 'rejected' ? pick(['suppressed', 'balance']) : null,
      reason: pick(TEXTS),
      dlrCode: maybe(() => roll(4)),
      reference: pick(TEXTS),
      validUntil: moment(),
      dueAt: status === 'queued' ? moment() : null,
      smsId: maybe(() => `p-${n}`),
      sentAt: isSent ? new Date(createdAt.getTime() + roll(3) * 900_000) : null,
      settledAt: isSettled ? new Date(createdAt.getTime() + pick([500, 1_000, 1_001, 59_000, 86_400_001])) : null,
      createdAt,
      updatedAt: moment(),
    };
  });
  await db.hubMessage.createMany({ data: hubRows });
  await markAll(app, teamId);

  const known = <Row extends { id: string; createdAt: Date }>(
    rows: readonly Row[],
    keys: readonly string[],
    others: (row: Row) => Record<string, Value>,
  ): Known[] =>
    rows.map((row) => ({
      id: row.id,
      createdAt: row.createdAt,
      values: {
        ...Object.fromEntries(keys.map((key) => [key, plain((row as Record<string, unknown>)[camel(key)])])),
        ...others(row),
      },
    }));
  return {
    teamId,
    token,
    messages: known(messageRows, Object.keys(messageRows[0]!).map(snake), (row) => ({
      sms_campaign_send_id: row.smsSendId,
      updated_datetime: row.updatedAt,
      ctr: row.isSent ? (row.isClicked ? 100 : 0) : null,
      campaign_name: campaigns.find(({ id }) => id === row.smsCampaignId)!.name,
    })),
    calls: known(callRows, Object.keys(callRows[0]!).map(snake), (row) => ({
      duration: row.startedAt && row.endedAt ? (row.endedAt.getTime() - row.startedAt.getTime()) / 1_000 : null,
      campaign_name: voiceCampaigns.find(({ id }) => id === row.voiceCampaignId)?.name ?? null,
      cost: row.cost === null ? null : Number(row.cost),
    })),
    contacts: known(contactRows, Object.keys(contactRows[0]!).map(snake), (row) => ({
      custom1_dec: row.custom1Dec === null ? null : Number(row.custom1Dec),
      custom2_dec: row.custom2Dec === null ? null : Number(row.custom2Dec),
    })),
    hubMessages: known(hubRows, Object.keys(hubRows[0]!).map(snake), (row) => {
      const route = routes.find(({ id }) => id === row.routeId);
      return {
        cost: Number(row.cost),
        price: Number(row.price),
        profit: (Math.round(Number(row.price) * 1e6) - Math.round(Number(row.cost) * 1e6)) / 1e6,
        is_sent: row.sentAt ? 1 : 0,
        is_connected: route ? ('isConnected' in route ? 0 : 1) : null,
        company_name: route?.companyName ?? null,
        name: route?.name ?? null,
        sms_routing_route_id: row.routeId,
        network_brand:
          brands.find(({ id }) => id === networks.find((network) => network.id === row.networkId)?.brandId)?.name ??
          null,
        fail_reason: row.reason,
        sender_id: row.sender,
      };
    }),
  };
}

const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const plain = (value: unknown): Value =>
  typeof value === 'bigint' || typeof value === 'boolean' ? Number(value) : ((value ?? null) as Value);
