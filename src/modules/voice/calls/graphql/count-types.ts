import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import type { CallsOfOutcome, CallsOfStatus } from '../loaders.ts';
import { CallStatusEnum } from './enums.ts';

export const CALLS_BY_OUTCOME = 'Number of its calls per outcome, in enum order. Outcomes without calls are omitted.';

export const CallsOfOutcomeType = builder.objectRef<CallsOfOutcome>('CallsOfOutcome').implement({
  description: 'How many calls came to something.',
  fields: (t) => ({
    outcome: t.expose('outcome', {
      type: CallOutcomeEnum,
      nullable: true,
      description: 'The outcome; null while it is unknown.',
    }),
    count: t.exposeInt('count', { description: 'How many, at least 1.' }),
  }),
});

export const CallsOfStatusType = builder.objectRef<CallsOfStatus>('CallsOfStatus').implement({
  description: 'How many calls have one status.',
  fields: (t) => ({
    status: t.expose('status', { type: CallStatusEnum, description: 'Their status.' }),
    count: t.exposeInt('count', { description: 'How many, at least 1.' }),
  }),
});
