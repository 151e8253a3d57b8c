import { storableJson } from 'plain-json';
import {
  ChangeCallOutcomeDocument,
  ReceiveCallEventDocument,
  SetNumberVoiceProviderDocument,
} from '../../generated/rest-documents.ts';
import { eb2OrEb3, eb3 } from '../error-bodies.ts';
import { numberOrNull, object, property, string, withIntegers } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const callRoutes: readonly Route[] = [
  route({
    operation: 'E6',
    method: 'PATCH',
    path: '/v1/webhooks/calls/:call/change-outcome',
    document: ChangeCallOutcomeDocument,
    body: ['call_outcome'],
    variables: ({ params, body }) => ({ call: params.call, input: body }),
    // Counts are documented as strings.
    respond: ({ data }) => ({
      data: {
        ...data,
        events_count: String(data.events_count),
        tool_logs_count: String(data.tool_logs_count),
        to_number: Number(data.to_number),
        country_id: numberOrNull(data.country_id),
        call_outcome_logs: data.call_outcome_logs.nodes,
      },
    }),
    response: (selection) => {
      const { properties = {} } = withIntegers(property(selection, 'data'), 'to_number', 'country_id');
      const logs = property(properties.call_outcome_logs!, 'nodes');
      const changed = { events_count: string, tool_logs_count: string, call_outcome_logs: logs };
      return object({ data: object({ ...properties, ...changed }) });
    },
  }),
  route({
    operation: 'E9',
    method: 'PATCH',
    path: '/management/numbers/:number/voice-provider',
    document: SetNumberVoiceProviderDocument,
    body: ['voice_provider'],
    variables: ({ params, body }) => ({ number: params.number, input: body }),
    respond: ({ data }) => ({ data: { ...data, number: Number(data.number) } }),
    response: (selection) => object({ data: withIntegers(property(selection, 'data'), 'number') }),
  }),
  route({
    operation: 'E12',
    method: 'POST',
    path: '/v1/webhooks/calls/receive/extprovider',
    document: ReceiveCallEventDocument,
    body: ['message'],
    isLoose: true,
    describe: { secret: 'The webhook secret of the team’s voice account; it may be sent as the bearer token instead.' },
    variables: ({ headers, body }) => ({
      // An empty header is none.
      secret:
        headers['x-webhook-secret'] || headers['x-vapi-secret'] || headers.authorization?.replace(/^bearer +/i, ''),
      message: storableJson(body.message),
    }),
    respond: ({ receiveCallEvent }) => receiveCallEvent,
    response: (selection) => property(selection, 'receiveCallEvent'),
    errors: { UNAUTHENTICATED: eb3, NOT_FOUND: eb3, VALIDATION_FAILED: eb2OrEb3 },
  }),
];
