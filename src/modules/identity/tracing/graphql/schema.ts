import type { ErrorCode } from '../../../../errors.ts';
import { builder } from '../../../../graphql/builder.ts';
import { filterInput } from '../../../../graphql/lists.ts';
import { listTraceEntries, type TraceTimeline, traceEntryFilter, traceTimeline } from '../operations.ts';

const E17 = 'GET /tracing/timeline';

const TraceTimelineType = builder.objectRef<TraceTimeline>('TraceTimeline').implement({
  description: 'What happened under one trace id (E17).',
  fields: (t) => ({
    traceId: t.exposeString('traceId', { description: 'The id, 32 lower-case hex digits.' }),
    timeline: t.exposeStringList('timeline', {
      description:
        'Entries in the order in which they began, at most 1,000, e.g. `2026-11-21T09:30:00.000Z mutation createOffer: ok (12.3 ms, 4 statements)`.',
    }),
    metrics: t.exposeString('metrics', {
      description:
        'A JSON object as text: `duration_ms` (milliseconds from the first start to the last end), `statements` (SQL statements of all entries) and `entries`, each with `kind`, `operation`, `outcome`, `duration_ms` and `statements`.',
    }),
  }),
});

builder.queryField('traceTimeline', (t) =>
  t.field({
    type: TraceTimelineType,
    internal: true,
    access: E17,
    description:
      'The timeline of a trace (E17): every mutation, inbound event and job of the team under its id, which every answer carries in `X-Trace-Id`. `NOT_FOUND` (`Trace not found`) when the team has no entry under it.',
    args: { traceId: t.arg.string({ required: true, description: 'The id, 32 hex digits.' }) },
    resolve: (_root, { traceId }, ctx) => traceTimeline(ctx, traceId),
  }),
);

const TraceKindEnum = builder.enumType('TraceKind', {
  description: 'What left an entry.',
  values: {
    mutation: { description: 'Somebody changed something, over GraphQL or REST.' },
    event: { description: 'A voice provider reported something.' },
    job: { description: 'A worker did something on its own.' },
  },
});

const CODES: Readonly<Record<Lowercase<ErrorCode>, string>> = {
  bad_request: 'The request made no sense there.',
  unauthenticated: 'No valid token.',
  forbidden: 'The role or the token’s scopes did not allow it.',
  two_factor_required: 'A second factor was missing.',
  not_found: 'No such record in the team.',
  validation_failed: 'The input was refused.',
  conflict: 'The record’s state did not allow it.',
  payment_required: 'The balance was too low.',
  rate_limited: 'Too many requests.',
  response_too_large: 'The answer was too large.',
  timeout: 'It took too long.',
  unavailable: 'Something that it needs did not answer.',
};

const isCode = (code: string): code is keyof typeof CODES => Object.hasOwn(CODES, code);

const TraceOutcomeEnum = builder.enumType('TraceOutcome', {
  description: 'How it ended: `ok`, or the code of its error in lower case.',
  values: {
    ok: { description: 'It succeeded.' },
    ...(Object.fromEntries(Object.entries(CODES).map(([code, description]) => [code, { description }])) as Record<
      keyof typeof CODES,
      { description: string }
    >),
    internal_server_error: { description: 'A bug; the server’s log has the cause.' },
  },
});

const TraceEntryType = builder.prismaObject('Trace', {
  name: 'TraceEntry',
  select: { id: true },
  fields: (t) => ({
    ...t.columns('id', 'traceId', 'operation', 'startedAt', 'durationMs', 'statements'),
    kind: t.expose('kind', { type: TraceKindEnum }),
    outcome: t.field({
      type: TraceOutcomeEnum,
      select: { outcome: true },
      description: 'How it ended.',
      resolve: ({ outcome }) => {
        const code = outcome.toLowerCase();
        return code === 'ok' || isCode(code) ? code : 'internal_server_error';
      },
    }),
  }),
});

const TraceEntryFilter = filterInput(traceEntryFilter);

builder.queryField('traceEntries', (t) =>
  t.page({
    type: TraceEntryType,
    access: E17,
    description: 'What the team’s people, tokens and jobs did, newest first.',
    filter: TraceEntryFilter,
    list: listTraceEntries,
    texts: { filter: 'Which entries.' },
  }),
);
