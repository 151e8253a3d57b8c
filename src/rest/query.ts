type QueryValue = string | string[] | undefined;

/**
 * A query string as Laravel reads it: the last `a=` counts, `a[]=` and `a[0]=` make a list. Deeper brackets mean
 * nothing here.
 */
export function readQuery(search: URLSearchParams): Readonly<Record<string, QueryValue>> {
  const query: Record<string, QueryValue> = Object.create(null);
  for (const [key, value] of search) {
    const list = /^([^[\]]+)\[\d*\]$/.exec(key)?.[1];
    if (list === undefined) {
      query[key] = value;
      continue;
    }
    const before = query[list];
    if (Array.isArray(before)) before.push(value);
    else query[list] = [value];
  }
  return query;
}

/** `offers,sends` → `['offers', 'sends']`; a list stays one; absent stays absent. */
export function commaList(value: QueryValue): string[] | undefined {
  if (value === undefined) return undefined;
  return [value]
    .flat()
    .flatMap((part) => part.split(','))
    .filter((part) => part.trim() !== '');
}
