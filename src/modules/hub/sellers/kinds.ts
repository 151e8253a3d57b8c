import { tables } from '../../../database/tables.ts';
import { type ClientCompany, Prisma, type SellerEndpoint } from '../../../generated/prisma/client.ts';
import type { Deletable } from '../../../records/delete-record.ts';
import { endQueued } from '../../delivery/relay/end.ts';

/** A profit rule without its company would apply to all companies. */
export const COMPANY: Deletable<ClientCompany> = {
  thing: 'Client company',
  table: tables.ClientCompany,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The client company is used by the seller endpoint "' || username || '".' AS text
      FROM seller_endpoints WHERE client_company_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
    Prisma.sql`SELECT 'The client company is used by a profit rule.' AS text
      FROM profit_rules WHERE client_company_id = ${id}::uuid AND team_id = ${teamId}::uuid`,
  ],
};

const endAll = ({ teamId, id }: SellerEndpoint, inBlock: Parameters<typeof endQueued>[0]) =>
  endQueued(inBlock, { teamId, endpointId: id }, 'Its endpoint was deleted.');

export const ENDPOINT: Deletable<SellerEndpoint> = {
  thing: 'Seller endpoint',
  table: tables.SellerEndpoint,
  uses: ({ id, teamId }) => [
    Prisma.sql`SELECT 'The seller endpoint has ' || count(*) || ' open connections.' AS text
      FROM hub_connections WHERE seller_endpoint_id = ${id}::uuid AND team_id = ${teamId}::uuid AND lease_until > now()
      HAVING count(*) > 0`,
  ],
  ahead: endAll,
  many: [
    { table: 'hub_references', column: 'seller_endpoint_id', by: 'reference' },
    { table: 'hub_parts', column: 'seller_endpoint_id', by: 'id' },
    { table: 'hub_returns', column: 'seller_endpoint_id', by: 'due_at' },
  ],
  deleting: (tx, endpoint) => endAll(endpoint, (work) => work(tx)),
  deleted: (tx, { teamId, username }) => tx.prisma.sellerUsername.delete({ where: { teamId, username } }),
};
