import { isbot } from 'isbot';

/** Names of headers in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a machine opened a link: it says so, it says nothing, or it is a browser that only prefetches. */
export function isBotRequest(headers: Headers): boolean {
  const agent = headers['user-agent'];
  if (typeof agent !== 'string' || agent.trim() === '' || isbot(agent)) return true;
  return ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) => {
    const purpose = headers[name];
    return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose);
  });
}
