import type { Queryable } from '../../src/database/sql.ts';

/** Of the reference data: the large networks of the countries that the demo's contacts live in. */
export type NetworkChoice = { id: number; brandId: string; brand: string };
export type NetworksByCountry = ReadonlyMap<number, readonly NetworkChoice[]>;

// T-Mobile, AT&T, Verizon; Telus, Bell, Rogers; O2, Vodafone, EE; Telekom, Vodafone, O2; Telia, Tele2.
const CHOSEN = [
  310260, 310410, 311480, 302220, 302610, 302720, 234010, 234015, 234030, 262001, 262002, 262003, 240001, 240007,
];

export async function readNetworks(client: Queryable): Promise<NetworksByCountry> {
  const { rows } = await client.query<{ id: number; country_id: number; brand_id: string; brand: string }>(
    `SELECT n.id, n.country_id, n.brand_id, b.name AS brand
     FROM networks n JOIN network_brands b ON b.id = n.brand_id WHERE n.id = ANY($1) ORDER BY n.id`,
    [CHOSEN],
  );
  const byCountry = new Map<number, NetworkChoice[]>();
  for (const { id, country_id, brand_id, brand } of rows) {
    byCountry.set(country_id, [...(byCountry.get(country_id) ?? []), { id, brandId: brand_id, brand }]);
  }
  return byCountry;
}
