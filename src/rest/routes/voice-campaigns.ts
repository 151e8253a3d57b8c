import { DeleteVoicePostProcessingDocument, UpdateVoiceCampaignDocument } from '../../generated/rest-documents.ts';
import type { BodyFields } from '../body-fields.ts';
import { string } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const HOURS = Object.fromEntries(['default', ...DAYS].map((day) => [day, ['start', 'end']]));

const META: BodyFields = [
  ...['send_type', 'segment_ids', 'filter_segment_id', 'agent_id', 'number_id', 'agent_ids', 'number_ids'],
  { manual_data: ['send_amount', 'send_datetime', 'throttle_batch_size'] },
  {
    recurring_data: [
      ...['days_of_week', 'weekly_contact_limit', 'daily_contact_limit', 'is_active'],
      { daily_recurring_data: DAYS, selected_recurring_time: ['send_amount', 'send_datetime'] },
    ],
  },
  {
    feed_data: [
      ...['days_of_week', 'feed_id', 'feed_ids', 'is_active', 'auto_analyze', 'hourly_calls_limit'],
      { weekly_schedule: [HOURS] },
    ],
  },
  'stopped_reason',
  {
    hlr_settings: [
      ...['is_active', 'number_of_retries', 'delay_between_retries', 'additional_time_increment', 'retry_until'],
    ],
  },
];

export const voiceCampaignRoutes: readonly Route[] = [
  route({
    operation: 'E1',
    method: 'PUT',
    path: '/v1/voice/campaigns/:campaign',
    document: UpdateVoiceCampaignDocument,
    body: ['id', 'name', 'status', { meta: META }],
    description:
      'Changes a voice campaign (E1). `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` lists fields that are out of range or name a record your team does not have, a status that cannot follow the current one, and what the campaign needs to run when the status starts it. A send that waits for its time takes the changes over.',
    variables: ({ params, body }) => ({ campaign: params.campaign, input: body }),
  }),
  route({
    operation: 'E21',
    method: 'DELETE',
    path: '/v1/voice/post-processing/:postProcessing',
    document: DeleteVoicePostProcessingDocument,
    variables: ({ params }) => ({ postProcessing: params.postProcessing }),
    // Not in the reference: the text of E21's success.
    respond: () => 'Post-processing deleted.',
    response: () => string,
  }),
];
