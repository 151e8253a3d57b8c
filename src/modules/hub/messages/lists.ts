import { is, listFilter, listOf, numbered, oneOf, within } from '../../../database/reads/filters.ts';
import { tables } from '../../../database/tables.ts';
import { type HubMessage, Prisma } from '../../../generated/prisma/client.ts';
import { isNumber } from '../../../phone-numbers/is-number.ts';
import type { RecordKind } from '../../../records/change-record.ts';
import type { SubmitRefusal } from '../traffic/submission.ts';

export const HUB_MESSAGE: RecordKind<HubMessage> = { thing: 'Hub message', table: tables.HubMessage };

export const hubMessageFilter = listFilter('HubMessageFilter', {
  sellerEndpointId: is('ID', 'Submitted by this endpoint.'),
  clientCompanyId: is('ID', 'Paid by this company.'),
  routeId: is('ID', 'Over this route.'),
  countryId: numbered('To numbers of this country.'),
  networkId: numbered('To numbers of this network.'),
  number: isNumber('To this phone number'),
  status: oneOf('HubMessageStatus', 'With one of these statuses.'),
  refusal: {
    type: 'SubmitRefusal',
    isList: true,
    description: 'Rejected by one of these rules.',
    sql: (refusals: readonly SubmitRefusal[]) => [Prisma.sql`t.refusal = ANY(${refusals}::text[])`],
  },
  reference: is('String', 'With exactly this reference of the seller.'),
  createdAt: within('When they were submitted.'),
});

export const hubBindFilter = listFilter('HubBindFilter', {
  kind: oneOf('HubBindKind', 'Of one of these kinds.'),
  boundAt: within('When the seller signed in.'),
});

export const listHubMessages = listOf(tables.HubMessage, hubMessageFilter);
