import { Prisma } from '../../src/generated/prisma/client.ts';
import { after, before, DAY, MINUTE, NOW, SECOND } from './clock.ts';
import type { SeededContact } from './contacts.ts';
import type { SeededRouting } from './hub.ts';
import { demoId } from './ids.ts';
import type { TeamSeed } from './team-seed.ts';

const TEXTS = ['Your code is 4711. It is valid for ten minutes.', 'Your parcel arrives today between 14:00 and 16:00.'];
const ENDS = [
  { status: 'failed', reason: 'Handset switched off', dlrCode: 34 },
  { status: 'expired', reason: 'It could not be delivered in time.', dlrCode: 27 },
  { status: 'accepted', reason: null, dlrCode: null },
] as const;
const DELIVERED = { status: 'delivered', reason: null, dlrCode: 0 } as const;
const REJECTED = { status: 'rejected', reason: 'The number is on the suppression list.', dlrCode: null } as const;

/** Percent by country, as the profit rules of the demo have it: the first one, and that for Germany. */
const RULES: Readonly<Record<number, { position: number; percent: string }>> = {
  840: { position: 1, percent: '10' },
  276: { position: 4, percent: '13' },
};

/** What the sellers of the last days submitted, oldest first. */
export async function seedHubMessages(
  seed: TeamSeed,
  contacts: SeededContact[],
  routing: SeededRouting,
): Promise<void> {
  const { team, teamId, sizes } = seed;
  const rows = Array.from({ length: sizes.hubMessages }, (_, at) =>
    message(
      seed,
      contacts[(at * 17) % contacts.length]!,
      routing,
      before(NOW, (7 * DAY * (sizes.hubMessages - at)) / sizes.hubMessages),
    ),
  );
  await seed.insert('hub_messages', rows);
  const last = rows.at(-1)!;
  const { sellerEndpointId, id: messageId, createdAt } = last;
  await seed.insert('hub_references', [{ teamId, sellerEndpointId, reference: 'order-4711', messageId, createdAt }]);
  await seed.insert('hub_senders', [
    {
      id: seed.nextId('hubSender'),
      teamId,
      sellerEndpointId: demoId('sellerEndpoint', team, 1),
      sender: '15715550190',
    },
  ]);
}

function message(seed: TeamSeed, contact: SeededContact, routing: SeededRouting, createdAt: Date) {
  const { random, team, teamId } = seed;
  const seller = random.chance(70) ? 1 : 2;
  const end = random.chance(6) ? REJECTED : random.chance(88) ? DELIVERED : random.pick(ENDS);
  const isRejected = end.status === 'rejected';
  const isSettled = !isRejected && end.status !== 'accepted';
  const smsParts = random.chance(15) ? 2 : 1;
  const route = routing.ruleOf.get(contact.countryId) ?? routing.ruleOf.get(0)!;
  const rule = contact.countryId === 840 && seller !== 1 ? undefined : RULES[contact.countryId];
  const cost = new Prisma.Decimal(isRejected ? 0 : route.price).times(smsParts);
  const price = cost.times(rule ? new Prisma.Decimal(rule.percent).div(100).plus(1) : 1).toDecimalPlaces(6);
  const settledAt = isSettled ? after(createdAt, random.between(1, 45) * SECOND) : null;
  return {
    id: seed.nextId('hubMessage'),
    teamId,
    sellerEndpointId: demoId('sellerEndpoint', team, seller),
    clientCompanyId: demoId('clientCompany', team, seller),
    protocol: random.chance(80) ? ('smpp' as const) : ('http' as const),
    sender: random.pick(['Northwind', 'Contoso', '15715550190']),
    destination: String(contact.number),
    number: contact.number,
    text: random.pick(TEXTS),
    smsParts,
    countryId: contact.countryId,
    networkId: contact.networkId,
    routeId: isRejected ? null : route.routeId,
    profitRuleId: rule && !isRejected ? demoId('profitRule', team, rule.position) : null,
    cost: cost.toFixed(6),
    price: price.toFixed(6),
    ...end,
    refusal: isRejected ? 'suppressed' : null,
    receipts: 'all' as const,
    validUntil: after(createdAt, DAY),
    dueAt: null,
    tries: isRejected ? 0 : 1,
    smsId: isRejected ? null : `hub-${random.between(100_000, 999_999)}`,
    sentAt: isRejected ? null : after(createdAt, SECOND),
    settledAt,
    createdAt,
    updatedAt: settledAt ?? after(createdAt, MINUTE),
  };
}
