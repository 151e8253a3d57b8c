import { isIP } from 'node:net';
import { isPrivateHost } from 'outgoing-requests';
import type { Context } from '../../../context.ts';
import type { FieldErrors } from '../../../errors.ts';

interface Given {
  path: string;
  of: string;
}

/** What a name resolves to is checked at each connection. */
export function privateHostErrors({ config }: Pick<Context, 'config'>, host: string, { path, of }: Given): FieldErrors {
  const bare = bareHost(host);
  if (config.PRIVATE_PROVIDERS || !isPrivateHost(bare)) return {};
  return { [path]: [`${of}: ${bare} is a private address. Set PRIVATE_PROVIDERS=on to allow it.`] };
}

export const privateUrlErrors = (ctx: Pick<Context, 'config'>, url: unknown, given: Given): FieldErrors =>
  typeof url === 'string' && URL.canParse(url) ? privateHostErrors(ctx, new URL(url).hostname, given) : {};

function bareHost(host: string): string {
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}`;
  return (URL.canParse(url) ? new URL(url).hostname : host).replace(/^\[|\]$/g, '');
}
