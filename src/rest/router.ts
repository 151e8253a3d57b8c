import type { Route } from './route.ts';

export interface Match {
  /** `null` when the path is unknown (`allowed` is empty then) or answers only to other methods. */
  readonly row: Route | null;
  readonly params: Readonly<Record<string, string>>;
  /** HTTP methods of the path, in Laravel's order; `HEAD` comes with `GET`. */
  readonly allowed: readonly string[];
}

interface Pattern {
  readonly row: Route;
  readonly segments: readonly string[];
}

/** `path` is percent-encoded and starts below the prefix. One trailing slash is tolerated; empty segments never match. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Match {
  const patterns = routes.map((row) => ({ row, segments: row.path.slice(1).split('/') })).sort(bySpecificity);
  return (method, path) => {
    const segments = decode(path);
    const found = segments === null ? [] : patterns.filter((pattern) => matches(pattern.segments, segments));
    const wanted = method === 'HEAD' ? 'GET' : method;
    const hit = found.find(({ row }) => row.method === wanted);
    return {
      row: hit?.row ?? null,
      params: hit === undefined || segments === null ? {} : params(hit.segments, segments),
      allowed: verbs.filter((verb) => found.some(({ row }) => row.method === (verb === 'HEAD' ? 'GET' : verb))),
    };
  };
}

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const isParam = (segment: string) => segment.startsWith(':');

/** Among patterns that match one path, the one with the earlier literal segment comes first. */
function bySpecificity(a: Pattern, b: Pattern): number {
  const kinds = ({ segments }: Pattern) => segments.map((segment) => (isParam(segment) ? '1' : '0')).join('');
  return kinds(a) < kinds(b) ? -1 : kinds(a) > kinds(b) ? 1 : 0;
}

/** `null` for what no route can have: broken percent-encoding, blank segments, null characters. */
function decode(path: string): string[] | null {
  try {
    const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.trim() === '' || segment.includes('\0')) ? null : segments;
  } catch {
    return null;
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length && pattern.every((part, index) => isParam(part) || part === segments[index])
  );
}

function params(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((part, index) => (isParam(part) ? [[part.slice(1), segments[index] ?? '']] : [])),
  );
}
