import type { ConsentPurpose, SendType } from '../../../generated/prisma/client.ts';
import type { Day } from '../../../schedule/days.ts';
import type {
  FeedData,
  HlrSettings,
  ManualData,
  MultistepData,
  PlannerData,
  RecurringData,
  WeeklySchedule,
} from '../meta/meta-data.ts';

/** The part of a send's meta that the engine reads. */
export interface SendMeta {
  sendType: SendType | null;
  segmentIds: string[];
  filterSegmentId: string | null;
  smsRoutingPlanId: string | null;
  domainPlanId: string | null;
  /** Absent in sends of earlier versions. */
  smartEncoding?: boolean;
  /** Absent in sends of earlier versions. */
  preCheckUrl?: string | null;
  requiresConsent?: ConsentPurpose | null;
  manualData: ManualData | null;
  multistepData: MultistepData | null;
  plannerData: PlannerData | null;
  recurringData: RecurringData | null;
  feedData: FeedData | null;
  hlrSettings: HlrSettings | null;
}

/** How a send goes out: the same few numbers for every send type. */
export interface SendPlan {
  /** Contacts in a step. Null: the whole audience is one step. */
  stepSize: number | null;
  /** Minutes between a step's last message and its judgement. */
  stepDelay: number;
  /** Percent. A step with a lower rate ends the send. */
  minCtr: number | null;
  /** Most messages that the send hands over. */
  maxMessages: number | null;
  /** Minutes after its start during which steps may begin. */
  maxMinutes: number | null;
  /** Most messages in any 60 seconds. 0: no limit. */
  perMinute: number;
  /** Most messages in a clock hour. 0: no limit. */
  perHour: number;
  /** Days on which it goes out. Null: every day. */
  days: readonly Day[] | null;
  /** Hours in which it goes out. Null: all hours. */
  hours: WeeklySchedule | null;
  /** How often a contact may be reached in a local day and in an ISO week, over all campaigns. */
  perDay: number | null;
  perWeek: number | null;
  /** Whether a new cycle begins when the whole audience was reached. */
  repeats: boolean;
  /** Whether new contacts join the audience while it goes out. */
  isFeed: boolean;
}

const PLAIN: SendPlan = {
  stepSize: null,
  stepDelay: 0,
  minCtr: null,
  maxMessages: null,
  maxMinutes: null,
  perMinute: 0,
  perHour: 0,
  days: null,
  hours: null,
  perDay: null,
  perWeek: null,
  repeats: false,
  isFeed: false,
};

const stepsOf = (data: MultistepData | null): Partial<SendPlan> =>
  data
    ? {
        stepSize: data.stepSize,
        stepDelay: data.stepDelay,
        minCtr: data.minCtr,
        maxMessages: data.maxSmsToSend,
        maxMinutes: data.maxMinutesToSend,
      }
    : {};

export function planOf(meta: SendMeta): SendPlan {
  switch (meta.sendType) {
    case 'manual':
      return { ...PLAIN, perMinute: meta.manualData?.throttleBatchSize ?? 0 };
    case 'multistep':
      return { ...PLAIN, ...stepsOf(meta.multistepData) };
    case 'planner': {
      const data = meta.plannerData!;
      return {
        ...PLAIN,
        ...stepsOf(data.multistepData),
        days: data.daysOfWeek,
        hours: data.weeklySchedule,
        perDay: data.dailySmsContactLimit,
        perWeek: data.weeklySmsContactLimit,
        repeats: true,
      };
    }
    case 'recurring': {
      const data = meta.recurringData!;
      return {
        ...PLAIN,
        days: data.daysOfWeek,
        perDay: data.dailyContactLimit,
        perWeek: data.weeklyContactLimit,
        repeats: true,
      };
    }
    case 'feed': {
      const data = meta.feedData!;
      return {
        ...PLAIN,
        days: data.daysOfWeek,
        hours: data.weeklySchedule,
        perHour: data.hourlyCallsLimit,
        isFeed: true,
      };
    }
    default:
      return PLAIN;
  }
}
