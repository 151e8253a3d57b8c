import { type Context, viewerOf } from '../../context.ts';
import { type ConnectionArgs, type Order, readConnection } from '../../database/connection.ts';
import { contains, type TimeRange, within } from '../../database/filters.ts';
import { loadById } from '../../database/lists.ts';
import type { Row } from '../../database/table.ts';
import { type FieldErrors, NotFoundError, ValidationError } from '../../errors.ts';
import { type Offer, Prisma } from '../../generated/prisma/client.ts';
import { messages } from '../../validation-messages.ts';
import { offers } from './loaders.ts';

export interface OfferFilter {
  name?: string | null;
  createdAt?: TimeRange | null;
}

export function listOffers(
  ctx: Context,
  args: ConnectionArgs & { filter?: OfferFilter | null; orderBy?: Order | null },
  fields: readonly string[],
) {
  const { filter } = args;
  return readConnection(ctx, offers, args, {
    fields,
    orderBy: args.orderBy,
    filter: [...contains(Prisma.sql`t.name`, filter?.name), ...within(Prisma.sql`t.created_at`, filter?.createdAt)],
  });
}

export async function getOffer(ctx: Context, id: string, fields: readonly string[]): Promise<Row<Offer>> {
  const offer = await loadById(ctx, offers, id, fields);
  if (!offer) throw new NotFoundError('Offer');
  return offer;
}

export interface OfferInput {
  name: string;
  url: string;
  /** Digits, see the Decimal scalar. */
  profit: string;
}

/** Not in the reference: how long texts may be. */
const MAX_NAME = 255;
const MAX_URL = 2_048;

/** E10. */
export function createOffer(ctx: Context, input: OfferInput): Promise<Offer> {
  const { team } = viewerOf(ctx);
  const name = input.name.trim();
  const errors: FieldErrors = {};
  if (name === '') errors.name = [messages.required('name')];
  if (name.length > MAX_NAME) errors.name = [messages.atMostCharacters('name', MAX_NAME)];
  if (input.url.length > MAX_URL) errors.url = [messages.atMostCharacters('url', MAX_URL)];
  // Not in the reference: a sale earns something or nothing, it does not cost.
  if (Number(input.profit) < 0) errors.profit = [messages.atLeast('profit', 0)];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return ctx.db.offer.create({ data: { teamId: team.id, name, url: input.url, profit: input.profit } });
}
