type QueryValue = string | string[] | undefined;

/** As Laravel does: the last `a=` counts, `a[]=` and `a[0]=` make a list, and so does whatever else brackets name. */
export function readQuery(search: URLSearchParams): Readonly<Record<string, QueryValue>> {
  const query: Record<string, QueryValue> = Object.create(null);
  for (const [key, value] of search) {
    const list = /^([^[\]]+)\[.*\]$/s.exec(key)?.[1];
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

export function commaList(value: QueryValue): string[] | undefined {
  if (value === undefined) return undefined;
  return [value]
    .flat()
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
