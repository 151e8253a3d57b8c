import { createSigningSecret } from 'outgoing-requests';
import { type Context, viewerOf } from '../../../context.ts';
import { readByIndex } from '../../../database/read-by-index.ts';
import { inTransaction, type Tx } from '../../../database/transaction.ts';
import { type FieldErrors, ValidationError } from '../../../errors.ts';
import type {
  CreateSellerEndpointInput,
  RotateSellerEndpointCallbackSecretInput,
  RotateSellerEndpointCredentialsInput,
  UpdateSellerEndpointInput,
} from '../../../generated/inputs.ts';
import { Prisma, type SellerEndpoint } from '../../../generated/prisma/client.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { getRecord } from '../../../records/get-record.ts';
import { BLOCK, inBlocks } from '../../../records/in-blocks.ts';
import { missing, refuse } from '../../../records/input-rules.ts';
import { addPrevious, overlapErrors } from '../../../records/previous-secrets.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { decrypted, encryptToken } from '../../../secrets.ts';
import { hashPassword } from '../../identity/auth/passwords.ts';
import { privateUrlErrors } from '../../webhooks/requests/private-hosts.ts';
import { urlErrors } from '../../webhooks/requests/url-errors.ts';
import { credentialErrors, FORBIDDEN_PAIR, isForbiddenPair, newPassword, settingErrors } from './endpoint-rules.ts';
import { ENDPOINT } from './kinds.ts';

/** E4. Usernames are unique across the installation; a taken one answers like a forbidden pair. */
export async function createSellerEndpoint(ctx: Context, input: CreateSellerEndpointInput): Promise<SellerEndpoint> {
  const { team } = viewerOf(ctx);
  const { username, password } = input;
  const errors = { ...credentialErrors(input), ...settingErrors(input), ...callbackErrors(ctx, input.callbackUrl) };
  // Hashing is slow: do it outside of the transaction, and only for valid input.
  const passwordHash = Object.keys(errors).length > 0 ? '' : await hashPassword(password);
  return unlessUsernameTaken(
    ctx.db.transaction(async (tx) => {
      refuse({ ...errors, ...(await linkErrors(tx, team.id, input)) });
      if (isForbiddenPair(username, password)) throw new ValidationError(FORBIDDEN_PAIR);
      await tx.prisma.sellerUsername.create({ data: { teamId: team.id, username } });
      return tx.prisma.sellerEndpoint.create({
        data: { teamId: team.id, username, passwordHash, ...columnsOf(input) },
      });
    }),
  );
}

export function updateSellerEndpoint(
  ctx: Context,
  id: string,
  input: UpdateSellerEndpointInput,
): Promise<SellerEndpoint> {
  return changeRecord(ctx, ENDPOINT, id, async (tx, current) => {
    await refuseChange(ctx, tx, current, input);
    const isElsewhere = isMoved(current, input);
    if (isElsewhere) await inBlocks((last) => makeSomeDue(tx, current, last));
    return tx.prisma.sellerEndpoint.update({
      where: { teamId_id: { teamId: current.teamId, id } },
      data: {
        ...columnsOf(input),
        ...(isElsewhere && { callbackFailure: null, callbackPausedUntil: null }),
      },
    });
  });
}

/** `ahead` of it, as many of what the endpoint has not taken may wait to be tried again. */
export async function makeReturnsDueAhead(ctx: Context, id: string, input: UpdateSellerEndpointInput): Promise<void> {
  if (input.callbackUrl === undefined) return;
  await inBlocks((last) =>
    inTransaction(ctx, (within) =>
      changeRecord(within, ENDPOINT, id, async (tx, current) => {
        await refuseChange(ctx, tx, current, input);
        return isMoved(current, input) ? makeSomeDue(tx, current, last) : null;
      }),
    ),
  );
}

async function refuseChange(ctx: Context, tx: Tx, current: SellerEndpoint, input: UpdateSellerEndpointInput) {
  const { maxPrice = current.maxPrice?.toFixed(), isMaxPriceEnabled = current.isMaxPriceEnabled } = input;
  refuse({
    ...missing(input, 'isSendingAllowed'),
    ...settingErrors({ ...input, maxPrice, isMaxPriceEnabled }),
    ...callbackErrors(ctx, input.callbackUrl),
    ...(await linkErrors(tx, current.teamId, input)),
  });
}

export interface RotatedCredentials {
  endpoint: SellerEndpoint;
  password: string;
}

/** Username and password change together, as one must not contain the other. */
export async function rotateSellerEndpointCredentials(
  ctx: Context,
  id: string,
  input: RotateSellerEndpointCredentialsInput,
): Promise<RotatedCredentials> {
  const { username: known } = await getRecord(ctx, ENDPOINT, id, ['username']);
  const password = input.password ?? newPassword(input.username ?? known);
  refuse(credentialErrors({ username: input.username ?? known, password }));
  const passwordHash = await hashPassword(password);
  const endpoint = await unlessUsernameTaken(
    changeRecord(ctx, ENDPOINT, id, async (tx, current) => {
      const { teamId } = current;
      const username = input.username ?? current.username;
      if (isForbiddenPair(username, password)) throw new ValidationError(FORBIDDEN_PAIR);
      const isNew = username !== current.username;
      if (isNew) await tx.prisma.sellerUsername.create({ data: { teamId, username } });
      const data = { username, passwordHash };
      const endpoint = await tx.prisma.sellerEndpoint.update({ where: { teamId_id: { teamId, id } }, data });
      if (isNew) await tx.prisma.sellerUsername.delete({ where: { teamId, username: current.username } });
      return endpoint;
    }),
  );
  return { endpoint, password };
}

