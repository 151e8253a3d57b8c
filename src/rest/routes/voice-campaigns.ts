import { DeleteVoicePostProcessingDocument, UpdateVoiceCampaignDocument } from '../../generated/rest-documents.ts';
import { string } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const voiceCampaignRoutes: readonly Route[] = [
  route({
    operation: 'E1',
    method: 'PUT',
    path: '/v1/voice/campaigns/:campaign',
    document: UpdateVoiceCampaignDocument,
    description:
      'Changes a voice campaign (E1). `NOT_FOUND` when the team has none of this id; `VALIDATION_FAILED` when a value is out of bounds, a reference is not the team’s, the status cannot follow the present one, or what the campaign needs to run is missing when the status sets it under way. A run that waits for its time takes the changes over.',
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
