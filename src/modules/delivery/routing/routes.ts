import { type Context, viewerOf } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { CreateRouteInput, UpdateRouteInput } from '../../../generated/inputs.ts';
import type { Route } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { isNegative, MAX_NAME, missing, nameErrors, refuse, textOf, tooLong } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { ROUTE } from './kinds.ts';
import { SENDER, senderErrors, writeSenders } from './senders.ts';

export function createRoute(ctx: Context, input: CreateRouteInput): Promise<Route> {
  const { team } = viewerOf(ctx);
  return ctx.db.transaction(async (tx) => {
    refuse(await errorsOf(tx, team.id, input));
    const route = await tx.prisma.route.create({
      data: { teamId: team.id, name: input.name.trim(), ...columnsOf(input) },
    });
    await writeSenders(tx, team.id, route.id, input.senders);
    return route;
  });
}

export function updateRoute(ctx: Context, id: string, input: UpdateRouteInput): Promise<Route> {
  return changeRecord(ctx, ROUTE, id, async (tx, { teamId }) => {
    refuse(await errorsOf(tx, teamId, input));
    await writeSenders(tx, teamId, id, input.senders);
    const data = { name: input.name?.trim(), ...columnsOf(input) };
    return tx.prisma.route.update({ where: { teamId_id: { teamId, id } }, data });
  });
}

const errorsOf = async (tx: Tx, teamId: string, input: UpdateRouteInput): Promise<FieldErrors> => ({
  ...routeErrors(input),
  ...(await referenceErrors(tx, teamId, { integrations: one('integrationId', input.integrationId) })),
  ...(await senderErrors(tx, input.senders)),
});

/** A message's cost column holds this price times the parts of the longest text. */
const MAX_PRICE = 1_000_000;
const MAX_PER_SECOND = 100_000;

const routeErrors = (input: UpdateRouteInput): FieldErrors => ({
  ...nameErrors(input.name),
  ...tooLong('companyName', textOf(input.companyName), MAX_NAME),
  ...missing(input, 'isConnected', 'price'),
  ...(isNegative(input.price) && { price: [messages.atLeast('price', 0)] }),
  ...(Number(input.price ?? 0) > MAX_PRICE && { price: [messages.atMost('price', MAX_PRICE)] }),
  ...(textOf(input.senderId) && !SENDER.test(textOf(input.senderId)!) && { senderId: [messages.format('senderId')] }),
  ...((input.perSecond ?? 0) > MAX_PER_SECOND && { perSecond: [messages.atMost('perSecond', MAX_PER_SECOND)] }),
});

const columnsOf = ({ companyName, isConnected, price, senderId, perSecond, integrationId }: UpdateRouteInput) => ({
  companyName: textOf(companyName),
  isConnected: isConnected ?? undefined,
  price: price ?? undefined,
  senderId: textOf(senderId),
  perSecond,
  integrationId,
});
