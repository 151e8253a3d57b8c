import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { Membership, Role } from '../../../generated/prisma/client.ts';
import { announceAll, conversationTopic } from '../../../live/announce.ts';
import { isWithin, ROLES, rolesAbove } from '../../../viewer.ts';
import { personOf } from '../auth/sessions.ts';
import { MAY } from './rules.ts';

const THING = 'Member';

export function changeMemberRole(ctx: Context, userId: string, role: Role): Promise<Membership> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const { role: mine } = await actsNow(tx, ctx, MAY.changeMemberRole);
    const member = await lockMember(tx, team.id, userId);
    if (!isWithin(mine, member.role) || !isWithin(mine, role)) {
      throw new AppError('FORBIDDEN', MAY.changeMemberRole.refusal);
    }
    if (role !== 'owner') await keepAnOwner(tx, member);
    await endHandedOut(tx, member, rolesAbove(role));
    return tx.prisma.membership.update({ where: { teamId_userId: keyOf(member) }, data: { role } });
  });
}

/** Ends their sessions in the team, and the tokens and invitations that they made. Their conversations are nobody's. */
export function removeMember(ctx: Context, userId: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const { role } = await actsNow(tx, ctx, MAY.removeMember);
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

interface Actor {
  role: Role;
  /** Of a token, the person who made it. */
  userId: string | null;
}

/**
 * The viewer as they are in the team now, behind those who change its members. A token is known for a moment after its end, and
 * what it hands out or changes here would last.
 */
export async function actsNow(tx: Tx, ctx: Context, may: { role: Role; refusal: string }): Promise<Actor> {
  const { team, user, token } = viewerOf(ctx);
  await lockMembers(tx, team.id);
  const now = user
    ? await tx.row<Actor>`SELECT m.role::text AS role, m.user_id AS "userId" FROM memberships m
        JOIN sessions s ON s.team_id = m.team_id AND s.user_id = m.user_id
        WHERE m.team_id = ${team.id}::uuid AND m.user_id = ${user.id}::uuid AND s.id = ${token.id}::uuid AND s.expires_at > now()`
    : await tx.row<Actor>`SELECT k.role::text AS role, k.created_by_id AS "userId" FROM team_tokens k
        WHERE k.team_id = ${team.id}::uuid AND k.id = ${token.id}::uuid AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR k.expires_at > now())`;
  if (!now) throw new AppError('UNAUTHENTICATED', 'Unauthenticated.');
  if (!isWithin(now.role, may.role)) throw new AppError('FORBIDDEN', may.refusal);
  return now;
}

/** Serialized, so that the last two owners cannot both leave. */
const lockMembers = (tx: Tx, teamId: string) =>
  tx.rows`SELECT 1 FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;

async function lockMember(tx: Tx, teamId: string, userId: string): Promise<Membership> {
  await lockMembers(tx, teamId);
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
  // As those who change one lock it before they look at its member.
  await tx.rows`SELECT FROM conversations WHERE team_id = ${member.teamId}::uuid AND assignee_id = ${member.userId}::uuid
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.prisma.membership.delete({ where: { teamId_userId: keyOf(member) } });
  // Last: one that is being assigned to them holds the membership, and is seen here.
  const left = await tx.rows<{ id: string }>`UPDATE conversations SET assignee_id = NULL, updated_at = now()
    WHERE team_id = ${member.teamId}::uuid AND assignee_id = ${member.userId}::uuid RETURNING id::text AS id`;
  await announceAll(
    tx,
    left.map(({ id }) => conversationTopic(id)),
  );
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
