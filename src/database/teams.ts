import { model as models } from '../generated/model.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** Nobody's team: what has no viewer finds nothing. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * `where: { teamId: acrossTeams('reason') }` means rows of every team. SQL of our own says the same with a comment,
 * `/* across teams: reason *\/`. A test lists every place and its reason.
 */
export const acrossTeams = (_reason: string) => ({ notIn: [] as string[] });

const OF_TEAMS: ReadonlySet<string> = new Set(
  Object.entries(models).flatMap(([name, { fields }]) =>
    (fields as readonly string[]).includes('teamId') ? name : [],
  ),
);

/** What happened stays as it was written. Retention deletes by SQL. */
const APPEND_ONLY: ReadonlySet<string> = new Set<Prisma.ModelName>(['AuditEntry', 'LedgerEntry', 'ConsentEvent']);

/** An operation that might have shown or changed another team's rows: a bug of ours, answered as one. */
export class TeamError extends Error {
  override readonly name = 'TeamError';
}

/** Refuses operations on the models of teams that name no team, and changes of what is only added to. */
export const teams = Prisma.defineExtension({
  name: 'teams',
  query: {
    $allModels: {
      $allOperations({ model, operation, args, query }) {
        if (APPEND_ONLY.has(model) && /^(?:update|delete|upsert)/.test(operation)) {
          throw new TeamError(`${model}.${operation}: its rows are only added to.`);
        }
        if (OF_TEAMS.has(model) && !namesTeam(operation, args)) {
          throw new TeamError(`${model}.${operation} names no team.`);
        }
        return query(args);
      },
    },
  },
});

interface Args {
  where?: unknown;
  data?: unknown;
  create?: unknown;
}

function namesTeam(operation: string, { where, data, create }: Args): boolean {
  if (operation.startsWith('create')) return [data].flat().every(isOfTeam);
  return isOfTeam(where) && (operation !== 'upsert' || isOfTeam(create));
}

function isOfTeam(of: unknown): boolean {
  if (typeof of !== 'object' || of === null) return false;
  const { teamId } = of as { teamId?: unknown };
  if (typeof teamId === 'string') return true;
  if (isAcross(teamId)) return true;
  // The key: `teamId_id: { teamId, id }`.
  return Object.entries(of).some(([name, key]) => name.startsWith('teamId_') && isOfTeam(key));
}

const isAcross = (teamId: unknown) =>
  typeof teamId === 'object' && teamId !== null && 'notIn' in teamId && (teamId.notIn as unknown[]).length === 0;
