import type { Role } from '../../../generated/prisma/client.ts';

/** Highest first, as the column's type orders them. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'member'];

/** Whether this role may do no more than the viewer may do anyway. */
export const isWithin = (viewer: Role, role: Role) => ROLES.indexOf(viewer) <= ROLES.indexOf(role);
