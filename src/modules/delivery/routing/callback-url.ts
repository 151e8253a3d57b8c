import { isDeclared } from 'sms-providers';
import { type Context, viewerOf } from '../../../context.ts';
import type { Route } from '../../../generated/prisma/client.ts';
import { isWithin } from '../../../viewer.ts';
import { callbackUrlOf } from '../engine/open-providers.ts';
import { callbackSecretOf, openedCredentials } from '../providers/settings.ts';
import { reportsOverHttp } from '../receipts/receive-hook.ts';

type Shown = Pick<Route, 'teamId' | 'id' | 'provider' | 'credentials'>;

/** Null where the viewer may not see the secret that it ends with, or nobody can. */
export function shownCallbackUrl(ctx: Context, route: Shown): string | null {
  const { provider, credentials } = route;
  if (provider === null || !reportsOverHttp(provider)) return null;
  if (!isDeclared(provider) || credentials === null) return callbackUrlOf(ctx, route);
  const opened = openedCredentials(ctx.tokenKeys, provider, credentials);
  if (!opened) return null;
  const secret = callbackSecretOf(opened);
  if (secret !== null && !isWithin(viewerOf(ctx).role, 'admin')) return null;
  return callbackUrlOf(ctx, route, secret);
}
