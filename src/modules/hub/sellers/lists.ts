import { is, listFilter, listOf, matching, textWithin, textWithinAny } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { nameFilter } from '../../../records/name-filter.ts';

export const listClientCompanies = listOf(tables.ClientCompany, nameFilter);

export const sellerEndpointFilter = listFilter('SellerEndpointFilter', {
  clientCompanyId: is('ID', 'Of this company.'),
  routingPlanId: is('ID', 'Whose messages take this routing plan.', 'smsRoutingPlanId'),
  search: textWithinAny('the name or the username', Prisma.sql`t.name`, Prisma.sql`t.username`),
  username: textWithin('the username'),
  tag: matching('String', 'With exactly this tag.', (tag) => (tag ? [Prisma.sql`${tag}::text = ANY(t.tags)`] : [])),
  isSendingAllowed: is('Boolean', 'Allowed to send or not.'),
});

export const hubSenderFilter = listFilter('HubSenderFilter', {
  sender: is('String', 'Of this sender: digits without the plus sign.'),
  keyword: is('String', 'With this keyword; empty for all that begins with no other keyword.'),
});

export const listSellerEndpoints = listOf(tables.SellerEndpoint, sellerEndpointFilter);
