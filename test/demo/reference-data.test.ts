import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/client.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('Every database has the countries, networks and brands from its migrations', async () => {
  const { prisma } = database;
  expect(await prisma.country.count()).toBe(250);
  expect(await prisma.network.count()).toBe(1557);
  expect(await prisma.country.findUnique({ where: { id: 840 } })).toEqual({
    id: 840,
    iso2: 'US',
    iso3: 'USA',
    name: 'United States of America',
  });
  expect(await prisma.network.findUnique({ where: { id: 234010 }, include: { brand: true } })).toMatchObject({
    mcc: '234',
    mnc: '10',
    countryId: 826,
    brand: { countryId: 826, name: 'O2 (UK)' },
  });
});

it('A code listed for several countries is one network, of the country that its brand is at home in', async () => {
  const networks = await database.prisma.network.findMany({
    where: { id: { in: [234003, 310260, 425005] } },
    include: { country: true },
    orderBy: { id: 'asc' },
  });
  expect(networks.map(({ id, country }) => [id, country.iso2])).toEqual([
    [234003, 'GG'],
    [310260, 'US'],
    [425005, 'PS'],
  ]);
});

it('A network’s id is its codes, and its brand is one of its country', async () => {
  const { rows } = await database.pool.query(
    `SELECT n.id FROM networks n JOIN network_brands b ON b.id = n.brand_id
     WHERE n.id <> (n.mcc || lpad(n.mnc, 3, '0'))::int OR b.country_id <> n.country_id`,
  );
  expect(rows).toEqual([]);
});
