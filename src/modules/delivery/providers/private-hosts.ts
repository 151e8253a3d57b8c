import { isIP } from 'node:net';
import type { Context } from '../../../context.ts';
import type { FieldErrors } from '../../../errors.ts';
import { isPrivateHost } from './public-addresses.ts';

interface Given {
  /** The host's place in the input. */
  path: string;
  /** The record that is to have it, as people know it. */
  of: string;
}

/** Refuses a private address when it is saved. What a name leads to is checked at each connection. */
export function privateHostErrors({ config }: Pick<Context, 'config'>, host: string, { path, of }: Given): FieldErrors {
  const bare = bareHost(host);
  if (config.PRIVATE_PROVIDERS || !isPrivateHost(bare)) return {};
  return { [path]: [`${of}: ${bare} is a private address. Set PRIVATE_PROVIDERS=on to allow it.`] };
}

export const privateUrlErrors = (ctx: Pick<Context, 'config'>, url: unknown, given: Given): FieldErrors =>
  typeof url === 'string' && URL.canParse(url) ? privateHostErrors(ctx, new URL(url).hostname, given) : {};

/** An address in its usual form: `127.1` is `127.0.0.1`. */
function bareHost(host: string): string {
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}`;
  return (URL.canParse(url) ? new URL(url).hostname : host).replace(/^\[|\]$/g, '');
}
