import type { Context } from '../../../context.ts';
import { unavailable } from '../../../database/failures.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { read } from '../../../database/table.ts';
import { acrossTeams } from '../../../database/teams.ts';
import { NotFoundError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { holdSessions, personOf } from './sessions.ts';

export interface MySession {
  id: string;
  teamId: string;
  teamName: string;
  address: string | null;
  isCurrent: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string;
}

export const MOST_SESSIONS = 100;

export function mySessions(ctx: Context): Promise<MySession[]> {
  const { user, token } = personOf(ctx);
  return read<MySession>(
    ctx.reader,
    Prisma.sql`SELECT /* across teams: a person sees all their sessions */ s.id, s.team_id AS "teamId", t.name AS "teamName", s.address, s.id = ${token.id}::uuid AS "isCurrent",
          s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt"
        FROM sessions s JOIN teams t ON t.id = s.team_id
        WHERE s.user_id = ${user.id}::uuid AND s.expires_at > now()${ctx.db.reach.within('s.team_id')}
        ORDER BY coalesce(s.last_used_at, s.created_at) DESC, s.id DESC LIMIT ${MOST_SESSIONS}::int`,
  );
}

export async function endSession(ctx: Context, id: string): Promise<{ id: string }> {
  const { user } = personOf(ctx);
  const { reach, prisma } = ctx.db;
  const { isWhole } = reach;
  const teamId = reach.teams(acrossTeams('A person may end their session in any team.'));
  const { count } = isUuid(id)
    ? await prisma.session.deleteMany({ where: { teamId, id, userId: user.id } })
    : { count: 0 };
  if (count === 0 && !isWhole) throw unavailable();
  if (count === 0) throw new NotFoundError('Session');
  return { id };
}

export async function endAllSessions(ctx: Context, exceptThis: boolean): Promise<number> {
  const { user, token } = personOf(ctx);
  const teamId = acrossTeams('A person signs out everywhere.');
  return ctx.db.transaction(async (tx) => {
    await holdSessions(tx, user.id);
    const { count } = await tx.prisma.session.deleteMany({
      where: { teamId, userId: user.id, ...(exceptThis && { id: { not: token.id } }) },
    });
    return count;
  });
}
