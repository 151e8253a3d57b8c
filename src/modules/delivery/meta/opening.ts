import type { SendType } from '../../../generated/prisma/client.ts';
import { readMoment } from '../../../schedule/read-moment.ts';
import { dueSlots, nextSlot, type Slot, slotOfKey } from '../../../schedule/recurring-slots.ts';
import { localDay } from '../../../schedule/zone-offsets.ts';
import type { ManualData, MultistepData, PlannerData, RecurringData } from './meta-data.ts';

/** The fields of a campaign's meta that say when it sends. A voice campaign has no multistep and planner data. */
export interface OpeningMeta {
  sendType: SendType | null;
  manualData: ManualData | null;
  multistepData?: MultistepData | null;
  plannerData?: PlannerData | null;
  recurringData: RecurringData | null;
}

/** When a campaign's next send begins, and most contacts that it reaches. */
export interface Opening {
  at: Date;
  amount: number | null;
  slot: string | null;
}

/** The first send of a campaign that starts now. Null for a recurring campaign without a slot. */
export function firstOpening(meta: OpeningMeta, timezone: string, now: Date): Opening | null {
  const at = (text: string | null | undefined) => (text ? readMoment(text, timezone) : null) ?? now;
  switch (meta.sendType) {
    case 'manual':
      return { at: at(meta.manualData?.sendDatetime), amount: meta.manualData?.sendAmount ?? null, slot: null };
    case 'multistep':
      return { at: at(meta.multistepData?.sendDatetime), amount: null, slot: null };
    case 'planner':
      return { at: at(meta.plannerData?.multistepData?.sendDatetime), amount: null, slot: null };
    case 'recurring': {
      const chosen = chosenOpening(meta.recurringData, timezone);
      return chosen && chosen.at >= now ? chosen : slotOpening(meta.recurringData, timezone, now);
    }
    default:
      return { at: now, amount: null, slot: null };
  }
}

/** When a campaign that starts now first sends: at the moment that its data names, else at once. */
export const firstMoment = (meta: OpeningMeta, timezone: string, now: Date): Date =>
  firstOpening(meta, timezone, now)?.at ?? now;

/** The send of `selectedRecurringTime`. It has no slot. */
function chosenOpening(recurringData: RecurringData | null, timezone: string): Opening | null {
  const { sendDatetime, sendAmount = null } = recurringData?.selectedRecurringTime ?? {};
  const at = sendDatetime ? readMoment(sendDatetime, timezone) : null;
  return at && { at, amount: sendAmount, slot: null };
}

/**
 * The next send of a recurring campaign: at its selected time where that is still to come, at that or a slot of today which passed since
 * the last send, else at the first slot to come. `present` is its data by now, where it was changed since the last send began.
 */
export function nextOpening(
  meta: OpeningMeta,
  timezone: string,
  last: string | null,
  now: Date,
  present = meta.recurringData,
): Opening | null {
  const chosen = chosenOpening(present, timezone);
  if (chosen && chosen.at > now) return chosen;
  const since = last === null ? (chosenOpening(meta.recurringData, timezone)?.at ?? null) : readMoment(last, timezone);
  // In the order of their times: a time that the clock skips comes after later ones.
  const isNext = ({ at, key }: Slot) =>
    at > since! || (last !== null && key > last && at.getTime() === since!.getTime());
  const [missed] = since
    ? dueSlots(meta.recurringData!, timezone, since, now)
        .filter(isNext)
        .flatMap(({ key }) => (present && slotOfKey(present, timezone, key)) ?? [])
    : [];
  const isMissed = chosen && since && chosen.at > since && isOneDay(timezone, chosen.at, now);
  if (isMissed && !(missed && missed.at < chosen.at)) return { ...chosen, at: now };
  return missed ? { at: now, amount: missed.sendAmount, slot: missed.key } : slotOpening(present, timezone, now);
}

const isOneDay = (zone: string, one: Date, other: Date) =>
  localDay(zone, one.getTime()) === localDay(zone, other.getTime());

function slotOpening(recurringData: RecurringData | null, timezone: string, now: Date): Opening | null {
  const slot = recurringData && nextSlot(recurringData, timezone, now);
  return slot && { at: slot.at, amount: slot.sendAmount, slot: slot.key };
}
