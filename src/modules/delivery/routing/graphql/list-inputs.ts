import { filterInput } from '../../../../graphql/lists.ts';
import { smsTestScheduleFilter } from '../lists.ts';

export const SmsTestScheduleFilter = filterInput(smsTestScheduleFilter);
