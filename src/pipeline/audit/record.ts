import type { Context } from '../../context.ts';
import { countInto, uncounted } from '../../database/reads/statements.ts';
import { currentScope } from '../../database/scope.ts';
import type { Table } from '../../database/table.ts';
import { uuidv7 } from '../../database/uuid.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { tracedPerson } from '../timeline/record.ts';
import { type Changed, type Changes, observeChange } from './changes.ts';
import { WITHOUT_INPUT, withoutSecrets } from './rules.ts';

export interface Action {
  name: string;
  args: object;
  /** The type of a changed record, by its table. */
  typeOf: (table: Table<unknown>) => string | null;
  changes: Changes;
}

/** In the same transaction. Without one (sign-ins, uploads) it follows at once, and a failure to write it is logged. */
export async function recordAudit<T>(ctx: Context, action: Action, change: () => T | Promise<T>): Promise<T> {
  const { result, table, id, before, after } = await changeOf(ctx, action, change);
  // Who signs in does so as a person, whatever token came along.
  const { user, team, token } = tracedPerson() ?? ctx.viewer ?? {};
  if (!team) return result;
  const entry = Prisma.sql`INSERT INTO audit_entries
    (id, team_id, user_id, email, token_id, token_name, action, target_type, target_id, address, trace_id, input, before, after)
    VALUES (${Prisma.join([
      uuidv7(),
      team.id,
      user?.id ?? null,
      user?.email ?? null,
      token?.id ?? null,
      token?.name ?? null,
      action.name,
      table ? action.typeOf(table) : null,
      id ?? idOf(result) ?? idOf(action.args),
      ctx.address,
      ctx.trace.id,
      JSON.stringify(WITHOUT_INPUT.includes(action.name) ? {} : withoutSecrets(action.args)),
      before && JSON.stringify(before),
      after && JSON.stringify(after),
    ])})`;
  await uncounted(async () => {
    if (ctx.db.last) return ctx.db.last(entry);
    await ctx.db.keptChange(entry).catch((error: unknown) => {
      ctx.logger.error({ err: error, traceId: ctx.trace.id, operation: action.name }, 'no audit entry was written');
    });
  });
  return result;
}

async function changeOf<T>(ctx: Context, action: Action, change: () => T | Promise<T>): Promise<Changed<T>> {
  const { viewer } = ctx;
  if (!viewer) return { result: await change(), id: null, before: null, after: null };
  const { count } = currentScope();
  // Prisma begins when awaited: that must happen where its statements count.
  const work = async () => await change();
  return uncounted(() => observeChange(ctx, viewer, action, () => (count ? countInto(count, work) : work())));
}

function idOf(of: unknown): string | null {
  const id = typeof of === 'object' && of !== null && 'id' in of ? of.id : null;
  return typeof id === 'string' ? id.toLowerCase() : null;
}
