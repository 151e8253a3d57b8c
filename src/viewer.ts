import type { Role } from './generated/prisma/client.ts';

/** One entry of a team token's scopes; an empty list allows every endpoint of the team. */
export interface TokenScope {
  method: string;
  endpoint: string;
  reason: string;
}

export interface ViewerToken {
  readonly id: string;
  /** Of a team token. */
  readonly name: string | null;
  readonly kind: 'session' | 'team';
  readonly scopes: readonly TokenScope[];
}

/** Who asks: a person's session in one team, or the team's own token (then `user` is null). */
export interface Viewer {
  readonly user: { readonly id: string; readonly email: string; readonly name: string } | null;
  readonly team: { readonly id: string; readonly name: string; readonly timezone: string };
  readonly role: Role;
  /** Their team requires two factors, and they have not set them up. */
  readonly lacksTwoFactor: boolean;
  readonly token: ViewerToken;
}

/** Highest first, as the column's type orders them. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'member'];

/** Whether this role may do no more than the viewer may do anyway. */
export const isWithin = (viewer: Role, role: Role) => ROLES.indexOf(viewer) <= ROLES.indexOf(role);

/** Whether a token with `scopes` may use no endpoint that one with the viewer's may not. */
export const isWithinScopes = (viewer: readonly TokenScope[], scopes: readonly TokenScope[]) =>
  viewer.length === 0 ||
  (scopes.length > 0 &&
    scopes.every((one) => viewer.some(({ method, endpoint }) => method === one.method && endpoint === one.endpoint)));

/** Those that may do no more than the viewer, and those that may. */
export const rolesWithin = (viewer: Role) => ROLES.filter((role) => isWithin(viewer, role));
export const rolesAbove = (viewer: Role) => ROLES.filter((role) => !isWithin(viewer, role));
