import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Role } from '../generated/prisma/client.ts';
import type { TokenScope, Viewer } from '../viewer.ts';
import { isWithin } from '../viewer.ts';

/** A documented endpoint as the scopes of tokens name it: `PUT /v1/voice/campaigns/{campaign}`. */
export type Endpoint = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/**
 * Who may use a field. Declared on the field itself, so it is the same in both APIs.
 * - `public`: anybody, signed in or not;
 * - `viewer`: every person and token of a team, except tokens that are limited to scopes;
 * - `account`: the same, and people whose team requires two factors that they have not set up;
 * - an endpoint: as `viewer`, and tokens whose scopes name that endpoint;
 * - with `role`: only viewers of at least that role.
 */
export type Access =
  | 'public'
  | 'viewer'
  | 'account'
  | Endpoint
  | {
      endpoint?: Endpoint;
      role?: Role;
      /** The documented message of the refusal. Default: `This action is unauthorized.` */
      refusal?: string;
    };

/** Throws `UNAUTHENTICATED`, `TWO_FACTOR_REQUIRED` or `FORBIDDEN` unless the viewer may use the field. */
export function authorize(access: Access, viewer: Viewer | null): void {
  if (access === 'public') return;
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
  if (viewer.lacksTwoFactor && access !== 'account') {
    throw new AppError(
      'TWO_FACTOR_REQUIRED',
      'Your team requires two-factor sign-in. Set it up in your account first.',
    );
  }
  const isForAll = access === 'viewer' || access === 'account';
  const rule = typeof access === 'string' ? { endpoint: isForAll ? undefined : access } : access;
  const { role = 'member', refusal = 'This action is unauthorized.' } = rule as Exclude<Access, string>;
  const scopes = viewer.token.scopes;
  const inScope = scopes.length === 0 || (rule.endpoint !== undefined && scopes.some(names(rule.endpoint)));
  if (!inScope) throw new AppError('FORBIDDEN', 'This action is unauthorized.');
  if (!isWithin(viewer.role, role)) throw new AppError('FORBIDDEN', refusal);
}

export function authorizeContext(access: Access, ctx: Context): void {
  authorize(access, ctx.viewer);
}

const names = (endpoint: Endpoint) => {
  const wanted = normalize(endpoint);
  return (scope: TokenScope) => normalize(`${scope.method} ${scope.endpoint}`) === wanted;
};

const normalized = new Map<string, string>();

/** `get /api/v1/offers/` and `GET v1/offers` are one endpoint. Names of path parameters do not matter. */
export function normalize(endpoint: string): string {
  let result = normalized.get(endpoint);
  if (result === undefined) {
    const [method = '', path = ''] = endpoint.trim().split(/\s+/, 2);
    const segments = path
      .split('/')
      .filter(Boolean)
      .map((segment) => (/^[:{]/.test(segment) ? '{}' : segment.toLowerCase()));
    if (segments[0] === 'api') segments.shift();
    result = `${method.toUpperCase()} /${segments.join('/')}`;
    if (normalized.size < 1_000) normalized.set(endpoint, result);
  }
  return result;
}
