import { filterInput, orderInput } from '../../../../graphql/lists.ts';
import { sellerEndpointFilter } from '../lists.ts';

export const SellerEndpointFilter = filterInput(sellerEndpointFilter);

export const SellerEndpointOrder = orderInput('SellerEndpoint', {
  createdAt: 'When it was created.',
  username: 'Its username.',
});
