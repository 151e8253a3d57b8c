import type { RecipientRule } from '../../../generated/prisma/client.ts';
import type { RouteChoice } from '../../delivery/engine/choose-route.ts';
import type { Stand } from '../sms/progress.ts';

/** What decides about a contact of a campaign besides the rules that the engine keeps with it. */
export const STANDINGS = {
  reached: 'Its message was handed over and accepted. `status` says what became of it.',
  reached_in_cycle: 'It was reached in this cycle already; a later send of the cycle leaves it out.',
  sending: 'Its message is being handed over to the provider.',
  failed: 'The provider refused its message, or could not deliver it.',
  expired: 'Its message could not be delivered in time.',
  unknown: 'Nobody knows whether its message went out; a person decides (`resolveUnknownMessages`).',
  next: 'Nothing keeps it: its turn comes.',
  step_delay: 'The step before is full, and is judged after its delay.',
  throttle: 'The campaign sends no more at the moment than its throttle or its hourly limit allows.',
  send_waits: 'The send waits for its moment.',
  stopped: 'The campaign is stopped.',
  inactive: 'The campaign’s `isActive` is false.',
  not_started: 'The campaign is a draft.',
  ended: 'The campaign has ended.',
  audience_grows: 'The send’s audience is being put together, and has not come to it.',
  not_taken:
    'It is one of the campaign’s contacts, and its last send did not take it: it came after the audience was fixed when the send began, or the send took others.',
  not_in_segments: 'It is in none of the campaign’s segments, and came with none of its feeds.',
  filtered_out: 'It is in one of the campaign’s segments, but not in the filter segment.',
  segment_deleted: 'A segment that the campaign names was deleted.',
} as const;

/** What the engine keeps with a contact that it holds or skips. */
export const KEPT: Record<RecipientRule, string> = {
  team_hours: 'It is outside the hours in which the team reaches anybody, by the contact’s clock.',
  campaign_hours: 'It is outside the campaign’s hours, by the contact’s clock.',
  campaign_days: 'It is none of the campaign’s days, by the contact’s clock.',
  never_open: 'The campaign’s hours and the team’s never overlap for it.',
  daily_limit: 'Its limit of messages for the day is reached, over all campaigns.',
  weekly_limit: 'Its limit of messages for the week is reached, over all campaigns.',
  look_up: 'Its number is looked up, or the look-up says that it cannot be reached.',
  route_paused: 'The provider of its route asked for a pause.',
  refused_for_now: 'The provider refused its message for now; it is tried again.',
  came_back: 'Its message was taken back before it was handed over, and goes again.',
  suppressed: 'It asked not to be contacted.',
  no_route: 'No rule of the routing plan matches it, and the plan has no default route.',
  text_failed: 'Its text could not be written.',
  left_audience: 'It left the audience before its turn came.',
  there_before: 'It was there before the feed was started.',
};

type Standing = keyof typeof STANDINGS;
export type ExplainedRule = RecipientRule | Standing;

/** What keeps a contact or reached it, and what comes next. */
export interface Verdict {
  rule: ExplainedRule;
  text: string;
  /** Null: the contact is in no audience of the cycle. */
  status: Stand | null;
  decidedAt: Date | null;
  nextAt: Date | null;
  /** The route that would carry its message now. Absent: none would, or one does. */
  chosen?: ChosenRoute | null;
}

export interface ChosenRoute {
  routeId: string;
  /** Null: its rule has one candidate, or none matched. */
  choice: RouteChoice | null;
}
