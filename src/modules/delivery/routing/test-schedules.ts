import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Sql } from '../../../database/sql.ts';
import type { Tx } from '../../../database/transaction.ts';
import { type FieldErrors, NotFoundError } from '../../../errors.ts';
import type { CreateSmsTestScheduleInput, UpdateSmsTestScheduleInput } from '../../../generated/inputs.ts';
import type { SmsTestSchedule } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { deleteAhead } from '../../../records/delete-record.ts';
import { missing, nameErrors, refuse } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { ERASED, erasedAmongWritten } from '../reach/erased-numbers.ts';
import { ROUTE, TEST_SCHEDULE } from './kinds.ts';
import { NO_PROVIDER, nextRunAt, scheduleErrors } from './test-schedule-rules.ts';

export function createSmsTestSchedule(ctx: Context, input: CreateSmsTestScheduleInput): Promise<SmsTestSchedule> {
  const { team } = viewerOf(ctx);
  const { routeId, name, text, intervalMinutes, isActive, startAt } = input;
  const toNumber = givenNumber(input.toNumber)!;
  return ctx.db.transaction(async (tx) => {
    const now = new Date();
    refuse({
      ...(await erasedErrors(ctx, tx, input.toNumber)),
      ...(await providerErrors(tx, team.id, routeId, 'routeId')),
      ...fieldErrors(input),
      ...(startAt && startAt <= now && { startAt: [messages.afterNow('startAt')] }),
      ...(await referenceErrors(tx, team.id, { routes: one('routeId', routeId) })),
    });
    return tx.prisma.smsTestSchedule.create({
      data: {
        ...{ teamId: team.id, routeId, name: name.trim(), toNumber, text, intervalMinutes, isActive },
        nextRunAt: isActive ? (startAt ?? now) : null,
      },
    });
  });
}

export async function updateSmsTestSchedule(
  ctx: Context,
  id: string,
  input: UpdateSmsTestScheduleInput,
): Promise<SmsTestSchedule> {
  refuse({ ...fieldErrors(input), ...missing(input, 'intervalMinutes', 'isActive') });
  refuse(await erasedErrors(ctx, ctx.db, input.toNumber));
  return changeRecord(ctx, TEST_SCHEDULE, id, async (tx, current) => {
    if (input.isActive) refuse(await providerErrors(tx, current.teamId, current.routeId, 'isActive'));
    const isActive = input.isActive ?? current.isActive;
    const intervalMinutes = input.intervalMinutes ?? current.intervalMinutes;
    return tx.prisma.smsTestSchedule.update({
      where: { teamId_id: { teamId: current.teamId, id } },
      data: {
        ...{
          name: input.name?.trim(),
          toNumber: input.toNumber == null ? undefined : givenNumber(input.toNumber)!,
          text: input.text ?? undefined,
        },
        ...{ isActive, intervalMinutes },
        nextRunAt: nextRunAt(current, { ...current, isActive, intervalMinutes }, new Date()),
      },
    });
  });
}

async function erasedErrors(ctx: Context, tx: Sql, toNumber: string | null | undefined): Promise<FieldErrors> {
  const number = toNumber == null ? null : givenNumber(toNumber);
  if (number === null) return {};
  const erased = await erasedAmongWritten(tx, ctx.tokenKeys, viewerOf(ctx).team.id, [String(number)]);
  return erased.size > 0 ? { toNumber: [ERASED] } : {};
}

async function providerErrors(tx: Tx, teamId: string, id: string, path: string): Promise<FieldErrors> {
  const without = { teamId, id, OR: [{ provider: null }, { credentials: null }] };
  return isUuid(id) && (await tx.prisma.route.count({ where: without })) > 0 ? { [path]: [NO_PROVIDER] } : {};
}

const fieldErrors = (input: UpdateSmsTestScheduleInput): FieldErrors => ({
  ...nameErrors(input.name),
  ...phoneNumberErrors(input.toNumber, 'toNumber'),
  ...scheduleErrors(input),
});

export async function deleteScheduleAhead(
  ctx: Context,
  { routeId, id }: { routeId: string; id: string },
): Promise<void> {
  const { team } = viewerOf(ctx);
  const own = { id, routeId, teamId: team.id };
  if (isUuid(id) && isUuid(routeId) && (await ctx.db.prisma.smsTestSchedule.count({ where: own })) === 1)
    await deleteAhead(ctx, TEST_SCHEDULE, id);
}

/** E18. */
export async function deleteSmsTestSchedule(
  ctx: Context,
  { routeId, id }: { routeId: string; id: string },
): Promise<{ id: string }> {
  const { team } = viewerOf(ctx);
  if (!isUuid(routeId)) throw new NotFoundError(ROUTE.thing);
  const route = { id: routeId, teamId: team.id };
  const { count } = isUuid(id)
    ? await ctx.db.prisma.smsTestSchedule.deleteMany({ where: { id, routeId, teamId: team.id, route } })
    : { count: 0 };
  if (count === 1) return { id };
  throw new NotFoundError(
    (await ctx.db.prisma.route.count({ where: route })) === 0 ? ROUTE.thing : TEST_SCHEDULE.thing,
  );
}
