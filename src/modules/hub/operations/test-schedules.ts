import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/lists.ts';
import { NotFoundError } from '../../../errors.ts';

const THING = 'SMS test schedule';

/** E18. The schedule must be one of this route's. */
export async function deleteSmsTestSchedule(
  ctx: Context,
  { routeId, id }: { routeId: string; id: string },
): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  if (!isUuid(routeId)) throw new NotFoundError('Route');
  const route = { id: routeId, teamId: team.id };
  const { count } = isUuid(id)
    ? await ctx.db.smsTestSchedule.deleteMany({ where: { id, routeId, teamId: team.id, route } })
    : { count: 0 };
  if (count === 1) return { id };
  throw new NotFoundError((await ctx.db.route.count({ where: route })) === 0 ? 'Route' : THING);
}
