import { getAllTimezones } from 'countries-and-timezones';

const zones = getAllTimezones({ deprecated: true });
const spellings = new Map(Object.keys(zones).map((name) => [name.toLowerCase(), name]));

/** The library also calls Stockholm an alias of Berlin, as their clocks agree: names of one place have its country, too. */
function placeOf(name: string): string {
  const { aliasOf, countries } = zones[name as keyof typeof zones];
  return `${aliasOf ?? name} ${countries[0]}`;
}

export const zoneSpelling = (name: string): string | undefined => spellings.get(name.toLowerCase());

/** `Asia/Kolkata` is `Asia/Calcutta`, too. */
export function namesOfZone(name: string): readonly string[] {
  const known = zoneSpelling(name);
  if (known === undefined) return [name];
  const place = placeOf(known);
  return Object.keys(zones).filter((other) => placeOf(other) === place);
}
