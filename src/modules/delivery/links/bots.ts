import { isbot } from 'isbot';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function isBotRequest(headers: Headers): boolean {
  const agent = headers['user-agent'];
  if (typeof agent !== 'string' || agent.trim() === '' || isbot(agent)) return true;
  return ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) => {
    const purpose = headers[name];
    return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose);
  });
}
