import type { Role } from '../../generated/prisma/client.ts';

/** Highest first, as the column's type orders them. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'member'];

export const isWithin = (viewer: Role, role: Role) => ROLES.indexOf(viewer) <= ROLES.indexOf(role);
