import { type Context, viewerOf } from '../../../context.ts';
import { readByIndex } from '../../../database/read-by-index.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { inTransaction, type Tx } from '../../../database/transaction.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { Membership, Role } from '../../../generated/prisma/client.ts';
import { announceAll, conversationTopic } from '../../../live/announce.ts';
import { BLOCK, inBlocks } from '../../../records/in-blocks.ts';
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
  return ctx.db.transaction(async (tx) => {
    const member = await removable(ctx, tx, userId);
    await endMembership(tx, member);
    return { id: member.userId };
  });
}

async function removable(ctx: Context, tx: Tx, userId: string): Promise<Membership> {
  const { role } = await actsNow(tx, ctx, MAY.removeMember);
  const member = await lockMember(tx, viewerOf(ctx).team.id, userId);
  if (!isWithin(role, member.role)) throw new AppError('FORBIDDEN', MAY.removeMember.refusal);
  await keepAnOwner(tx, member);
  return member;
}

export function leaveTeam(ctx: Context): Promise<{ id: string }> {
  return ctx.db.transaction(async (tx) => {
    const member = await leaving(ctx, tx);
    await endMembership(tx, member);
    return { id: member.teamId };
  });
}

async function leaving(ctx: Context, tx: Tx): Promise<Membership> {
  const { user, team } = personOf(ctx);
  const member = await lockMember(tx, team.id, user.id);
  await keepAnOwner(tx, member);
  return member;
}

/** `ahead` of both: a person may have any number of conversations. */
const unassignAhead = (ctx: Context, of: (tx: Tx) => Promise<Membership>) =>
  inBlocks((last) => inTransaction(ctx, async ({ db }) => unassignSome(db, await of(db), last)));

export const removeMemberAhead = (ctx: Context, userId: string) =>
  unassignAhead(ctx, (tx) => removable(ctx, tx, userId));

export const leaveTeamAhead = (ctx: Context) => unassignAhead(ctx, (tx) => leaving(ctx, tx));

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
  await endHandedOut(tx, member, ROLES);
  await tx.prisma.session.deleteMany({ where: keyOf(member) });
  await tx.change`UPDATE reply_keywords SET notify_user_ids = array_remove(notify_user_ids, ${member.userId}::uuid)
    WHERE team_id = ${member.teamId}::uuid AND ${member.userId}::uuid = ANY(notify_user_ids)`;
  // As those who change one lock it before they look at its member.
  await inBlocks((last) => unassignSome(tx, member, last));
  await tx.prisma.membership.delete({ where: { teamId_userId: keyOf(member) } });
  // Last: one that is being assigned to them holds the membership, and is seen here.
  await inBlocks((last) => unassignSome(tx, member, last));
}

/** Returns where it ended; null when none is left. */
async function unassignSome(tx: Tx, { teamId, userId }: Membership, last: string | null): Promise<string | null> {
  await readByIndex(tx);
  const some = await tx.rows<{
    id: string;
    at: string;
  }>`SELECT id::text AS id, last_activity_at::text AS at FROM conversations
    WHERE team_id = ${teamId}::uuid AND assignee_id = ${userId}::uuid
      AND last_activity_at >= ${last ?? '-infinity'}::timestamptz
    ORDER BY last_activity_at LIMIT ${BLOCK}::int`;
  if (some.length === 0) return null;
  // In the order of those who lock several.
  const locked = await tx.rows<{ id: string }>`SELECT id FROM conversations
    WHERE team_id = ${teamId}::uuid AND id = ANY(${some.map(({ id }) => id)}::uuid[])
      AND assignee_id = ${userId}::uuid ORDER BY id FOR NO KEY UPDATE`;
  const ids = locked.map(({ id }) => id);
  await tx.change`UPDATE conversations SET assignee_id = NULL, updated_at = now()
    WHERE team_id = ${teamId}::uuid AND id = ANY(${ids}::uuid[])`;
  await announceAll(tx, ids.map(conversationTopic));
  return some.length === BLOCK ? some.at(-1)!.at : null;
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
