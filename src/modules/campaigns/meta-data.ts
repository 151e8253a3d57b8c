/** The nested objects of a campaign's meta as they are stored: keys as in GraphQL, every documented field present. */

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Day = (typeof DAYS)[number];

export interface ManualData {
  sendAmount: number;
  sendDatetime: string | null;
  throttleBatchSize: number;
}

export interface HoursOfDay {
  start: string;
  end: string;
}

export type WeeklySchedule = { default: HoursOfDay | null } & Record<Day, HoursOfDay | null>;

export interface MultistepData {
  stepSize: number;
  /** Minutes. */
  stepDelay: number;
  minCtr: number | null;
  maxSmsToSend: number | null;
  maxMinutesToSend: number | null;
  sendDatetime: string | null;
  isActive: boolean;
}

export interface PlannerData {
  daysOfWeek: Day[];
  weeklySchedule: WeeklySchedule | null;
  multistepData: MultistepData | null;
  weeklySmsContactLimit: number;
  dailySmsContactLimit: number;
  isActive: boolean;
}

export interface MultistepStatus {
  currentStep: number | null;
  totalAvailableContacts: number | null;
  totalSent: number | null;
  /** Seconds since the epoch. */
  lastSentTimestamp: number | null;
  /** Seconds since the epoch. */
  startTimestamp: number | null;
  initialBrands: unknown[];
  stepsPerformance: unknown[];
  status: string | null;
  statusReason: string | null;
  lastTimezones: unknown[];
  plannerData: PlannerData | null;
}

export interface HlrSettings {
  isActive: boolean;
  numberOfRetries: number;
  /** Minutes. */
  delayBetweenRetries: number;
  /** Minutes. */
  additionalTimeIncrement: number;
  retryUntil: string | null;
}

/** A window of a recurring day; its fields are not documented, so each is kept as given. */
export type RecurringDay = Record<string, unknown>;

export interface SelectedRecurringTime {
  sendAmount: number;
  sendDatetime: string | null;
}

export interface RecurringData {
  daysOfWeek: Day[];
  dailyRecurringData: Record<Day, RecurringDay[]>;
  selectedRecurringTime: SelectedRecurringTime | null;
  weeklyContactLimit: number;
  dailyContactLimit: number;
  isActive: boolean;
}

export interface FeedData {
  daysOfWeek: Day[] | null;
  weeklySchedule: WeeklySchedule | null;
  feedId: string | null;
  feedIds: string[] | null;
  isActive: boolean;
  autoAnalyze: boolean;
  /** 0 does not limit. */
  hourlyCallsLimit: number;
}
