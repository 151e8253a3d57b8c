import type { RecipientRule } from '../../../generated/prisma/client.ts';
import type { RouteChoice } from '../../delivery/engine/choose-route.ts';
import type { Stand } from '../sms/progress.ts';

/** Rules of both kinds of campaigns. */
const OF_BOTH = {
  next: 'Nothing keeps it: its turn comes.',
  send_waits: 'The send waits for its moment.',
  stopped: 'The campaign is stopped.',
  inactive: 'The campaign’s `isActive` is false.',
  paused: 'The campaign is paused.',
  not_started: 'The campaign is a draft.',
  ended: 'The campaign has ended.',
  audience_grows: 'The send’s audience is being put together, and has not come to it.',
  not_taken:
    'It is one of the campaign’s contacts, and its last send did not take it: it came after the audience was fixed when the send began, or the send took others.',
  not_in_segments: 'It is in none of the campaign’s segments, and came with none of its feeds.',
  filtered_out: 'It is in one of the campaign’s segments, but not in the filter segment.',
  segment_deleted: 'A segment that the campaign names was deleted.',
  team_hours: 'It is outside the hours in which the team reaches anybody, by the contact’s clock.',
  campaign_hours: 'It is outside the campaign’s hours, by the contact’s clock.',
  campaign_days: 'It is none of the campaign’s days, by the contact’s clock.',
  never_open: 'The campaign’s hours and the team’s never overlap for it.',
  look_up: 'Its number is looked up, or the look-up says that it cannot be reached.',
  pre_check: 'The campaign’s pre-check is asked, gave no answer, or says that it is not eligible.',
  suppressed: 'It asked not to be contacted.',
  no_consent: 'It has not given the consent that the campaign requires.',
  left_audience: 'It left the audience before its turn came.',
  there_before: 'It was there before the feed was started.',
  reached_in_cycle: 'It was reached in this cycle already; a later send of the cycle leaves it out.',
} as const;

export const SMS_RULES = {
  reached: 'Its message was handed over and accepted. `status` says what became of it.',
  sending: 'Its message is being handed over to the provider.',
  failed: 'The provider refused its message, or could not deliver it.',
  expired: 'Its message could not be delivered in time.',
  unknown: 'It is unknown whether its message went out; a person decides (`resolveUnknownMessages`).',
  step_delay: 'The step before is full, and is judged after its delay.',
  throttle: 'The campaign sends no more at the moment than its throttle or its hourly limit allows.',
  daily_limit: 'Its limit of messages for the day is reached, over all campaigns.',
  weekly_limit: 'Its limit of messages for the week is reached, over all campaigns.',
  route_paused: 'The provider of its route asked for a pause.',
  refused_for_now: 'The provider refused its message for now; it is tried again.',
  came_back: 'Its message was taken back before it was handed over, and goes again.',
  no_route:
    'No rule of the routing plan matches it, and the plan has no default route. It is skipped; it waits if the plan has no rule at all.',
  text_failed: 'Its text could not be written.',
  ...OF_BOTH,
} as const;

export const VOICE_RULES = {
  reached: 'It was called, and the call has ended. `call` says what came of it.',
  sending: 'Its call is being placed.',
  calling: 'Its call is going on.',
  failed: 'The provider refused to call it.',
  unknown: 'It is unknown whether its call was placed; an event of the call may still settle it.',
  throttle: 'The campaign calls no more at the moment than its throttle or its hourly limit allows.',
  callers_busy: 'All numbers and accounts that may call it have as many calls as they may have.',
  daily_limit: 'Its limit of calls for the day is reached, over all campaigns.',
  weekly_limit: 'Its limit of calls for the week is reached, over all campaigns.',
  route_paused: 'All voice accounts that may call it are down or asked for a pause.',
  refused_for_now: 'The provider refused its call for now; it is tried again.',
  came_back: 'Its call was taken back before it was placed, and is placed again.',
  no_caller: 'No number or agent of the campaign may call it.',
  call_again: 'The line was busy, or nobody answered: it is called again.',
  call_later: 'It asked to be called later.',
  ...OF_BOTH,
} as const;

/** A rule that the engine keeps with a contact that it holds or skips, or another that decides about a contact. */
export type ExplainedRule = RecipientRule | keyof typeof SMS_RULES | keyof typeof VOICE_RULES;

export type Told = Pick<Verdict, 'rule' | 'text'>;

/** What keeps a contact or reached it, and what comes next. */
export interface Verdict {
  rule: ExplainedRule;
  text: string;
  /** Null: the contact is in no audience of the cycle. */
  status: Stand | 'calling' | 'ended' | null;
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
