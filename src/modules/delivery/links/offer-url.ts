export const CLICK_ID = 'click_id';

/** The place of the click id in an offer's URL whose parameter has another name. */
const PLACEHOLDER = /\{click_id\}|%7Bclick_id%7D/gi;

/**
 * Where a short link leads: the offer's URL with the click id. It replaces `{click_id}`, or is added as the parameter
 * `click_id`. The rest of the URL stays as it is, except that a header takes printable ASCII alone.
 */
export function offerUrl(url: string, clickId: string): string {
  const id = encodeURIComponent(clickId);
  const target = inAscii(url);
  const placed = target.replace(PLACEHOLDER, () => id);
  if (placed !== target) return placed;
  const [, address, query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(target)!;
  const others = (query ?? '').split('&').filter((pair) => pair !== '' && !isClickId(pair));
  return `${address}?${[...others, `${CLICK_ID}=${id}`].join('&')}${fragment}`;
}

const isClickId = (pair: string) => pair === CLICK_ID || pair.startsWith(`${CLICK_ID}=`);

const BEYOND_ASCII = /[^\x21-\x7e]+/g;
/** Browsers ignore them wherever they stand in a URL. */
const BREAKS = /[\t\r\n]+/g;

/** The URL as a browser would send it: the host in Punycode, everything else percent-encoded. Existing escapes stay. */
function inAscii(url: string): string {
  const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?#\\]*)(.*)$/is.exec(url.trim().replaceAll(BREAKS, ''))!;
  return asciiOrigin(origin) + rest.replaceAll(BEYOND_ASCII, encodeURIComponent);
}

function asciiOrigin(origin: string): string {
  if (origin.search(BEYOND_ASCII) === -1) return origin;
  const { protocol, username, password, host } = new URL(origin);
  const account = username + (password && `:${password}`);
  return `${protocol}//${account && `${account}@`}${host}`;
}
