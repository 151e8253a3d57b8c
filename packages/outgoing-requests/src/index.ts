export { decoded, textIn } from './content-encoding.ts';
export { isOfPrivateAddress, reasonOf } from './failure.ts';
export {
  NotSentError,
  openPoster,
  type Posted,
  type Poster,
  type PosterOptions,
  type ServiceRequest,
} from './poster.ts';
export { isPrivateHost, isPublic, PrivateAddressError, publicLookup, refusePrivateHost } from './public-addresses.ts';
export { retryAfterOf } from './retry-after.ts';
export { createSigningSecret, isSigned, type SignedRequest, signed } from './signature.ts';
