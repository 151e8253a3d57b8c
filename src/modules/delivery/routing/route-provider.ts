import { createSigningSecret } from 'outgoing-requests';
import { type Given, isDeclared } from 'sms-providers';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import type { FieldErrors } from '../../../errors.ts';
import type { SetRouteProviderInput } from '../../../generated/inputs.ts';
import type { Prisma, Route } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { refuseUse } from '../../../records/delete-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { NO_PREVIOUS_SECRET, overlapErrors } from '../../../records/previous-secrets.ts';
import { isReadable } from '../../../secrets.ts';
import { privateHostErrors, privateUrlErrors } from '../../webhooks/requests/private-hosts.ts';
import { NO_ERROR } from '../engine/last-error.ts';
import { addressesOf } from '../providers/addresses.ts';
import {
  type ProviderType,
  readCredentials,
  readSettings,
  type Settings,
  sealCredentials,
} from '../providers/settings.ts';
import { declaredCredentials } from './declared-credentials.ts';
import { handsOver, ROUTE } from './kinds.ts';
import { previousSecret } from './previous-secret.ts';

export interface RouteWithSecret {
  route: Route;
  secret: string | null;
}

/** Applies from the next claim on. Forgets pauses and failures of the former provider. */
export function setRouteProvider(ctx: Context, id: string, input: SetRouteProviderInput): Promise<RouteWithSecret> {
  const { provider } = input;
  return changeRecord(ctx, ROUTE, id, async (tx, current) => {
    const settings = readSettings(provider, input.settings ?? {});
    const isNew = current.provider !== provider || !isReadable(ctx.tokenKeys, current.credentials);
    const { credentials, secret, errors } = isDeclared(provider)
      ? declaredCredentials(ctx, provider, input, current, settings.value as Given | null)
      : provider === 'smpp'
        ? given(input, isNew)
        : made(input, isNew || input.rotateSecret);
    const { overlapHours } = input;
    const hostErrors = settings.value ? privateErrors(ctx, current, provider, settings.value) : {};
    refuse({
      ...settings.errors,
      ...hostErrors,
      ...errors,
      ...overlapErrors(overlapHours),
      ...(await tooMany(tx, current, provider)),
    });
    const route = await tx.prisma.route.update({
      where: { teamId_id: { teamId: current.teamId, id } },
      data: {
        provider,
        settings: settings.value as Prisma.InputJsonObject,
        ...(credentials && { credentials: sealCredentials(ctx.tokenKeys, credentials) }),
        ...previousSecret(ctx.tokenKeys, current, { provider, settings: settings.value!, credentials }, overlapHours),
        ...HEALTHY,
      },
    });
    return { route, secret };
  });
}

export function removeRouteProvider(ctx: Context, id: string): Promise<Route> {
  return changeRecord(ctx, ROUTE, id, async (tx, current) => {
    await refuseUse(tx, handsOver(current));
    return tx.prisma.route.update({
      where: { teamId_id: { teamId: current.teamId, id } },
      data: { provider: null, settings: {}, credentials: null, ...NO_PREVIOUS_SECRET, ...HEALTHY },
    });
  });
}

const HEALTHY = { pausedUntil: null, outages: 0, failures: 0, failureKind: null, receiptIds: null, ...NO_ERROR };

/** Per team: every worker holds a connection for each. */
const MOST_SMPP_ROUTES = 50;

async function tooMany(tx: Tx, current: Route, provider: ProviderType) {
  if (provider !== 'smpp' || current.provider === 'smpp') return null;
  const { teamId } = current;
  await tx.rows`SELECT 1 FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
  if ((await tx.prisma.route.count({ where: { teamId, provider } })) < MOST_SMPP_ROUTES) return null;
  const mistake = `cannot be smpp: a team has at most ${MOST_SMPP_ROUTES} routes over SMPP`;
  return { provider: [messages.because('provider', mistake)] };
}

function privateErrors(ctx: Context, { name }: Route, provider: ProviderType, settings: Settings<ProviderType>) {
  if ('host' in settings) {
    return privateHostErrors(ctx, String(settings.host), { path: 'settings.host', of: `Route "${name}"` });
  }
  const urls = isDeclared(provider)
    ? addressesOf(provider, settings as Given)
    : { 'settings.url': (settings as Given).url ?? null };
  const errors = Object.entries(urls).map(([path, url]) => privateUrlErrors(ctx, url, { path, of: `Route "${name}"` }));
  return Object.assign({}, ...errors) as FieldErrors;
}

function given({ credentials }: SetRouteProviderInput, isNew: boolean) {
  if (!credentials && !isNew) return { credentials: null, secret: null, errors: null };
  const { value, errors } = readCredentials('smpp', credentials ?? {});
  return { credentials: value, secret: null, errors };
}

function made({ credentials }: SetRouteProviderInput, isNeeded: boolean) {
  const errors = credentials ? { credentials: [messages.unknown('credentials')] } : null;
  const secret = isNeeded ? createSigningSecret() : null;
  return { credentials: secret === null ? null : { secret }, secret, errors };
}
