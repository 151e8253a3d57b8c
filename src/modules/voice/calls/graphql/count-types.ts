import type { Context } from '../../../../context.ts';
import type { NestedAggregate } from '../../../../database/reads/aggregates.ts';
import { builder } from '../../../../graphql/builder.ts';
import { CallOutcomeEnum } from '../../../../graphql/call-outcome.ts';
import type { CallsOfOutcome, CallsOfStatus } from '../loaders.ts';
import { CallStatusEnum } from './enums.ts';

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

/** How many calls of a record came to what. */
export const callsByOutcome = (calls: NestedAggregate<CallsOfOutcome>) => ({
  type: [CallsOfOutcomeType] as [typeof CallsOfOutcomeType],
  access: 'viewer' as const,
  size: 18,
  select: { id: true as const },
  description: 'Number of its calls per outcome, in enum order. Outcomes without calls are omitted.',
  resolve: ({ id }: { id: string }, _args: object, ctx: Context) => calls.load(ctx, id),
});

export const CallsOfStatusType = builder.objectRef<CallsOfStatus>('CallsOfStatus').implement({
  description: 'How many calls have one status.',
  fields: (t) => ({
    status: t.expose('status', { type: CallStatusEnum, description: 'Their status.' }),
    count: t.exposeInt('count', { description: 'How many, at least 1.' }),
  }),
});
