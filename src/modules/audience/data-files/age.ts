const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `3 minutes ago`: the largest whole unit, at least a second. */
export function ago(moment: Date | string, now = Date.now()): string {
  const seconds = Math.max(1, Math.floor((now - new Date(moment).getTime()) / 1_000));
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
