import { localDate, localWeek, nextLocalDay, nextLocalWeek } from '../../../schedule/calendar.ts';
import { zonesOfContact } from '../../../schedule/contact-zones.ts';
import { closedBy, type HoursRules, opening, reachableHours } from '../../../schedule/reachable-hours.ts';
import type { DueContact } from './due.ts';

type Placed = Pick<DueContact, 'timezone' | 'country' | 'number'>;

/** When a send may reach a contact, and which days and weeks of the contact that counts in. */
export interface ContactSchedule {
  /** The first moment from `now` on at which the contact may be reached. Null when there is none. */
  opening(contact: Placed, now: Date): Date | null;
  /** Why the contact may not be reached now, in plain words. */
  whyClosed(contact: Placed, now: Date): string;
  closedBy(contact: Placed, now: Date): 'team_hours' | 'campaign_hours' | 'campaign_days';
  periods(contact: Placed, now: Date): { day: string; week: string };
  /** The IANA time zones that it uses for the contact. */
  zones(contact: Placed): readonly string[];
  nextDay(contact: Placed, now: Date): Date;
  nextWeek(contact: Placed, now: Date): Date;
}

const WHY = {
  team_hours: 'It is outside the hours in which the team reaches anybody, in the contact’s time zone.',
  weekly_schedule: 'It is outside the campaign’s hours, in the contact’s time zone.',
  days_of_week: 'It is none of the campaign’s days, in the contact’s time zone.',
};

const RULE = {
  team_hours: 'team_hours',
  weekly_schedule: 'campaign_hours',
  days_of_week: 'campaign_days',
} as const;

export function contactSchedule(rules: HoursRules, teamTimezone: string): ContactSchedule {
  const hours = reachableHours(rules);
  const zonesOf = (contact: Placed) => zonesOfContact(contact, teamTimezone).zones;
  return {
    opening: (contact, now) => opening(hours, zonesOf(contact), now)?.from ?? null,
    whyClosed: (contact, now) => WHY[closedBy(hours, zonesOf(contact), now) ?? 'team_hours'],
    closedBy: (contact, now) => RULE[closedBy(hours, zonesOf(contact), now) ?? 'team_hours'],
    periods(contact, now) {
      const [zone] = zonesOf(contact) as [string];
      return { day: localDate(zone, now), week: localWeek(zone, now) };
    },
    zones: zonesOf,
    nextDay: (contact, now) => nextLocalDay(zonesOf(contact)[0]!, now),
    nextWeek: (contact, now) => nextLocalWeek(zonesOf(contact)[0]!, now),
  };
}
