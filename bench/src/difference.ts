/** Where two JSON values first differ, and how; null when they are equal. The order of keys does not count. */
export function difference(one: unknown, other: unknown, path = '$'): string | null {
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = difference(one[key], other[key], `${path}.${key}`);
      if (found) return found;
    }
    return null;
  }
  return Object.is(one, other) ? null : `${path}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
