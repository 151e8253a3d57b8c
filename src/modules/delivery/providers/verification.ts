import { isSigned } from 'outgoing-requests';
import type { Given, InboundRequest } from 'sms-providers';
import * as declared from 'sms-providers';
import type { ProviderType } from './settings.ts';

/** What a provider's requests to us are verified with: its signature, or the secret that `http` and the simulator sign with. */
export type Verification = declared.Verification | { secret: string };

/** Null where nothing comes over HTTP. */
export function verificationOf(type: ProviderType, settings: object, credentials: object): Verification | null {
  if (declared.isDeclared(type)) {
    return declared.verificationOf(declared.declaredOf(type, settings as Given, credentials as Given));
  }
  return 'secret' in credentials ? { secret: String(credentials.secret) } : null;
}

export const isVerifiedBy = (verification: Verification, request: InboundRequest, callbackUrl: string): boolean =>
  'secret' in verification
    ? isSigned(verification.secret, request)
    : declared.isVerifiedBy(verification, request, callbackUrl);
