import { type Context, viewerOf } from '../../../context.ts';
import { read } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { getRecord } from '../../../records/get-record.ts';
import { ENDPOINT } from '../sellers/kinds.ts';

export const TRAFFIC_SECONDS = 60;
const EVERY_MS = 1_000;

export interface Traffic {
  since: Date;
  submitted: number;
  rejected: number;
  accepted: number;
  delivered: number;
  failed: number;
  openConnections: number;
}

interface Watched {
  endpointId: string | null;
}

export async function watchTraffic(
  ctx: Context,
  sellerEndpointId: string | null | undefined,
): Promise<AsyncIterable<Watched>> {
  const endpoint = sellerEndpointId == null ? null : await getRecord(ctx, ENDPOINT, sellerEndpointId, ['id']);
  return ctx.streams.every(viewerOf(ctx), EVERY_MS, { endpointId: endpoint?.id ?? null });
}

/** It is read when its client takes it, so a slow client costs nothing more. */
export async function readTraffic({ reader, teamId }: Context, { endpointId }: Watched): Promise<Traffic> {
  const now = new Date();
  const since = new Date(now.getTime() - TRAFFIC_SECONDS * 1_000);
  const ofEndpoint = endpointId ? Prisma.sql`t.seller_endpoint_id = ${endpointId}::uuid` : Prisma.sql`TRUE`;
  const [counts] = await read<Omit<Traffic, 'since'>>(
    reader,
    Prisma.sql`SELECT count(*)::int AS submitted,
        (count(*) FILTER (WHERE t.status = 'rejected'))::int AS rejected,
        (count(*) FILTER (WHERE t.sent_at IS NOT NULL))::int AS accepted,
        (count(*) FILTER (WHERE t.status = 'delivered'))::int AS delivered,
        (count(*) FILTER (WHERE t.status IN ('failed', 'expired')))::int AS failed,
        (SELECT count(*) FROM hub_connections t WHERE ${tables.HubConnection.scope(teamId)} AND ${ofEndpoint}
          AND t.lease_until > ${now}::timestamptz)::int AS "openConnections"
      FROM hub_messages t WHERE ${tables.HubMessage.scope(teamId)} AND ${ofEndpoint}
        AND t.created_at >= ${since}::timestamptz`,
  );
  return { since, ...counts! };
}
