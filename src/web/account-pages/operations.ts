import { sha256 } from '../../graphql/persisted-operations.ts';

/** Known by their hash, so the pages work where only known operations are allowed. */
export const OPERATIONS = {
  createFirstOwner:
    'mutation CreateFirstOwner($input: CreateFirstOwnerInput!) { createFirstOwner(input: $input) { expiresAt } }',
  acceptInvitation:
    'mutation AcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) { expiresAt } }',
  requestPasswordReset:
    'mutation RequestPasswordReset($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { email } }',
  resetPassword:
    'mutation ResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) { accessToken { expiresAt } } }',
  confirmEmail: 'mutation ConfirmEmail($input: ConfirmEmailInput!) { confirmEmail(input: $input) { email } }',
} as const;

export const accountOperations: ReadonlyMap<string, string> = new Map(
  Object.values(OPERATIONS).map((text) => [sha256(text), text]),
);
