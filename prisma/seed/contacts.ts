import type { Prisma } from '../../src/generated/prisma/client.ts';
import { EVERYBODY, type SegmentFilter } from '../../src/modules/delivery/reach/filter.ts';
import { after, before, DAY, HOUR, MINUTE, NOW } from './clock.ts';
import type { NetworksByCountry } from './networks.ts';
import { person } from './people.ts';
import { contactNumbers } from './phone-numbers.ts';
import type { TeamSeed } from './team-seed.ts';

const TAGS = [
  'customer',
  'newsletter',
  'vip',
  'trial',
  'churned',
  'lead',
  'webinar',
  'do-not-call',
  'high-value',
  'import-2026',
];

/** What other parts of the demo need to know of a contact. */
export type SeededContact = {
  id: string;
  number: number;
  countryId: number;
  timezone: string;
  networkId: number;
  networkBrand: string;
  name: string;
  foreignId: string;
};

/** Contacts in five countries, each with one to three tags. */
export async function seedContacts(seed: TeamSeed, networks: NetworksByCountry): Promise<SeededContact[]> {
  const { random, sizes, teamId } = seed;
  const firstSeen = before(NOW, 300 * DAY);
  const contacts = contactNumbers(random)
    .slice(0, sizes.contacts)
    .map((phone, at) => {
      const createdAt = after(firstSeen, at * 35 * MINUTE);
      const network = random.pick(networks.get(phone.countryId)!);
      const orders = random.between(0, 40);
      return {
        id: seed.nextId('contact'),
        teamId,
        ...phone,
        ...person(random, at + 1),
        networkId: network.id,
        networkBrand: network.brand,
        foreignId: `CRM-${String(100_000 + at)}`,
        custom1Str: random.pick(['web', 'store', 'partner', 'event']),
        custom2Str: random.pick(['en', 'de', 'sv', 'fr']),
        custom1Int: orders,
        custom1Dec: `${orders * random.between(9, 60)}.${random.between(10, 99)}`,
        custom1Datetime: orders > 0 ? before(NOW, random.between(1, 200) * DAY + random.between(0, 23) * HOUR) : null,
        unsubscribedAt: random.chance(3) ? after(createdAt, random.between(1, 19) * HOUR) : null,
        createdAt,
        updatedAt: createdAt,
      };
    });
  await seed.insert('contacts', contacts);
  await seed.insert(
    'suppressed_numbers',
    contacts.flatMap(({ number, unsubscribedAt: createdAt }) => {
      const reason = 'Asked not to be contacted.';
      return createdAt ? [{ id: seed.nextId('suppressedNumber'), teamId, number, reason, createdAt }] : [];
    }),
  );
  await seedTags(
    seed,
    contacts.map(({ id }) => id),
  );
  return contacts;
}

async function seedTags(seed: TeamSeed, contactIds: string[]): Promise<void> {
  const { random } = seed;
  const createdAt = before(NOW, 299 * DAY);
  const tags = TAGS.map((name, at) => ({
    id: seed.nextId('tag'),
    teamId: seed.teamId,
    name,
    createdAt: after(createdAt, at * MINUTE),
  }));
  await seed.insert('tags', tags);
  await seed.insert(
    'contact_tags',
    contactIds.flatMap((contactId) => {
      const first = random.between(0, tags.length - 1);
      const count = random.between(1, 3);
      return Array.from({ length: count }, (_, at) => ({
        teamId: seed.teamId,
        contactId,
        tagId: tags[(first + at * 3) % tags.length]!.id,
        createdAt,
      }));
    }),
  );
}

/** Saved filters; returns their ids. */
export async function seedSegments(seed: TeamSeed): Promise<string[]> {
  const filters: [name: string, filter: Partial<SegmentFilter>][] = [
    ['Customers in the United States', { countryIds: [840] }],
    ['Customers in Canada', { countryIds: [124] }],
    ['Customers in the United Kingdom', { countryIds: [826] }],
    ['Newsletter readers', { tagsAny: ['newsletter'] }],
    ['VIP', { tagsAny: ['vip'] }],
    [
      'Trial without an order',
      {
        tagsAny: ['trial'],
        customFields: [{ field: 'custom1_int', operator: 'equals', value: '0', valueTo: null }],
      },
    ],
    ['Win back', { tagsAny: ['churned'] }],
    ['Never by phone', { tagsAny: ['do-not-call'] }],
  ];
  const segments = filters.map(([name, filter], at) => ({
    id: seed.nextId('segment'),
    teamId: seed.teamId,
    name,
    filter: { ...EVERYBODY, ...filter } as unknown as Prisma.InputJsonObject,
    createdAt: before(NOW, (280 - at * 7) * DAY),
    updatedAt: before(NOW, (280 - at * 7) * DAY),
  }));
  await seed.insert('segments', segments);
  return segments.map(({ id }) => id);
}
