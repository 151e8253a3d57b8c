import { type Context, viewerOf } from '../../../context.ts';
import { readConnection } from '../../../database/reads/connection.ts';
import { type ListArgs, listFilter, listOf, textWithin, within } from '../../../database/reads/filters.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Row } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { AppError, NotFoundError, ValidationError } from '../../../errors.ts';
import type { CreateSegmentInput, SegmentFilterInput, UpdateSegmentInput } from '../../../generated/inputs.ts';
import type { Prisma, Segment } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import type { RecordKind } from '../../../records/change-record.ts';
import { forget } from '../../../records/forget.ts';
import { storedFilter } from '../../delivery/reach/filter.ts';
import { segmentCondition } from '../../delivery/reach/rules.ts';
import { contactFilter } from '../contacts/operations/contacts.ts';
import { countReachable, countSegment, countWithin } from './audience.ts';
import { readFilter } from './read-filter.ts';

export const SEGMENT: RecordKind<Segment> = { thing: 'Segment', table: tables.Segment };
const MAX_NAME = 255;

export const segmentListFilter = listFilter('SegmentListFilter', {
  name: textWithin('the name'),
  createdAt: within('When it was created.'),
});

export const listSegments = listOf(tables.Segment, segmentListFilter);

export type WithFilter = Pick<Row<Segment>, 'filter'>;

export async function contactsOfSegment(
  ctx: Context,
  segment: WithFilter,
  args: ListArgs<typeof contactFilter>,
  { fields, isCounted, isRead }: { fields: readonly string[]; isCounted: boolean; isRead: boolean },
) {
  const filter = storedFilter(segment.filter);
  const own = contactFilter.where(ctx.teamId, args.filter);
  const options = { fields, orderBy: args.orderBy, filter: [segmentCondition(ctx.teamId, filter), ...own] };
  const counted = () => {
    countOnce(ctx);
    return own.length === 0 ? countSegment(ctx, filter) : countWithin(ctx, filter, own);
  };
  // Begun with the counts of other segments, not when this page has been read.
  const count = isCounted ? counted() : null;
  count?.catch(() => {});
  const page = await readConnection(ctx, tables.Contact, args, options, isRead);
  return { ...page, totalCount: () => count ?? counted() };
}

/** Most counts that a request may ask for. */
const MAX_COUNTS = 40;

/** `onlyReachable` leaves out contacts that must not be contacted. */
export async function countContactsOfSegment(
  ctx: Context,
  segment: WithFilter,
  onlyReachable: boolean,
): Promise<number> {
  countOnce(ctx);
  const filter = storedFilter(segment.filter);
  return onlyReachable ? countReachable(ctx, filter) : countSegment(ctx, filter);
}

const counts = new WeakMap<Context, number>();

function countOnce(ctx: Context): void {
  const count = (counts.get(ctx) ?? 0) + 1;
  counts.set(ctx, count);
  if (count > MAX_COUNTS) throw new AppError('BAD_REQUEST', `A request counts at most ${MAX_COUNTS} segments.`);
}

/** A segment that is not saved: only its filter. */
export const previewSegment = (filter: SegmentFilterInput): WithFilter => ({
  filter: readFilter(filter) as unknown as Prisma.JsonObject,
});

export function createSegment(ctx: Context, input: CreateSegmentInput): Promise<Segment> {
  const { team } = viewerOf(ctx);
  const name = readName(input.name);
  return ctx.db.prisma.segment.create({ data: { teamId: team.id, name, filter: toJson(input.filter) } });
}

/** A given filter replaces the former one as a whole. */
export async function updateSegment(ctx: Context, id: string, input: UpdateSegmentInput): Promise<Segment> {
  const { team } = viewerOf(ctx);
  if (input.name === null) throw new ValidationError({ name: [messages.required('name')] });
  if (input.filter === null) throw new ValidationError({ filter: [messages.required('filter')] });
  const data = {
    ...(input.name !== undefined && { name: readName(input.name) }),
    ...(input.filter !== undefined && { filter: toJson(input.filter) }),
  };
  const [segment] = isUuid(id)
    ? await ctx.db.prisma.segment.updateManyAndReturn({ where: { id, teamId: team.id }, data })
    : [];
  if (!segment) throw new NotFoundError(SEGMENT.thing);
  return segment;
}

/**
 * `CONFLICT` while a campaign sends to it or filters by it. Campaigns lock their segments (FOR KEY SHARE) while they are
 * written, so a delete and a campaign at the same time find each other. Messages, of which there may be millions, keep its id.
 */
export function deleteSegment(ctx: Context, id: string): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  if (!isUuid(id)) throw new NotFoundError(SEGMENT.thing);
  return ctx.db.transaction(async (tx) => {
    const locked = await tx.rows<unknown>`
      SELECT 1 FROM segments WHERE id = ${id}::uuid AND team_id = ${team.id}::uuid FOR UPDATE`;
    if (locked.length === 0) throw new NotFoundError(SEGMENT.thing);
    const [use] = await tx.rows<{ name: string }>`
      SELECT name FROM sms_campaigns WHERE team_id = ${team.id}::uuid AND deleted_at IS NULL
        AND (filter_segment_id = ${id}::uuid OR ${id}::uuid = ANY(segment_ids))
      UNION ALL
      SELECT name FROM voice_campaigns v WHERE team_id = ${team.id}::uuid AND deleted_at IS NULL
        AND (filter_segment_id = ${id}::uuid OR EXISTS (
          SELECT 1 FROM jsonb_array_elements(v.segment_ids) s WHERE lower(s->>'id') = lower(${id})))
      LIMIT 1`;
    if (use) throw new AppError('CONFLICT', `The segment is used by the campaign "${use.name}".`);
    await forget(tx, { id, teamId: team.id }, [
      ['sms_campaigns', 'filter_segment_id'],
      ['voice_campaigns', 'filter_segment_id'],
    ]);
    await tx.prisma.segment.delete({ where: { teamId_id: { teamId: team.id, id } } });
    return { id };
  });
}

function readName(given: string): string {
  const name = given.trim();
  if (name === '') throw new ValidationError({ name: [messages.required('name')] });
  if ([...name].length > MAX_NAME) throw new ValidationError({ name: [messages.atMostCharacters('name', MAX_NAME)] });
  return name;
}

const toJson = (filter: SegmentFilterInput) => readFilter(filter) as unknown as Prisma.InputJsonObject;
