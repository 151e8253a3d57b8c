import type { InboundRequest } from '../provider.ts';
import type { Signature, Values } from './declaration.ts';
import type { Declared } from './declared-provider.ts';
import { isSame, isSecretInPath, isSignedBy } from './signatures.ts';

/** What callbacks are verified with, as JSON can store it. */
export interface Verification {
  /** How they come. Absent in what was stored before this was: either way. */
  methods?: readonly string[];
  signature: Signature;
  /** Those that the signature needs. */
  values: Values;
  callbackSecret: string | null;
}

export function verificationOf({ declaration, values, callbackSecret }: Omit<Declared, 'name'>): Verification {
  const { methods, signature } = declaration.callbacks;
  const needed = [
    ...('key' in signature ? [signature.key] : []),
    ...('username' in signature ? [signature.username] : []),
  ].filter((name) => Object.hasOwn(values, name));
  return {
    methods,
    signature,
    values: Object.fromEntries(needed.map((name) => [name, values[name]!])),
    callbackSecret,
  };
}

/** `callbackUrl`: without a secret where callbacks are signed. */
export function isVerifiedBy(
  { methods, signature, values, callbackSecret }: Verification,
  request: InboundRequest,
  callbackUrl: string,
): boolean {
  if (methods?.includes(request.method ?? 'POST') === false) return false;
  if (isSecretInPath(signature, values)) {
    return callbackSecret !== null && isSame(request.pathSecret ?? '', callbackSecret);
  }
  const url = callbackUrl + (request.query ? `?${request.query}` : '');
  return !request.pathSecret && isSignedBy(signature, { request, url, values, now: new Date() });
}
