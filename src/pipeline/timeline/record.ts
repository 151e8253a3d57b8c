import type { Context } from '../../context.ts';
import { failureOf } from '../../database/failures.ts';
import { countInto } from '../../database/reads/statements.ts';
import { currentScope, inScope, type Operation, type StatementCount } from '../../database/scope.ts';
import { AppError } from '../../errors.ts';
import { addEntry } from './timeline.ts';

export function traceAs(entry: Partial<Operation>): void {
  Object.assign(currentScope().operation ?? {}, entry);
}

export function tracedPerson() {
  const { kind, teamId, user } = currentScope().operation ?? {};
  return kind === 'mutation' && teamId && user ? { team: { id: teamId }, user, token: undefined } : undefined;
}

export async function recordTrace<T>(
  ctx: Pick<Context, 'db' | 'logger' | 'viewer'> & { readonly trace: StatementCount & { readonly id: string } },
  planned: Operation,
  run: () => T | Promise<T>,
): Promise<T> {
  const entry = { ...planned };
  const startedAt = new Date();
  const start = performance.now();
  const before = ctx.trace.statements;
  let outcome = 'ok';
  try {
    // Prisma begins when awaited: here, to be counted.
    return await inScope({ operation: entry }, () => countInto(ctx.trace, async () => await run()));
  } catch (error) {
    outcome = (error instanceof AppError ? error : failureOf(error))?.code ?? 'INTERNAL_SERVER_ERROR';
    throw error;
  } finally {
    const teamId = entry.teamId ?? ctx.viewer?.team.id;
    if (teamId) {
      addEntry(ctx, {
        teamId,
        traceId: ctx.trace.id,
        kind: entry.kind,
        operation: entry.operation,
        outcome,
        startedAt,
        durationMs: Math.round((performance.now() - start) * 1000) / 1000,
        statements: ctx.trace.statements - before,
      });
    }
  }
}
