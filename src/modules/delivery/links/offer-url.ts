export const CLICK_ID = 'click_id';

const PLACEHOLDER = /\{click_id\}|%7Bclick_id%7D/gi;

/** Replaces `{click_id}`, or adds it as a parameter. Otherwise only non-ASCII characters change, as a header requires. */
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
/** Browsers ignore these anywhere in a URL. */
const BREAKS = /[\t\r\n]+/g;

/** As a browser sends it: Punycode host, the rest percent-encoded. Existing escapes stay. */
function inAscii(url: string): string {
  const [, origin = '', rest = ''] = /^([a-z]+:\/\/[^/?#\\]*)(.*)/is.exec(url.trim().replaceAll(BREAKS, ''))!;
  return asciiOrigin(origin) + rest.replaceAll(BEYOND_ASCII, encodeURIComponent);
}

function asciiOrigin(origin: string): string {
  if (origin.search(BEYOND_ASCII) === -1) return origin;
  const { protocol, username, password, host } = new URL(origin);
  const account = username + (password && `:${password}`);
  return `${protocol}//${account && `${account}@`}${host}`;
}
