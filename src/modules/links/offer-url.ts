export const CLICK_ID = 'click_id';

/** The place of the click id in an offer's URL whose parameter has another name. */
const PLACEHOLDER = /\{click_id\}|%7Bclick_id%7D/gi;

/**
 * Where a short link leads: the offer's URL with the click id. It replaces `{click_id}`, or is added as the parameter
 * `click_id`. The rest of the URL stays as it is, letter for letter.
 */
export function offerUrl(url: string, clickId: string): string {
  const id = encodeURIComponent(clickId);
  const placed = url.replace(PLACEHOLDER, () => id);
  if (placed !== url) return placed;
  const [, address, query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url)!;
  const others = (query ?? '').split('&').filter((pair) => pair !== '' && !isClickId(pair));
  return `${address}?${[...others, `${CLICK_ID}=${id}`].join('&')}${fragment}`;
}

const isClickId = (pair: string) => pair === CLICK_ID || pair.startsWith(`${CLICK_ID}=`);
