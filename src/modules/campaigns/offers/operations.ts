import { type Context, viewerOf } from '../../../context.ts';
import { atLeast, atMost, listFilter, listOf, textWithin, within } from '../../../database/reads/filters.ts';
import { identifier, type Row } from '../../../database/table.ts';
import { tables } from '../../../database/tables.ts';
import { insertRow, updateRow } from '../../../database/write-row.ts';
import { type FieldErrors, NotFoundError } from '../../../errors.ts';
import type { CreateOfferInput, UpdateOfferInput } from '../../../generated/inputs.ts';
import { type Offer, Prisma } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { refuseUse } from '../../../records/delete-record.ts';
import { isNegative, missing, nameErrors, refuse, tooLong } from '../../../records/input-rules.ts';
import { UNDER_WAY } from '../rules.ts';
import { type OfferLinks, SMS_OFFERS, VOICE_OFFERS } from './links.ts';

export const OFFER = { thing: 'Offer', table: tables.Offer };

export const offerFilter = listFilter('OfferFilter', {
  name: textWithin('the name'),
  url: textWithin('the URL'),
  minProfit: atLeast('profit', 'A sale earns at least this, in the team’s currency.'),
  maxProfit: atMost('profit', 'A sale earns at most this, in the team’s currency.'),
  createdAt: within('When it was created.'),
});

export const listOffers = listOf(tables.Offer, offerFilter);

/** E10. */
export async function createOffer(ctx: Context, input: CreateOfferInput): Promise<Row<Offer>> {
  const { team } = viewerOf(ctx);
  refuse(offerErrors(input));
  const { name, url, profit } = input;
  return insertRow(ctx.reader, tables.Offer, { teamId: team.id, name: name.trim(), url, profit });
}

export async function updateOffer(ctx: Context, id: string, input: UpdateOfferInput): Promise<Row<Offer>> {
  const { team } = viewerOf(ctx);
  refuse({ ...missing(input, 'url', 'profit'), ...offerErrors(input) });
  const { name, url, profit } = input;
  const given = { name: name?.trim(), url: url ?? undefined, profit: profit ?? undefined };
  const offer = await updateRow(ctx.reader, tables.Offer, { teamId: team.id, id }, given);
  if (!offer) throw new NotFoundError(OFFER.thing);
  return offer;
}

/** Archived: messages still name it, but no list shows it. */
export function deleteOffer(ctx: Context, id: string): Promise<{ id: string }> {
  return changeRecord(ctx, OFFER, id, async (tx, offer) => {
    await refuseUse(tx, [soldBy(SMS_OFFERS, offer), soldBy(VOICE_OFFERS, offer)]);
    await tx.prisma.offer.update({
      where: { teamId_id: { teamId: offer.teamId, id } },
      data: { deletedAt: new Date() },
    });
    return { id };
  });
}

const soldBy = (links: OfferLinks, { id, teamId }: Offer) => Prisma.sql`
  SELECT 'The offer is sold by the campaign "' || c.name || '", which is under way.' AS text
  FROM ${identifier(links.table)} l JOIN ${identifier(links.campaigns)} c
    ON c.team_id = l.team_id AND c.id = l.${identifier(links.campaign)}
  WHERE l.offer_id = ${id}::uuid AND l.team_id = ${teamId}::uuid AND c.deleted_at IS NULL AND c.status::text = ANY(${UNDER_WAY})`;

/** Not in the reference. */
const MAX_URL = 2_048;

const offerErrors = ({ name, url, profit }: UpdateOfferInput): FieldErrors => ({
  ...nameErrors(name),
  ...tooLong('url', url, MAX_URL),
  // Not in the reference: a profit is not negative.
  ...(isNegative(profit) && { profit: [messages.atLeast('profit', 0)] }),
});
