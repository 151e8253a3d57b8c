import { NotSentError } from './poster.ts';
import { PrivateAddressError } from './public-addresses.ts';

export const isOfPrivateAddress = (error: unknown): boolean =>
  error instanceof PrivateAddressError || (error instanceof Error && error.cause instanceof PrivateAddressError);

/** Why a request has no answer, in words for people. */
export function reasonOf(error: unknown): string {
  if (isOfPrivateAddress(error)) return 'The service’s address is of a private network.';
  if (error instanceof NotSentError) return 'The service could not be connected to.';
  const late = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
  return late ? 'The service did not answer in time.' : 'The connection to the service broke.';
}
