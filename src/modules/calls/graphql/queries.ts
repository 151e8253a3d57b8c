import { builder } from '../../../graphql/builder.ts';
import { filterInput, orderInput } from '../../../graphql/lists.ts';
import { columns } from '../../../graphql/selection.ts';
import { getRecord } from '../../records/get-record.ts';
import { callEventFilter, getCallEvent, listCallEvents } from '../call-events.ts';
import { CALL } from '../operations.ts';
import { callFilter, countByOutcome, countByStatus, listCalls } from '../reads.ts';
import { CallsOfOutcomeType, CallsOfStatusType } from './count-types.ts';
import { CallEventType } from './log-types.ts';
import { CallType } from './types.ts';

const CallFilter = filterInput(callFilter);

const CallOrder = orderInput('Call', { createdAt: 'When it was created.' });

builder.queryField('calls', (t) =>
  t.connection(
    {
      type: CallType,
      access: 'viewer',
      description: 'The team’s calls, newest first unless ordered otherwise.',
      args: {
        filter: t.arg({ type: CallFilter, description: 'Which calls.' }),
        orderBy: t.arg({ type: CallOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listCalls(ctx, args, columns(info)),
    },
    { description: 'A page of calls.' },
    { description: 'A call in a list.' },
  ),
);

builder.queryField('call', (t) =>
  t.field({
    type: CallType,
    access: 'viewer',
    description: 'One call. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getRecord(ctx, CALL, id, columns(info)),
  }),
);

builder.queryFields((t) => ({
  callsByOutcome: t.field({
    type: [CallsOfOutcomeType],
    access: 'viewer',
    size: 18,
    description:
      'How many of the team’s calls have which outcome, in the order of the enumeration, calls without one last; an outcome that none has is left out.',
    args: { filter: t.arg({ type: CallFilter, description: 'Of which calls.' }) },
    resolve: (_root, { filter }, ctx) => countByOutcome(ctx, filter),
  }),
  callsByStatus: t.field({
    type: [CallsOfStatusType],
    access: 'viewer',
    size: 6,
    description:
      'How many of the team’s calls stand where, in the order of the enumeration; statuses of none are left out.',
    args: { filter: t.arg({ type: CallFilter, description: 'Of which calls.' }) },
    resolve: (_root, { filter }, ctx) => countByStatus(ctx, filter),
  }),
}));

const ADMINS = { role: 'admin' } as const;

const CallEventFilter = filterInput(callEventFilter);

const CallEventOrder = orderInput('CallEvent', { receivedAt: 'When it came.' });

builder.queryField('callEvents', (t) =>
  t.connection(
    {
      type: CallEventType,
      access: ADMINS,
      description:
        'What voice providers told about the team’s calls (E12), newest first unless ordered otherwise. Those with the status `failed` were given up; see `replayCallEvent`. Owners and admins only.',
      args: {
        filter: t.arg({ type: CallEventFilter, description: 'Which events.' }),
        orderBy: t.arg({ type: CallEventOrder, description: 'In which order.' }),
      },
      resolve: (_root, args, ctx, info) => listCallEvents(ctx, args, columns(info)),
    },
    { description: 'A page of call events.' },
    { description: 'A call event in a list.' },
  ),
);

builder.queryField('callEvent', (t) =>
  t.field({
    type: CallEventType,
    access: ADMINS,
    description: 'One call event. Owners and admins only. `NOT_FOUND` when the team has none of this id.',
    args: { id: t.arg.id({ required: true, description: 'Its id.' }) },
    resolve: (_root, { id }, ctx, info) => getCallEvent(ctx, id, columns(info)),
  }),
);
