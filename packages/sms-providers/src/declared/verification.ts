import type { InboundRequest } from '../provider.ts';
import type { Signature, Values } from './declaration.ts';
import type { Declared } from './declared-provider.ts';
import { isSame, isSecretInPath, isSignedBy } from './signatures.ts';

/** What callbacks are verified with, as JSON can store it. */
export interface Verification {
  signature: Signature;
  /** Those that the signature needs. */
  values: Values;
  callbackSecret: string | null;
}

export function verificationOf({ declaration, values, callbackSecret }: Omit<Declared, 'name'>): Verification {
  const { signature } = declaration.callbacks;
  const needed = [
    ...('key' in signature ? [signature.key] : []),
    ...('username' in signature ? [signature.username] : []),
  ].filter((name) => Object.hasOwn(values, name));
  return { signature, values: Object.fromEntries(needed.map((name) => [name, values[name]!])), callbackSecret };
}

/** `callbackUrl`: without a secret where callbacks are signed. */
export function isVerifiedBy(
  { signature, values, callbackSecret }: Verification,
  request: InboundRequest,
  callbackUrl: string,
): boolean {
  if (isSecretInPath(signature, values)) {
    return callbackSecret !== null && isSame(request.pathSecret ?? '', callbackSecret);
  }
  const url = callbackUrl + (request.query ? `?${request.query}` : '');
  return !request.pathSecret && isSignedBy(signature, { request, url, values, now: new Date() });
}
