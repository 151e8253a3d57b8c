import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { Membership, Role } from '../../../generated/prisma/client.ts';
import { isWithin, ROLES } from '../../../viewer.ts';
import { personOf } from '../auth/sessions.ts';
import { MAY } from './rules.ts';

const THING = 'Member';

export function changeMemberRole(ctx: Context, userId: string, role: Role): Promise<Membership> {
  const { team, role: mine } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, team.id, userId);
    if (!isWithin(mine, member.role) || !isWithin(mine, role)) {
      throw new AppError('FORBIDDEN', MAY.changeMemberRole.refusal);
    }
    if (role !== 'owner') await keepAnOwner(tx, member);
    await endHandedOut(
      tx,
      member,
      ROLES.filter((of) => !isWithin(role, of)),
    );
    return tx.prisma.membership.update({ where: { teamId_userId: keyOf(member) }, data: { role } });
  });
}

/** Ends their sessions in the team, and the tokens and invitations that they made. */
export function removeMember(ctx: Context, userId: string): Promise<{ id: string }> {
  const { team, role } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, team.id, userId);
    if (!isWithin(role, member.role)) throw new AppError('FORBIDDEN', MAY.removeMember.refusal);
    await endMembership(tx, member);
    return { id: member.userId };
  });
}

export function leaveTeam(ctx: Context): Promise<{ id: string }> {
  const { user, team } = personOf(ctx);
  return ctx.db.transaction(async (tx) => {
    await endMembership(tx, await lockMember(tx, team.id, user.id));
    return { id: team.id };
  });
}

/** Serialized, so that the last two owners cannot both leave. */
async function lockMember(tx: Tx, teamId: string, userId: string): Promise<Membership> {
  await tx.rows`SELECT 1 FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
  const member = isUuid(userId)
    ? await tx.prisma.membership.findUnique({ where: { teamId_userId: { teamId, userId } } })
    : null;
  if (!member) throw new NotFoundError(THING);
  return member;
}

async function keepAnOwner(tx: Tx, member: Membership): Promise<void> {
  if (member.role !== 'owner') return;
  const owners = await tx.prisma.membership.count({ where: { teamId: member.teamId, role: 'owner' } });
  if (owners === 1) throw new AppError('CONFLICT', 'A team needs an owner: make somebody else one first.');
}

async function endMembership(tx: Tx, member: Membership): Promise<void> {
  await keepAnOwner(tx, member);
  await endHandedOut(tx, member, ROLES);
  await tx.prisma.session.deleteMany({ where: keyOf(member) });
  await tx.change`UPDATE reply_keywords SET notify_user_ids = array_remove(notify_user_ids, ${member.userId}::uuid)
    WHERE team_id = ${member.teamId}::uuid AND ${member.userId}::uuid = ANY(notify_user_ids)`;
  await tx.prisma.membership.delete({ where: { teamId_userId: keyOf(member) } });
}

/** A removed member could return with one of them. */
async function endHandedOut(tx: Tx, member: Membership, roles: readonly Role[]): Promise<void> {
  const { teamId, userId } = member;
  const role = { in: [...roles] };
  await tx.prisma.teamToken.updateMany({
    where: { teamId, createdById: userId, role, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  await tx.prisma.invitation.deleteMany({ where: { teamId, invitedById: userId, role, acceptedAt: null } });
}

const keyOf = ({ teamId, userId }: Membership) => ({ teamId, userId });
