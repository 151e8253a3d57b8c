import { getAllTimezones } from 'countries-and-timezones';

const zones = getAllTimezones({ deprecated: true });
const spellings = new Map(Object.keys(zones).map((name) => [name.toLowerCase(), name]));
const mainName = (name: string): string => zones[name as keyof typeof zones]?.aliasOf ?? name;

export const zoneSpelling = (name: string): string | undefined => spellings.get(name.toLowerCase());

/** `Asia/Kolkata` is `Asia/Calcutta`, too. */
export function namesOfZone(name: string): readonly string[] {
  const known = zoneSpelling(name);
  if (known === undefined) return [name];
  const main = mainName(known);
  return Object.keys(zones).filter((other) => mainName(other) === main);
}
