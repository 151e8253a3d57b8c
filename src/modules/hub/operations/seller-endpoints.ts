import { type Context, viewerOf } from '../../../context.ts';
import { loadById } from '../../../database/lists.ts';
import type { Table } from '../../../database/table.ts';
import { type FieldErrors, ValidationError } from '../../../errors.ts';
import { Prisma, type SellerEndpoint } from '../../../generated/prisma/client.ts';
import { messages } from '../../../validation-messages.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { type EndpointFields, endpointErrors, FORBIDDEN_PAIR, isForbiddenPair } from '../endpoint-rules.ts';
import { clientCompanies, routes, routingPlans } from '../loaders.ts';

export interface NewSellerEndpoint extends EndpointFields {
  clientCompanyId?: string | null | undefined;
  smsRoutingPlanId?: string | null | undefined;
  defaultRouteId?: string | null | undefined;
  pricingUpdateEmail?: string | null | undefined;
  tx?: number | null | undefined;
  rx?: number | null | undefined;
  trx?: number | null | undefined;
  isSendingAllowed?: boolean | null | undefined;
  activeConnections?: { tx?: number | null; rx?: number | null; trx?: number | null } | null | undefined;
}

/**
 * E4. The username is one across the installation, and whether another team has it is not told apart from a password
 * that gives it away.
 */
export async function createSellerEndpoint(ctx: Context, input: NewSellerEndpoint): Promise<SellerEndpoint> {
  const { team } = viewerOf(ctx);
  const errors = { ...endpointErrors(input), ...(await referenceErrors(ctx, input)) };
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  if (isForbiddenPair(input.username, input.password)) throw new ValidationError(FORBIDDEN_PAIR);

  const { password, activeConnections, allowedIps, tags, ...fields } = input;
  try {
    return await ctx.db.sellerEndpoint.create({
      data: {
        teamId: team.id,
        username: fields.username,
        passwordHash: await hashPassword(password),
        clientCompanyId: fields.clientCompanyId ?? null,
        smsRoutingPlanId: fields.smsRoutingPlanId ?? null,
        defaultRouteId: fields.defaultRouteId ?? null,
        name: fields.name ?? null,
        pricingUpdateEmail: fields.pricingUpdateEmail ?? null,
        allowedIps: [...new Set(allowedIps)],
        tags: [...new Set(tags)],
        tx: fields.tx ?? 0,
        rx: fields.rx ?? 0,
        trx: fields.trx ?? 0,
        isSendingAllowed: fields.isSendingAllowed ?? true,
        maxPrice: fields.maxPrice ?? null,
        isMaxPriceEnabled: fields.isMaxPriceEnabled ?? false,
        minMargin: fields.minMargin ?? null,
        activeTx: activeConnections?.tx ?? 0,
        activeRx: activeConnections?.rx ?? 0,
        activeTrx: activeConnections?.trx ?? 0,
      },
    });
  } catch (error) {
    // Only the insert can tell: somebody else may be taking the name at this moment.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
      throw new ValidationError(FORBIDDEN_PAIR);
    }
    throw error;
  }
}

async function referenceErrors(ctx: Context, input: NewSellerEndpoint): Promise<FieldErrors> {
  const found = await Promise.all([
    unknownReference(ctx, clientCompanies, 'clientCompanyId', input.clientCompanyId),
    unknownReference(ctx, routingPlans, 'smsRoutingPlanId', input.smsRoutingPlanId),
    unknownReference(ctx, routes, 'defaultRouteId', input.defaultRouteId),
  ]);
  return Object.assign({}, ...found);
}

async function unknownReference<Model>(
  ctx: Context,
  table: Table<Model>,
  path: string,
  id: string | null | undefined,
): Promise<FieldErrors> {
  const known = id === null || id === undefined || (await loadById(ctx, table, id, ['id'])) !== null;
  return known ? {} : { [path]: [messages.selected(path)] };
}
