import { type Context, viewerOf } from '../../../context.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { Route } from '../../../generated/prisma/client.ts';
import { messages } from '../../../validation-messages.ts';
import { changeRecord } from '../../records/change-record.ts';
import { isNegative, MAX_NAME, missing, nameErrors, refuse, textOf, tooLong } from '../../records/input-rules.ts';
import { ROUTE } from '../kinds.ts';

interface RouteFields {
  companyName?: string | null | undefined;
  isConnected?: boolean | null | undefined;
  price?: string | null | undefined;
}

export function createRoute(ctx: Context, input: RouteFields & { name: string }): Promise<Route> {
  const { team } = viewerOf(ctx);
  refuse(routeErrors(input));
  return ctx.db.route.create({ data: { teamId: team.id, name: input.name.trim(), ...columnsOf(input) } });
}

export function updateRoute(ctx: Context, id: string, input: RouteFields & { name?: string | null }): Promise<Route> {
  refuse(routeErrors(input));
  return changeRecord(ctx, ROUTE, id, (tx, { teamId }) =>
    tx.route.update({ where: { id, teamId }, data: { name: input.name?.trim(), ...columnsOf(input) } }),
  );
}

const routeErrors = (input: RouteFields & { name?: string | null }): FieldErrors => ({
  ...nameErrors(input.name),
  ...tooLong('companyName', textOf(input.companyName), MAX_NAME),
  ...missing(input, 'isConnected', 'price'),
  ...(isNegative(input.price) && { price: [messages.atLeast('price', 0)] }),
});

const columnsOf = ({ companyName, isConnected, price }: RouteFields) => ({
  companyName: textOf(companyName),
  isConnected: isConnected ?? undefined,
  price: price ?? undefined,
});
