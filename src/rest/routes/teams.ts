import {
  DeleteTeamInvitationDocument,
  ListTeamTokensDocument,
  UpdateTeamOnboardingDocument,
} from '../../generated/rest-documents.ts';
import { type JsonSchema, list, object, property, string } from '../json-schema.ts';
import { type Route, route } from '../route.ts';

export const teamRoutes: readonly Route[] = [
  route({
    operation: 'E11',
    method: 'PUT',
    path: '/v1/teams/:team/onboarding',
    document: UpdateTeamOnboardingDocument,
    body: ['onboarding_data'],
    variables: ({ params, body }) => ({ team: params.team, input: body }),
    // Not in the reference: `data` is the stored list as JSON text.
    respond: ({ updateTeamOnboarding: { onboardingData } }) => ({
      success: true,
      message: 'Onboarding data updated',
      data: JSON.stringify(onboardingData),
    }),
    response: () => object({ success: { type: 'boolean' }, message: string, data: string }),
  }),
  route({
    operation: 'E13',
    method: 'GET',
    path: '/v1/platform/team/tokens',
    document: ListTeamTokensDocument,
    description:
      'Every token that works now, newest first (E13). Owners and admins only; admins do not see tokens of owners.',
    respond: ({ data }) => ({ data: data.map(({ scopes, ...token }) => ({ ...token, scopes: { data: scopes } })) }),
    response: (selection) => object({ data: list(withScopesInData(property(selection, 'data').items)) }),
  }),
  route({
    operation: 'E20',
    method: 'DELETE',
    path: '/v1/teams/:team/invitations/:invitation',
    document: DeleteTeamInvitationDocument,
    variables: ({ params }) => ({ team: params.team, invitation: params.invitation }),
    // Not in the reference: the text of E20's success.
    respond: () => ({ message: 'Invitation deleted.' }),
    response: () => object({ message: string }),
  }),
];

const withScopesInData = (token: JsonSchema = {}): JsonSchema =>
  object({ ...token.properties, scopes: object({ data: property(token, 'scopes') }) });
