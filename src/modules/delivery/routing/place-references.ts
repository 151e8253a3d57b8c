import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import { numberOfId } from '../../../input/numbers.ts';
import { messages } from '../../../input/validation-messages.ts';

/** In a change, absent keeps the value and null means any. */
export interface Place {
  countryId?: number | null | undefined;
  networkId?: number | null | undefined;
  networkBrandId?: string | null | undefined;
}

interface PlaceInput {
  countryId?: string | null | undefined;
  networkId?: string | null | undefined;
  networkBrandId?: string | null | undefined;
}

export const placeOf = ({ countryId, networkId, networkBrandId }: PlaceInput): Place => ({
  countryId: numberOfId(countryId),
  networkId: numberOfId(networkId),
  networkBrandId,
});

interface PlaceChange {
  /** E.g. `rules.3.`. */
  prefix: string;
  rule: Place;
  input: PlaceInput;
}

/** Errors name fields that the caller gave. Three statements at most, whatever the number of rules. */
export async function placeErrors(tx: Tx, changes: PlaceChange[]): Promise<FieldErrors> {
  const wanted = changes
    .map((change) => ({ ...change, input: placeOf(change.input) }))
    .filter(({ input }) => Object.values(input).some((id) => id !== undefined))
    .map(({ prefix, rule, input }) => ({ prefix, input, place: merge(rule, input) }));
  const known = await knownPlaces(
    tx,
    wanted.map(({ place }) => place),
  );
  const paths = wanted.flatMap(({ prefix, input, place }) =>
    wrongFields(known, place, input).map((field) => prefix + field),
  );
  return Object.fromEntries(paths.map((path) => [path, [messages.selected(path)]]));
}

interface Known {
  countries: ReadonlySet<number>;
  networks: ReadonlyMap<number, { countryId: number; brandId: string }>;
  brands: ReadonlyMap<string, { countryId: number }>;
}

async function knownPlaces(tx: Tx, places: Place[]): Promise<Known> {
  const ids = <Id>(of: (place: Place) => Id | null | undefined) => [
    ...new Set(places.map(of).filter((id): id is Id & {} => id !== null && id !== undefined)),
  ];
  const countryIds = ids(({ countryId }) => countryId);
  const networkIds = ids(({ networkId }) => networkId);
  const brandIds = ids(({ networkBrandId }) => networkBrandId?.toLowerCase()).filter(isUuid);
  const countries =
    countryIds.length > 0 ? await tx.prisma.country.findMany({ where: { id: { in: countryIds } } }) : [];
  const networks = networkIds.length > 0 ? await tx.prisma.network.findMany({ where: { id: { in: networkIds } } }) : [];
  const brands = brandIds.length > 0 ? await tx.prisma.networkBrand.findMany({ where: { id: { in: brandIds } } }) : [];
  return {
    countries: new Set(countries.map(({ id }) => id)),
    networks: new Map(networks.map((network) => [network.id, network])),
    brands: new Map(brands.map((brand) => [brand.id, brand])),
  };
}

function wrongFields(known: Known, place: Place, { networkId, networkBrandId }: Place): (keyof Place)[] {
  const wrong: (keyof Place)[] = [];
  const country = isGiven(place.countryId) ? known.countries.has(place.countryId) : undefined;
  const network = isGiven(place.networkId) ? (known.networks.get(place.networkId) ?? null) : undefined;
  const brandId = isGiven(place.networkBrandId) ? place.networkBrandId.toLowerCase() : undefined;
  const brand = brandId === undefined ? undefined : (known.brands.get(brandId) ?? null);

  if (country === false) wrong.push('countryId');
  if (network === null) wrong.push('networkId');
  if (brand === null) wrong.push('networkBrandId');
  if (country && network && network.countryId !== place.countryId) wrong.push(networkId ? 'networkId' : 'countryId');
  if (country && brand && brand.countryId !== place.countryId) {
    wrong.push(networkBrandId ? 'networkBrandId' : 'countryId');
  }
  if (network && brand && network.brandId !== brandId) wrong.push(networkBrandId ? 'networkBrandId' : 'networkId');
  return wrong;
}

const merge = (rule: Place, input: Place): Place => ({
  countryId: input.countryId === undefined ? rule.countryId : input.countryId,
  networkId: input.networkId === undefined ? rule.networkId : input.networkId,
  networkBrandId: input.networkBrandId === undefined ? rule.networkBrandId : input.networkBrandId,
});

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
