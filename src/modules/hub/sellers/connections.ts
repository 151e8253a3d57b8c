import { nestedAggregate } from '../../../database/reads/aggregates.ts';
import type { ReadContext } from '../../../database/reads/lists.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export interface ActiveConnections {
  tx: number;
  rx: number;
  trx: number;
}

const connections = nestedAggregate<ActiveConnections>(tables.HubConnection, {
  parent: Prisma.sql`t.seller_endpoint_id`,
  select: Prisma.sql`count(*) FILTER (WHERE t.kind = 'transmitter' AND t.lease_until > now()) AS tx,
    count(*) FILTER (WHERE t.kind = 'receiver' AND t.lease_until > now()) AS rx,
    count(*) FILTER (WHERE t.kind = 'transceiver' AND t.lease_until > now()) AS trx`,
});

const NONE: ActiveConnections = { tx: 0, rx: 0, trx: 0 };

/** Connections whose lease has not ended. */
export const activeConnections = async (ctx: ReadContext, sellerEndpointId: string): Promise<ActiveConnections> =>
  (await connections.load(ctx, sellerEndpointId))[0] ?? NONE;
