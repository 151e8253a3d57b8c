import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import type { CallsOfOutcome, CallsOfStatus } from '../loaders.ts';
import { CallStatusEnum } from './enums.ts';

export const CALLS_BY_OUTCOME =
  'How many of its calls have which outcome, in the order of the enumeration; an outcome that none has is left out.';

export const CallsOfOutcomeType = builder.objectRef<CallsOfOutcome>('CallsOfOutcome').implement({
  description: 'How many calls came to something.',
  fields: (t) => ({
    outcome: t.expose('outcome', {
      type: CallOutcomeEnum,
      nullable: true,
      description: 'What came of them; null as long as that is open.',
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
