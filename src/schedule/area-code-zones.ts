import areaCodes from './area-codes.json' with { type: 'json' };
import { knownZone } from './zone-offsets.ts';

const OVERLAYS: Record<string, readonly string[]> = {
  '208': ['986'],
  '250': ['236', '257', '672', '778'],
  '270': ['364'],
  '306': ['474', '639'],
  '418': ['367', '581'],
  '541': ['458'],
  '709': ['879'],
  '812': ['930'],
  '850': ['448'],
};

/** Zones of places whose exchanges are not listed. */
const MORE: Record<string, readonly string[]> = {
  // Phenix City and its neighbours keep the clock of Columbus, Georgia.
  '334': ['America/New_York'],
  // Lloydminster keeps the clock of Alberta.
  '306': ['America/Edmonton'],
  // Blanc-Sablon keeps Atlantic Standard Time all year.
  '418': ['America/Puerto_Rico'],
  // Culberson County keeps the clock of El Paso.
  '432': ['America/Denver'],
};

const AREA = 3;
const EXCHANGE = 6;

/** By area code, exchange, or group of exchanges. */
const listed = new Map<string, readonly string[]>();
for (const [zones, codes] of Object.entries(areaCodes)) {
  const known = zones.split(' ').flatMap((name) => knownZone(name) ?? []);
  for (const code of codes.split(' ')) listed.set(code, known);
}

const byArea = new Map<string, ReadonlySet<string>>();
for (const [code, zones] of listed) add(code.slice(0, AREA), zones);
for (const [code, zones] of Object.entries(MORE)) add(code, zones);
for (const [first, others] of Object.entries(OVERLAYS)) {
  const all = [first, ...others].flatMap((code) => [...(byArea.get(code) ?? [])]);
  for (const code of [first, ...others]) add(code, all);
}

function add(area: string, zones: readonly string[]): void {
  byArea.set(area, new Set([...(byArea.get(area) ?? []), ...zones]));
}

/** Zones of the number's exchange where that is listed, else of its area code. Undefined when that is unknown. */
export function zonesOfAreaCode(digits: string): readonly string[] | undefined {
  if (digits.length !== 11 || digits[0] !== '1') return undefined;
  const exchange = listed.get(digits.slice(1, 1 + EXCHANGE));
  if (exchange && exchange.length > 0) return exchange;
  const zones = byArea.get(digits.slice(1, 1 + AREA));
  return zones && zones.size > 0 ? [...zones] : undefined;
}