export interface RotatedCallbackSecret {
  endpoint: SellerEndpoint;
  secret: string;
}

export function rotateSellerEndpointCallbackSecret(
  ctx: Context,
  id: string,
  { overlapHours }: RotateSellerEndpointCallbackSecretInput,
): Promise<RotatedCallbackSecret> {
  refuse(overlapErrors(overlapHours));
  const { tokenKeys } = ctx;
  return changeRecord(ctx, ENDPOINT, id, async (tx, { teamId, callbackSecret, ...before }) => {
    const secret = createSigningSecret();
    const previous = {
      previousSecret: before.previousCallbackSecret,
      previousSecretExpiresAt: before.previousCallbackSecretExpiresAt,
    };
    const replaced = callbackSecret && decrypted(tokenKeys, callbackSecret);
    const now = addPrevious(tokenKeys, previous, replaced, overlapHours);
    const endpoint = await tx.prisma.sellerEndpoint.update({
      where: { teamId_id: { teamId, id } },
      data: {
        callbackSecret: encryptToken(tokenKeys, secret),
        previousCallbackSecret: now.previousSecret,
        previousCallbackSecretExpiresAt: now.previousSecretExpiresAt,
      },
    });
    return { endpoint, secret };
  });
}

const callbackErrors = (ctx: Context, url: string | null | undefined): FieldErrors => ({
  ...privateUrlErrors(ctx, url, { path: 'callbackUrl', of: 'The callback' }),
  ...urlErrors('callbackUrl', url),
});

const isMoved = ({ callbackUrl: former }: SellerEndpoint, { callbackUrl: url }: UpdateSellerEndpointInput) =>
  url !== undefined && url !== former;

/** What the former one did not take comes again after up to an hour. Returns where it ended; null when nothing is left. */
async function makeSomeDue(tx: Tx, { teamId, id }: SellerEndpoint, last: string | null): Promise<string | null> {
  await readByIndex(tx);
  const some = await tx.rows<{ id: string; at: string }>`SELECT id::text AS id, due_at::text AS at FROM hub_returns
    WHERE team_id = ${teamId}::uuid AND seller_endpoint_id = ${id}::uuid AND due_at > now()
      AND due_at >= ${last ?? '-infinity'}::timestamptz
    ORDER BY due_at LIMIT ${BLOCK}::int`;
  if (some.length === 0) return null;
  await tx.change`UPDATE hub_returns SET due_at = now()
    WHERE team_id = ${teamId}::uuid AND id = ANY(${some.map((one) => one.id)}::uuid[])`;
  return some.length === BLOCK ? some.at(-1)!.at : null;
}

const WINDOW = 100;

/** E4 names the routing plan otherwise. */
type Given = UpdateSellerEndpointInput & Pick<CreateSellerEndpointInput, 'smsRoutingPlanId'>;

const linkErrors = (
  tx: Tx,
  teamId: string,
  { clientCompanyId, routingPlanId, smsRoutingPlanId, defaultRouteId }: Given,
): Promise<FieldErrors> =>
  referenceErrors(tx, teamId, {
    client_companies: one('clientCompanyId', clientCompanyId),
    routing_plans: [...one('routingPlanId', routingPlanId), ...one('smsRoutingPlanId', smsRoutingPlanId)],
    routes: one('defaultRouteId', defaultRouteId),
  });

/** Absent keeps, or takes the column's default in a new record; null empties. */
function columnsOf(input: Given) {
  const { allowedIps, tags, tx, rx, trx, isSendingAllowed, isMaxPriceEnabled } = input;
  const or = <T>(value: T | null | undefined, empty: T) => (value === undefined ? undefined : (value ?? empty));
  return {
    clientCompanyId: input.clientCompanyId,
    smsRoutingPlanId: input.routingPlanId === undefined ? input.smsRoutingPlanId : input.routingPlanId,
    defaultRouteId: input.defaultRouteId,
    name: input.name,
    pricingUpdateEmail: input.pricingUpdateEmail,
    allowedIps: allowedIps === undefined ? undefined : [...new Set(allowedIps)],
    tags: tags === undefined ? undefined : [...new Set(tags)],
    tx: or(tx, 0),
    rx: or(rx, 0),
    trx: or(trx, 0),
    isSendingAllowed: or(isSendingAllowed, true),
    maxPrice: input.maxPrice,
    isMaxPriceEnabled: or(isMaxPriceEnabled, false),
    minMargin: input.minMargin,
    window: or(input.window, WINDOW),
    perSecond: input.perSecond,
    isLookupEnabled: or(input.isLookupEnabled, false),
    callbackUrl: input.callbackUrl,
  };
}

async function unlessUsernameTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
      throw new ValidationError(FORBIDDEN_PAIR);
    }
    throw error;
  }
}
