import type { IncomingHttpHeaders } from 'node:http';
import type { Services } from '../context.ts';
import { networkOf } from '../input/network.ts';

interface Requested {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/** Behind an undeclared proxy, `X-Forwarded-For` tells callers apart. Logged once. */
export function createCallerOf({
  config,
  logger,
}: Pick<Services, 'config' | 'logger'>): (request: Requested) => string {
  let isTold = false;
  return ({ headers, address }) => {
    const network = networkOf(address);
    const forwarded = headers['x-forwarded-for'];
    if (config.TRUST_PROXY > 0 || forwarded === undefined) return network;
    if (!isTold) {
      isTold = true;
      logger.warn({ address }, UNDECLARED);
    }
    return `${network} ${String(forwarded).split(',').at(-1)?.trim()}`;
  };
}

const UNDECLARED =
  'a request came with X-Forwarded-For, but TRUST_PROXY is off. If a proxy of yours is in front, set TRUST_PROXY to the number of proxies: until then everybody behind it counts as one address';
