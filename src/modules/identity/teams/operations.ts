import { type Context, viewerOf } from '../../../context.ts';
import { readConnection } from '../../../database/reads/connection.ts';
import {
  is,
  type ListArgs,
  listFilter,
  oneOf,
  textWithin,
  textWithinAny,
  within,
} from '../../../database/reads/filters.ts';
import { isUuid, loadById } from '../../../database/reads/lists.ts';
import { columnList, type Row, read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import { Prisma, type Team, type TeamToken } from '../../../generated/prisma/client.ts';
import { traceAs } from '../../../pipeline/timeline/record.ts';
import { decryptToken } from '../../../secrets.ts';
import { isWithin, isWithinScopes, rolesWithin, type TokenScope } from '../../../viewer.ts';
import { twoFactorOf } from '../auth/two-factor.ts';
import { MAY } from './rules.ts';

export async function getTeam(ctx: Context, fields: readonly string[]): Promise<Row<Team>> {
  const team = await loadById(ctx, tables.Team, viewerOf(ctx).team.id, fields);
  if (!team) throw new NotFoundError('Team');
  return team;
}

/**
 * E11. A person may do it in any of their teams, a token in its own. Not in the reference: others are not found, nor those that
 * require two factors of a person without.
 */
export async function updateTeamOnboarding(ctx: Context, id: string, onboardingData: string[]): Promise<Team> {
  const { user, team } = viewerOf(ctx);
  const isThis = id.toLowerCase() === team.id;
  const mayBeMine = isThis || (user !== null && isUuid(id));
  const hasTwoFactor = isThis || (mayBeMine && (await twoFactorOf(ctx)).isOn);
  const theirs = user && {
    memberships: { some: { userId: user.id } },
    ...(!hasTwoFactor && { requiresTwoFactor: false }),
  };
  const where = { id, ...theirs };
  const [updated] = mayBeMine ? await ctx.db.prisma.team.updateManyAndReturn({ where, data: { onboardingData } }) : [];
  if (!updated) throw new AppError('FORBIDDEN', 'Not a member of this team');
  if (!isThis && user) traceAs({ teamId: updated.id, user });
  return updated;
}

/** E20. */
export async function deleteTeamInvitation(ctx: Context, teamId: string, id: string): Promise<{ id: string }> {
  const { team, role } = viewerOf(ctx);
  const { invitation } = ctx.db.prisma;
  const where = { id, teamId: team.id, acceptedAt: null };
  if (!isUuid(id) || teamId.toLowerCase() !== team.id) throw new NotFoundError('Invitation');
  const { count } = await invitation.deleteMany({ where: { ...where, role: { in: rolesWithin(role) } } });
  if (count > 0) return { id };
  // Who may delete any sees all of them.
  if ((await invitation.count({ where })) > 0) throw new AppError('FORBIDDEN', MAY.deleteInvitation.refusal);
  throw new NotFoundError('Invitation');
}

/** Not in the reference: nobody sees a token with more rights than their own. */
const withinRole = (ctx: Context) => Prisma.sql`t.role >= ${viewerOf(ctx).role}::role`;

const inPerson = textWithinAny('the person’s name or e-mail address', Prisma.sql`p.name`, Prisma.sql`p.email`);

export const memberFilter = listFilter('MemberFilter', {
  search: {
    ...inPerson,
    sql: (text, key, teamId) =>
      inPerson
        .sql(text, key, teamId)
        .map((found) => Prisma.sql`EXISTS (SELECT FROM users p WHERE p.id = t.user_id AND ${found})`),
  },
  userId: is('ID', 'This person.'),
  role: oneOf('Role', 'With one of these roles.'),
  createdAt: within('When they joined.'),
});

export const invitationFilter = listFilter('InvitationFilter', {
  role: oneOf('Role', 'To one of these roles.'),
  delivery: oneOf('InvitationDelivery', 'Whose e-mail has come this far.'),
  email: textWithin('the e-mail address'),
  createdAt: within('When the person was last invited.'),
});

export const teamTokenFilter = listFilter('TeamTokenFilter', { name: textWithin('the name') });

export function listTeamTokens(ctx: Context, args: ListArgs<typeof teamTokenFilter>, fields: readonly string[]) {
  return readConnection(ctx, tables.TeamToken, args, {
    fields,
    orderBy: args.orderBy,
    filter: [withinRole(ctx), ...teamTokenFilter.where(ctx.teamId, args.filter)],
  });
}

export async function getTeamToken(ctx: Context, id: string, fields: readonly string[]): Promise<Row<TeamToken>> {
  const token = await loadById(ctx, tables.TeamToken, id, [...fields, 'role']);
  if (!token || !isWithin(viewerOf(ctx).role, token.role)) throw new NotFoundError('Team token');
  return token;
}

/** E13 has no pages. */
export function usableTeamTokens(ctx: Context, fields: readonly string[]): Promise<Row<TeamToken>[]> {
  return read<Row<TeamToken>>(
    ctx.reader,
    Prisma.sql`SELECT ${columnList(tables.TeamToken, fields)} FROM team_tokens t
      WHERE ${tables.TeamToken.scope(ctx.teamId)} AND ${withinRole(ctx)} AND (t.expires_at IS NULL OR t.expires_at > now())
      ORDER BY t.created_at DESC, t.id DESC`,
  );
}

/** Not in the reference: a token that is limited to endpoints shows no token that may use others. */
export function accessTokenOf(
  ctx: Context,
  { tokenCiphertext, scopes }: Pick<Row<TeamToken>, 'tokenCiphertext' | 'scopes'>,
): string | null {
  if (!isWithinScopes(viewerOf(ctx).token.scopes, scopes as unknown as TokenScope[])) return null;
  try {
    return decryptToken(ctx.tokenKeys, tokenCiphertext);
  } catch {
    // Logged at the start. The token still works: it is found by its hash.
    return null;
  }
}
