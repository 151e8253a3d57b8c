import { countParts, encodeSmartly } from 'sms-text';
import type { Tx } from '../../../../database/transaction.ts';
import { Prisma } from '../../../../generated/prisma/client.ts';
import type { SendKey } from '../engine.ts';

type Key = Omit<SendKey, 'sendId'>;

export interface HourOfStep {
  hour: Date;
  step: number;
  messages: number;
  parts: number;
  cost: string;
}

export interface PreviewedMessage {
  contactId: string;
  at: Date;
  step: number;
  campaignTextId: string;
  offerId: string | null;
  routeId: string;
  finalText: string;
  smsParts: number;
  cost: string;
  /** With smart encoding, whether or not it is on. */
  smartText: string;
  partsBefore: number;
  partsAfter: number;
}

/** The preview's own messages. The shadow also has earlier ones, but only clicked ones, and in a preview nobody clicks. */
const WRITTEN = ({ teamId, campaignId }: Key) =>
  Prisma.sql`team_id = ${teamId}::uuid AND sms_campaign_id = ${campaignId}::uuid AND NOT is_clicked`;

export const readHours = (tx: Tx, send: Key): Promise<HourOfStep[]> =>
  tx.rows<HourOfStep>`SELECT date_trunc('hour', created_at, 'UTC') AS hour, step, count(*)::int AS messages,
        sum(sms_parts)::int AS parts, COALESCE(sum(cost), 0)::text AS cost
      FROM sms_messages WHERE ${WRITTEN(send)} GROUP BY 1, 2 ORDER BY 1, 2`;

/** In the order in which they go out. */
export async function readMessages(
  tx: Tx,
  send: Key,
  plainParts: ReadonlyMap<string, number>,
): Promise<PreviewedMessage[]> {
  const rows = await tx.rows<
    Omit<PreviewedMessage, 'smartText' | 'partsBefore' | 'partsAfter'> & { id: string }
  >`SELECT id, contact_id AS "contactId", created_at AS at, step, campaign_text_id AS "campaignTextId",
        offer_id AS "offerId", sms_routing_route_id AS "routeId", final_text AS "finalText", sms_parts AS "smsParts",
        COALESCE(cost, 0)::text AS cost
      FROM sms_messages WHERE ${WRITTEN(send)} ORDER BY created_at, contact_id`;
  return rows.map(({ id, ...message }) => {
    const { finalText, smsParts } = message;
    const smartText = encodeSmartly(finalText).trim();
    const partsAfter = smartText === finalText ? smsParts : countParts(smartText);
    return { ...message, smartText, partsBefore: plainParts.get(id) ?? smsParts, partsAfter };
  });
}
