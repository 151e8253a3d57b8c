import { identifier } from '../../../database/table.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import { messages } from '../../../input/validation-messages.ts';

export interface OfferLinks {
  table: string;
  campaign: string;
  campaigns: string;
}

type Campaign = { id: string; teamId: string };

export const SMS_OFFERS: OfferLinks = {
  table: 'sms_campaign_offers',
  campaign: 'sms_campaign_id',
  campaigns: 'sms_campaigns',
};
export const VOICE_OFFERS: OfferLinks = {
  table: 'voice_campaign_offers',
  campaign: 'voice_campaign_id',
  campaigns: 'voice_campaigns',
};

/** Not in the reference. */
const MAX_OFFERS = 100;

export const tooManyOffers = (offerIds: readonly string[] | null | undefined): FieldErrors =>
  (offerIds?.length ?? 0) > MAX_OFFERS ? { offerIds: [messages.atMostItems('offerIds', MAX_OFFERS)] } : {};

/** Appended in the order given. One that it sells already keeps its place. */
export async function sell(
  tx: Tx,
  links: OfferLinks,
  { id, teamId }: Campaign,
  offerIds: readonly string[],
): Promise<void> {
  if (offerIds.length === 0) return;
  const { table, campaign } = namesOf(links);
  await tx.change`
    INSERT INTO ${table} (team_id, ${campaign}, offer_id, position)
    SELECT ${teamId}::uuid, ${id}::uuid, o.id, o.n + coalesce((
      SELECT max(l.position) FROM ${table} l
      WHERE l.team_id = ${teamId}::uuid AND l.${campaign} = ${id}::uuid), -1)
    FROM (SELECT id, row_number() OVER (ORDER BY min(n)) AS n
      FROM unnest(${offerIds}::uuid[]) WITH ORDINALITY u(id, n) GROUP BY id) o
    ON CONFLICT DO NOTHING`;
}

export async function stopSelling(
  tx: Tx,
  links: OfferLinks,
  { id, teamId }: Campaign,
  offerIds: readonly string[],
): Promise<void> {
  const { table, campaign } = namesOf(links);
  await tx.change`DELETE FROM ${table} l
    WHERE l.team_id = ${teamId}::uuid AND l.${campaign} = ${id}::uuid
      AND l.offer_id = ANY(${offerIds}::uuid[])`;
}

export async function copyOffers(tx: Tx, links: OfferLinks, { id, teamId }: Campaign, copyId: string): Promise<void> {
  const { table, campaign } = namesOf(links);
  await tx.change`
    INSERT INTO ${table} (team_id, ${campaign}, offer_id, position)
    SELECT ${teamId}::uuid, ${copyId}::uuid, l.offer_id, l.position
    FROM ${table} l JOIN offers o ON o.team_id = l.team_id AND o.id = l.offer_id
    WHERE l.team_id = ${teamId}::uuid AND l.${campaign} = ${id}::uuid AND o.deleted_at IS NULL`;
}

const namesOf = ({ table, campaign }: OfferLinks) => ({
  table: identifier(table),
  campaign: identifier(campaign),
});
