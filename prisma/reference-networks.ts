import { createHash } from 'node:crypto';
import { filter } from 'mcc-mnc-list';

export type NetworkBrand = { id: string; countryId: number; name: string };
export type Network = {
  id: number;
  mcc: string;
  mnc: string;
  countryId: number;
  brandId: string;
  operator: string | null;
};

/** One entry of the list, usable: with a country and a name to call the brand by. */
type Entry = { mcc: string; mnc: string; iso2: string; brand: string; operator: string | null };

/** Entries for several territories at once, or for a part of one: the one whose numbering plan the network is in. */
const COUNTRY_OF: Record<string, string> = {
  'BL/GF/GP/MF/MQ': 'GP',
  'BQ/CW/SX': 'CW',
  'AU/CC/CX': 'AU',
  'YT/RE': 'RE',
  'GE-AB': 'GE',
};

/** Any constant does; with another one all brands would get other ids. */
const NAMESPACE = 'outbound:network-brand:';

/**
 * The operational networks of the list, one per id, and the brands they carry.
 *
 * - Entries without a country (test networks, satellites, networks aboard ships and aircraft) and one whose MNC is
 *   unknown are left out: nobody's phone number belongs to them.
 * - An entry without a brand goes by its operator's name.
 * - One code listed for several countries (a British code used on Guernsey) becomes one network, see `preferred`.
 *   Padding would also let MNC 01 and 001 of one MCC meet: today only the test networks do, which are left out;
 *   should others ever, the same rule picks one of them.
 */
export function chooseNetworks(countryIds: ReadonlyMap<string, number>): {
  brands: NetworkBrand[];
  networks: Network[];
} {
  const byId = new Map<number, Entry[]>();
  for (const entry of readEntries(countryIds)) {
    byId.set(networkId(entry), [...(byId.get(networkId(entry)) ?? []), entry]);
  }
  const alone = [...byId.values()].filter((rivals) => rivals.length === 1).map(([entry]) => entry!);
  const brands = new Map<string, NetworkBrand>();
  const networks = [...byId].map(([id, rivals]) => {
    const { mcc, mnc, iso2, brand: name, operator } = preferred(rivals, alone);
    const brand = { id: brandId(iso2, name), countryId: countryIds.get(iso2)!, name };
    brands.set(brand.id, brand);
    return { id, mcc, mnc, countryId: brand.countryId, brandId: brand.id, operator };
  });
  return {
    brands: [...brands.values()].sort((a, b) => a.countryId - b.countryId || compare(a.name, b.name)),
    networks: networks.sort((a, b) => a.id - b.id),
  };
}

function readEntries(countryIds: ReadonlyMap<string, number>): Entry[] {
  const entries: Entry[] = [];
  for (const { mcc, mnc, countryCode, brand, operator } of filter({ statusCode: 'Operational' })) {
    const iso2 = COUNTRY_OF[countryCode] ?? countryCode;
    const name = (brand || operator)?.trim();
    if (!countryIds.has(iso2) || !name || !/^\d{2,3}$/.test(mnc)) continue;
    entries.push({ mcc, mnc, iso2, brand: name, operator: operator?.trim() || null });
  }
  return entries;
}

const networkId = ({ mcc, mnc }: Entry) => Number(mcc + mnc.padStart(3, '0'));

/**
 * Of several entries for one code: the country in which the brand has most networks of its own (T-Mobile's 310-260 is
 * American, not Puerto Rican); where none has any, the country with the fewest networks (Guernsey before the United
 * Kingdom); then by country code, brand and MNC.
 */
function preferred(rivals: Entry[], alone: Entry[]): Entry {
  const ranked = rivals.map((entry) => {
    const neighbours = alone.filter(({ iso2 }) => iso2 === entry.iso2);
    return { entry, own: neighbours.filter(({ brand }) => brand === entry.brand).length, all: neighbours.length };
  });
  ranked.sort(
    (a, b) =>
      b.own - a.own ||
      a.all - b.all ||
      compare(a.entry.iso2, b.entry.iso2) ||
      compare(a.entry.brand, b.entry.brand) ||
      compare(a.entry.mnc, b.entry.mnc),
  );
  return ranked[0]!.entry;
}

/** By code unit: the same on every machine, whatever its locale. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A name-based UUID (version 5) of country and name. */
function brandId(iso2: string, name: string): string {
  const bytes = createHash('sha1').update(`${NAMESPACE}${iso2}:${name}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
