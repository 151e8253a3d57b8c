import { type Channel, Prisma } from '../../../generated/prisma/client.ts';
import { isSuppressed } from '../reach/is-suppressed.ts';
import { type ConsentNeeded, lacksConsent } from '../reach/lacks-consent.ts';
import { type Alike, isAlike } from './alike.ts';
import type { ContactSchedule } from './contact-schedule.ts';
import { isOver } from './limits.ts';
import type { SendPlan } from './plan.ts';

/** A contact of whom only what contacts are alike in is known. */
export const ANYBODY = {
  contactId: '',
  lookups: 0,
  tries: 0,
  checks: 0,
  checkedAt: null,
  refusals: null,
  isSuppressed: false,
  lacksConsent: false,
  networkBrand: null,
  foreignId: null,
};

/** Contacts `c` who are like one of these, asked for nothing else and have not reached a limit. */
export function mayBeReached(
  teamId: string,
  channel: Channel,
  alike: readonly Alike[],
  { needed, schedule, plan }: { needed: ConsentNeeded | null; schedule: ContactSchedule; plan: SendPlan },
  now: Date,
): Prisma.Sql {
  const withinLimits = (ofDay: readonly Alike[]) => {
    if (plan.perDay === null && plan.perWeek === null) return isAlike(ofDay);
    return Prisma.sql`(${isAlike(ofDay)} AND NOT ${isOver(teamId, channel, schedule.periods(ofDay[0]!, now), plan)})`;
  };
  // All time zones together have few days at one moment.
  const days = new Map<string, Alike[]>();
  for (const one of alike) {
    const { day } = schedule.periods(one, now);
    const ofDay = days.get(day) ?? [];
    ofDay.push(one);
    days.set(day, ofDay);
  }
  return Prisma.sql`(${Prisma.join([...days.values()].map(withinLimits), ' OR ')}) AND NOT ${isSuppressed(teamId, 'c')} AND NOT ${lacksConsent(teamId, 'c', needed)}`;
}
