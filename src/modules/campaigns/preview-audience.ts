import { type Context, viewerOf } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { refuse } from '../../records/input-rules.ts';
import { each, one, referenceErrors } from '../../records/references.ts';
import { countAudience } from '../audience/segments/audience.ts';
import { segmentIdsOf } from '../delivery/meta/meta.ts';

/** Most audiences that a request may ask for: each is a search of its own. */
const MAX_PREVIEWS = 20;

const previews = new WeakMap<Context, number>();

/** How many contacts a campaign of these segments would reach now. */
export async function previewAudience(
  ctx: Context,
  segmentIds: readonly string[],
  filterSegmentId: string | null | undefined,
): Promise<number> {
  const { team } = viewerOf(ctx);
  const segments = [...each('segmentIds', segmentIds), ...one('filterSegmentId', filterSegmentId)];
  refuse(await referenceErrors(ctx.db, team.id, { segments }, { lock: false }));
  return countReached(ctx, segmentIds, filterSegmentId);
}

/** The same for a campaign. Deleted segments reach nobody. A voice campaign names its segments by objects. */
export function countReached(
  ctx: Context,
  segmentIds: readonly unknown[],
  filterSegmentId: string | null | undefined,
): Promise<number> {
  const asked = (previews.get(ctx) ?? 0) + 1;
  previews.set(ctx, asked);
  if (asked > MAX_PREVIEWS) throw new AppError('BAD_REQUEST', `A request counts at most ${MAX_PREVIEWS} audiences.`);
  return countAudience(ctx, segmentIdsOf(segmentIds), filterSegmentId);
}
