import type { FieldErrors } from '../../../errors.ts';
import type { UpdateSmsTestScheduleInput } from '../../../generated/inputs.ts';
import type { SmsTestSchedule } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';

// Not in the reference.
const MAX_TEXT = 1_600;
const MAX_INTERVAL = 43_200;

export const NO_PROVIDER = 'The route has no provider. Set its provider, settings and credentials first.';

export function scheduleErrors({ text, intervalMinutes }: UpdateSmsTestScheduleInput): FieldErrors {
  const textError =
    text !== undefined && !text?.trim()
      ? messages.required('text')
      : (text?.length ?? 0) > MAX_TEXT && messages.atMostCharacters('text', MAX_TEXT);
  return {
    ...(textError && { text: [textError] }),
    ...((intervalMinutes ?? 0) > MAX_INTERVAL && {
      intervalMinutes: [messages.atMost('intervalMinutes', MAX_INTERVAL)],
    }),
  };
}

type Times = Pick<SmsTestSchedule, 'isActive' | 'intervalMinutes' | 'lastRunAt' | 'nextRunAt'>;

/** Null while paused. An active schedule keeps the interval since its last test; one that has not begun keeps its time. */
export function nextRunAt(before: Times, { isActive, intervalMinutes }: Times, now: Date): Date | null {
  if (!isActive) return null;
  if (before.isActive && before.intervalMinutes === intervalMinutes) return before.nextRunAt;
  if (!before.lastRunAt) return before.nextRunAt ?? now;
  const due = before.lastRunAt.getTime() + intervalMinutes * 60_000;
  return new Date(Math.max(due, now.getTime()));
}
