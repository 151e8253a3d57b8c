/** From the first time to before the second. Lists are sorted, and their spans are apart and not empty. */
export type Span = readonly [from: number, until: number];

export function intersect(some: readonly Span[], others: readonly Span[]): Span[] {
  const both: Span[] = [];
  let at = 0;
  let other = 0;
  while (at < some.length && other < others.length) {
    const from = Math.max(some[at]![0], others[other]![0]);
    const until = Math.min(some[at]![1], others[other]![1]);
    if (from < until) both.push([from, until]);
    if (some[at]![1] < others[other]![1]) at += 1;
    else other += 1;
  }
  return both;
}

export function unite(spans: readonly Span[]): Span[] {
  const united: [number, number][] = [];
  for (const [from, until] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = united.at(-1);
    if (from >= until) continue;
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else united.push([from, until]);
  }
  return united;
}
