import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, readConnection } from '../../database/connection.ts';
import { isUuid } from '../../database/lists.ts';
import { NotFoundError } from '../../errors.ts';
import { postProcessings } from './loaders.ts';

export function listPostProcessings(ctx: Context, args: ConnectionArgs, fields: readonly string[]) {
  return readConnection(ctx, postProcessings, args, { fields });
}

/** E21. */
export async function deletePostProcessing(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  const { count } = isUuid(id)
    ? await ctx.db.postProcessing.deleteMany({ where: { id, teamId: team.id } })
    : { count: 0 };
  if (count === 0) throw new NotFoundError('Post-processing');
  return { id };
}
