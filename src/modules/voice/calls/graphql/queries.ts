import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { CALL_EVENT, callEventFilter, listCallEvents } from '../call-events.ts';
import { CALL } from '../operations.ts';
import { callFilter, countByOutcome, countByStatus, listCalls, outcomeLogFilter } from '../reads.ts';
import { CallsOfOutcomeType, CallsOfStatusType } from './count-types.ts';
import { CallEventType } from './log-types.ts';
import { CallType } from './types.ts';

const CallFilter = filterInput(callFilter);
filterInput(outcomeLogFilter);

builder.queryFields((t) => ({
  calls: t.page({
    type: CallType,
    access: 'viewer',
    description: 'The team’s calls, newest first.',
    filter: CallFilter,
    list: listCalls,
    texts: { filter: 'Which calls.' },
  }),
  call: t.record({ type: CallType, of: CALL, access: 'viewer', description: 'One call.' }),
}));

builder.queryFields((t) => ({
  callsByOutcome: t.field({
    type: [CallsOfOutcomeType],
    access: 'viewer',
    size: 18,
    description:
      'Number of the team’s calls per outcome, in enum order, then those without one. Outcomes without calls are omitted.',
    args: { filter: t.arg({ type: CallFilter, description: 'Of which calls.' }) },
    resolve: (_root, { filter }, ctx) => countByOutcome(ctx, filter),
  }),
  callsByStatus: t.field({
    type: [CallsOfStatusType],
    access: 'viewer',
    size: 6,
    description: 'Number of the team’s calls per status, in enum order. Statuses without calls are omitted.',
    args: { filter: t.arg({ type: CallFilter, description: 'Of which calls.' }) },
    resolve: (_root, { filter }, ctx) => countByStatus(ctx, filter),
  }),
}));

const ADMINS = { role: 'admin' } as const;

const CallEventFilter = filterInput(callEventFilter);

builder.queryFields((t) => ({
  callEvents: t.page({
    type: CallEventType,
    access: ADMINS,
    description:
      'What voice providers told about the team’s calls (E12), newest first. Those with the status `failed` were given up; see `replayCallEvent`. Owners and admins only.',
    filter: CallEventFilter,
    list: listCallEvents,
    texts: { filter: 'Which events.' },
  }),
  callEvent: t.record({
    type: CallEventType,
    of: CALL_EVENT,
    access: ADMINS,
    description: 'One call event. Owners and admins only.',
  }),
}));
