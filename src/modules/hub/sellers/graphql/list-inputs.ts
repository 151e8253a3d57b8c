import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { hubSenderFilter, sellerEndpointFilter } from '../lists.ts';

export const SellerEndpointFilter = filterInput(sellerEndpointFilter);
filterInput(hubSenderFilter);

export const SellerEndpointOrder = orderInput('SellerEndpoint', {
  createdAt: 'When it was created.',
  username: 'Its username.',
});
