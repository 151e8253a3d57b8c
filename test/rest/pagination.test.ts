import { describe, expect, test } from 'vitest';
import { paginate } from '../../src/rest/pagination.ts';

const url = 'http://localhost/api/v1/sms/campaigns';

/** `pages` full pages of 15. */
function pageOf(pages: number, page: number, search = '') {
  return paginate({
    url,
    search: new URLSearchParams(search),
    page,
    perPage: 15,
    total: pages * 15,
    count: page > pages ? 0 : 15,
  });
}

/** The labels between previous and next, the current page in brackets. */
function labels(pages: number, page: number): string {
  const { links } = pageOf(pages, page).meta;
  return links
    .slice(1, -1)
    .map(({ label, active }) => (active ? `[${label}]` : label))
    .join(' ');
}

describe('pagination', () => {
  test('of one page', () => {
    expect(paginate({ url, search: new URLSearchParams(), page: 1, perPage: 15, total: 4, count: 4 })).toEqual({
      links: { first: `${url}?page=1`, last: `${url}?page=1`, prev: null, next: null },
      meta: {
        current_page: 1,
        from: 1,
        last_page: 1,
        links: [
          { url: null, label: '&laquo; Previous', active: false },
          { url: `${url}?page=1`, label: '1', active: true },
          { url: null, label: 'Next &raquo;', active: false },
        ],
        path: url,
        per_page: 15,
        to: 4,
        total: 4,
      },
    });
  });

  test('of two pages, on the second', () => {
    expect(paginate({ url, search: new URLSearchParams(), page: 2, perPage: 15, total: 20, count: 5 })).toEqual({
      links: { first: `${url}?page=1`, last: `${url}?page=2`, prev: `${url}?page=1`, next: null },
      meta: {
        current_page: 2,
        from: 16,
        last_page: 2,
        links: [
          { url: `${url}?page=1`, label: '&laquo; Previous', active: false },
          { url: `${url}?page=1`, label: '1', active: false },
          { url: `${url}?page=2`, label: '2', active: true },
          { url: null, label: 'Next &raquo;', active: false },
        ],
        path: url,
        per_page: 15,
        to: 20,
        total: 20,
      },
    });
  });

  test('of zero rows', () => {
    expect(paginate({ url, search: new URLSearchParams(), page: 1, perPage: 15, total: 0, count: 0 })).toEqual({
      links: { first: `${url}?page=1`, last: `${url}?page=1`, prev: null, next: null },
      meta: {
        current_page: 1,
        from: null,
        last_page: 1,
        links: [
          { url: null, label: '&laquo; Previous', active: false },
          { url: `${url}?page=1`, label: '1', active: true },
          { url: null, label: 'Next &raquo;', active: false },
        ],
        path: url,
        per_page: 15,
        to: null,
        total: 0,
      },
    });
  });

  test('beyond the last page', () => {
    const { links, meta } = pageOf(2, 5);
    expect(links).toEqual({ first: `${url}?page=1`, last: `${url}?page=2`, prev: `${url}?page=4`, next: null });
    expect(meta).toEqual({
      current_page: 5,
      from: null,
      last_page: 2,
      links: [
        { url: `${url}?page=4`, label: '&laquo; Previous', active: false },
        { url: `${url}?page=1`, label: '1', active: false },
        { url: `${url}?page=2`, label: '2', active: false },
        { url: null, label: 'Next &raquo;', active: false },
      ],
      path: url,
      per_page: 15,
      to: null,
      total: 30,
    });
  });

  test.each([
    [13, 1, '[1] 2 3 4 5 6 7 8 9 10 11 12 13'],
    [13, 7, '1 2 3 4 5 6 [7] 8 9 10 11 12 13'],
    [13, 13, '1 2 3 4 5 6 7 8 9 10 11 12 [13]'],
    [14, 1, '[1] 2 3 4 5 6 7 8 9 10 ... 13 14'],
    [14, 7, '1 2 3 4 5 6 [7] 8 9 10 ... 13 14'],
    [14, 8, '1 2 ... 5 6 7 [8] 9 10 11 12 13 14'],
    [14, 14, '1 2 ... 5 6 7 8 9 10 11 12 13 [14]'],
    [15, 1, '[1] 2 3 4 5 6 7 8 9 10 ... 14 15'],
    [15, 8, '1 2 ... 5 6 7 [8] 9 10 11 ... 14 15'],
    [15, 15, '1 2 ... 6 7 8 9 10 11 12 13 14 [15]'],
    [100, 1, '[1] 2 3 4 5 6 7 8 9 10 ... 99 100'],
    [100, 7, '1 2 3 4 5 6 [7] 8 9 10 ... 99 100'],
    [100, 8, '1 2 ... 5 6 7 [8] 9 10 11 ... 99 100'],
    [100, 50, '1 2 ... 47 48 49 [50] 51 52 53 ... 99 100'],
    [100, 93, '1 2 ... 90 91 92 [93] 94 95 96 ... 99 100'],
    [100, 94, '1 2 ... 91 92 93 [94] 95 96 97 98 99 100'],
    [100, 100, '1 2 ... 91 92 93 94 95 96 97 98 99 [100]'],
    [100, 500, '1 2 ... 91 92 93 94 95 96 97 98 99 100'],
  ])('of %i pages on page %i', (pages, page, wanted) => {
    expect(labels(pages, page)).toBe(wanted);
  });

  test('a gap has three keys and no address', () => {
    expect(pageOf(100, 1).meta.links[11]).toEqual({ url: null, label: '...', active: false });
  });

  test('repeats the other parameters and puts the page last', () => {
    expect(pageOf(3, 2, 'page=2&include=offers,logs&q=a b').links).toEqual({
      first: `${url}?include=offers%2Clogs&q=a%20b&page=1`,
      last: `${url}?include=offers%2Clogs&q=a%20b&page=3`,
      prev: `${url}?include=offers%2Clogs&q=a%20b&page=1`,
      next: `${url}?include=offers%2Clogs&q=a%20b&page=3`,
    });
  });
});
