import { sha256 } from '../../graphql/persisted-operations.ts';

/** Known by their hash, so the pages work where only known operations are allowed. */
export const OPERATIONS = {
  createFirstOwner:
    'mutation CreateFirstOwner($token: String!, $input: CreateFirstOwnerInput!) { createFirstOwner(token: $token, input: $input) { expiresAt } }',
  acceptInvitation:
    'mutation AcceptInvitation($token: String!, $input: AcceptInvitationInput!) { acceptInvitation(token: $token, input: $input) { expiresAt } }',
  requestPasswordReset:
    'mutation RequestPasswordReset($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) }',
  resetPassword:
    'mutation ResetPassword($token: String!, $input: ResetPasswordInput!) { resetPassword(token: $token, input: $input) { expiresAt } }',
  confirmEmail: 'mutation ConfirmEmail($token: String!) { confirmEmail(token: $token) }',
} as const;

export const accountOperations: ReadonlyMap<string, string> = new Map(
  Object.values(OPERATIONS).map((text) => [sha256(text), text]),
);
