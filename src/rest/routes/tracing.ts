import { TraceTimelineDocument } from '../../generated/rest-documents.ts';
import { eb3 } from '../error-bodies.ts';
import { property } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const tracingRoutes: readonly Route[] = [
  route({
    operation: 'E17',
    method: 'GET',
    path: '/tracing/timeline',
    document: TraceTimelineDocument,
    description:
      'The timeline of a trace (E17): every change, inbound event and job of the team under its id, which every answer carries in `X-Trace-Id`. `NOT_FOUND` (`Trace not found`) when the team has no entry under it.',
    // Not in the reference: the name of the query parameter.
    variables: ({ query: { trace_id } }) => ({ trace_id }),
    respond: ({ traceTimeline }) => traceTimeline,
    response: (selection) => property(selection, 'traceTimeline'),
    errors: { NOT_FOUND: eb3 },
  }),
];
