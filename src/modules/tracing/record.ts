import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '../../context.ts';
import { failureOf } from '../../database/failures.ts';
import { asTeam, NOBODY } from '../../database/isolation/wall.ts';
import { countInto, type StatementCount } from '../../database/statements.ts';
import { AppError } from '../../errors.ts';
import type { TraceKind } from '../../generated/prisma/client.ts';

interface Entry {
  kind: TraceKind;
  operation: string;
  teamId?: string;
  /** Whoever has just proven to be somebody, without a viewer yet. */
  user?: { id: string; email: string };
}

const current = new AsyncLocalStorage<Entry>();

/** For an operation without a viewer: says whose timeline its entry belongs to, once it knows. */
export function traceAs(entry: Partial<Entry>): void {
  Object.assign(current.getStore() ?? {}, entry);
}

/** Who {@link traceAs} said it is, in the shape of a viewer. */
export function tracedPerson() {
  const { kind, teamId, user } = current.getStore() ?? {};
  return kind === 'mutation' && teamId && user ? { team: { id: teamId }, user, token: undefined } : undefined;
}

/**
 * Runs one mutation, inbound event or job and leaves its entry on the team's timeline (E17), whatever its outcome.
 * Without a team (a sign-in that failed) there is no timeline to write to.
 */
export async function recordTrace<T>(
  ctx: Pick<Context, 'db' | 'logger' | 'viewer'> & { readonly trace: StatementCount & { readonly id: string } },
  planned: Entry,
  run: () => T | Promise<T>,
): Promise<T> {
  const entry = { ...planned };
  const startedAt = new Date();
  const start = performance.now();
  const before = ctx.trace.statements;
  let outcome = 'ok';
  try {
    // Prisma begins its work when awaited: it must be awaited in here to be counted.
    const team = entry.teamId ?? ctx.viewer?.team.id ?? NOBODY;
    return await asTeam(team, () => current.run(entry, () => countInto(ctx.trace, async () => await run())));
  } catch (error) {
    outcome = (error instanceof AppError ? error : failureOf(error))?.code ?? 'INTERNAL_SERVER_ERROR';
    throw error;
  } finally {
    const teamId = entry.teamId ?? ctx.viewer?.team.id;
    if (teamId) {
      const row = {
        teamId,
        traceId: ctx.trace.id,
        kind: entry.kind,
        operation: entry.operation,
        outcome,
        startedAt,
        durationMs: Math.round((performance.now() - start) * 1000) / 1000,
        statements: ctx.trace.statements - before,
      };
      // The work is done and committed; a timeline that cannot be written must not undo its answer.
      await asTeam(teamId, async () => ctx.db.trace.create({ data: row })).catch((error: unknown) => {
        ctx.logger.error({ err: error, traceId: ctx.trace.id }, 'the trace could not be recorded');
      });
    }
  }
}
