/** Bodies for the API's description, by the operation name of the document. */
export const openApiExamples: Readonly<Record<string, { readonly request?: unknown; readonly response?: unknown }>> = {
  Login: {
    request: { email: 'owner@acme.example', password: 'outbound-demo' },
    response: {
      access_token: 'obs_2GmPq5Tn0b1k3y8cVh7ZxQw4sLr9uEaDfJiKoNtMvYg',
      token_type: 'Bearer',
      expires_at: '2026-12-21T09:30:00.000Z',
    },
  },
  StopSmsCampaignPlanner: { response: { message: 'Campaign planner stopped.' } },
  DeleteSmsCampaign: { response: { message: 'SMS campaign deleted.' } },
};
