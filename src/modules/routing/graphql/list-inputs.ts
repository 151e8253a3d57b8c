import { builder } from '../../../graphql/builder.ts';

export const SmsTestScheduleFilter = builder.inputType('SmsTestScheduleFilter', {
  description: 'Every condition given must hold.',
  fields: (t) => ({
    routeId: t.field({ type: 'UUID', description: 'Testing this route.' }),
    isActive: t.boolean({ description: 'Going out or not.' }),
  }),
});
