/** A page as the API resources of Laravel's `LengthAwarePaginator` answer it. */

export interface Page {
  readonly url: string;
  readonly search: URLSearchParams;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  readonly count: number;
}

interface PageLink {
  url: string | null;
  label: string;
  active: boolean;
}

interface Pagination {
  links: { first: string; last: string; prev: string | null; next: string | null };
  meta: {
    current_page: number;
    from: number | null;
    last_page: number;
    links: PageLink[];
    path: string;
    per_page: number;
    to: number | null;
    total: number;
  };
}

const onEachSide = 3;
const gap = '...';

export function paginate({ url, search, page, perPage, total, count }: Page): Pagination {
  const last = Math.max(1, Math.ceil(total / perPage));
  const address = `${url}?${otherParameters(search)}page=`;
  const at = (number: number) => `${address}${number}`;
  const prev = page > 1 ? at(page - 1) : null;
  const next = page < last ? at(page + 1) : null;
  const from = count > 0 ? (page - 1) * perPage + 1 : null;
  const numbers = windowOf(page, last).map((item) =>
    item === gap
      ? { url: null, label: gap, active: false }
      : { url: at(item), label: String(item), active: item === page },
  );
  return {
    links: { first: at(1), last: at(last), prev, next },
    meta: {
      current_page: page,
      from,
      last_page: last,
      links: [
        { url: prev, label: '&laquo; Previous', active: false },
        ...numbers,
        { url: next, label: 'Next &raquo;', active: false },
      ],
      path: url,
      per_page: perPage,
      to: from === null ? null : from + count - 1,
      total,
    },
  };
}

/** Laravel's `UrlWindow`: every page up to 13, then both ends and the neighbours of the current page. */
function windowOf(page: number, last: number): (number | typeof gap)[] {
  const edge = onEachSide + 4;
  if (last < onEachSide * 2 + 8) return range(1, last);
  if (page <= edge) return [...range(1, edge + onEachSide), gap, ...range(last - 1, last)];
  if (page > last - edge) return [1, 2, gap, ...range(last - (edge + onEachSide - 1), last)];
  return [1, 2, gap, ...range(page - onEachSide, page + onEachSide), gap, ...range(last - 1, last)];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Not in the reference: other parameters are repeated, as by Laravel's `withQueryString()`. Encoded as in RFC 3986. */
function otherParameters(search: URLSearchParams): string {
  const others = [...search].filter(([name]) => name !== 'page');
  return others.map((pair) => `${pair.map(encode).join('=')}&`).join('');
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
