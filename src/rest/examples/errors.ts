/** `{message, errors}` about one field (EB2). */
const invalid = (field: string, text: string) => ({ message: text, errors: { [field]: [text] } });

const notFound = (thing: string) => ({ 404: { message: `${thing} not found.` } });

/** What an operation answers when it refuses, by its document's name and the status, where that is not what every operation answers. */
export const errorExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  Login: {
    401: { message: 'These credentials do not match our records.' },
    403: { message: 'Enter a code from your authenticator app.' },
    422: invalid('email', 'The email field must be a valid email address.'),
  },
  UpdateTeamOnboarding: {
    403: { message: 'Not a member of this team' },
    404: { message: 'The route api/v1/teams/%20/onboarding could not be found.' },
    422: invalid('onboarding_data', 'The onboarding data field is required.'),
  },
  DeleteTeamInvitation: { 403: { message: 'Action not allowed' }, ...notFound('Invitation') },
  AddTagsToContacts: { 422: invalid('contact_ids.0', 'The selected contact ids.0 is invalid.') },
  ImportDataFile: {
    ...notFound('Data file'),
    409: { message: 'The data file is already being imported.' },
    422: invalid('columns.number', 'The columns.number field is required.'),
  },
  ListSmsCampaigns: { 422: invalid('type', 'The selected type is invalid.') },
  StopSmsCampaignPlanner: { ...notFound('SMS campaign'), 422: { errors: ['Campaign does not have planner'] } },
  DeleteSmsCampaign: {
    ...notFound('SMS campaign'),
    409: { message: 'The SMS campaign is sending. Stop it before deleting it.' },
  },
  UpdateVoiceCampaign: {
    ...notFound('Voice campaign'),
    422: invalid('status', 'The status cannot change from draft to sent.'),
  },
  DeleteVoicePostProcessing: notFound('Post-processing'),
  ChangeCallOutcome: {
    ...notFound('Call'),
    422: invalid('call_outcome', 'The selected call outcome is invalid.'),
  },
  SetNumberVoiceProvider: {
    ...notFound('Number'),
    422: invalid('voice_provider', 'The selected voice provider is invalid.'),
  },
  ReceiveCallEvent: {
    401: { error: 'Invalid secret' },
    404: { error: 'Call not found' },
    422: { error: 'Failed to create contact' },
  },
  CreateOffer: { 422: invalid('url', 'The url field must be a valid URL.') },
  CreateSellerEndpoint: { 422: invalid('max_price', 'The max price field is required.') },
  UpdateProfitRule: {
    ...notFound('Profit rule'),
    422: invalid('applied_at', 'The applied at field must be a date after now.'),
  },
  DeleteSmsTestSchedule: notFound('SMS test schedule'),
  ChargeIntegration: {
    400: { message: 'Integration does not support managed balance' },
    402: { message: 'Insufficient balance' },
    ...notFound('Integration'),
    409: { message: 'This webhook request was already charged with another cost.' },
    422: invalid('cost', 'The cost field must be greater than 0.'),
  },
  AnalyticsFilters: { 422: invalid('type', 'The type field is required.') },
  TraceTimeline: { 404: { error: 'Trace not found' }, 422: invalid('trace_id', 'The trace id field is required.') },
};
