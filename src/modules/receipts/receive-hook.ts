import type { Services } from '../../context.ts';
import { isUuid } from '../../database/reads/lists.ts';
import { AppError, NotFoundError } from '../../errors.ts';
import type { InboundRequest } from '../providers/provider.ts';
import type { OpenProviders } from '../sending/open-providers.ts';
import { readRoute } from '../sending/stage.ts';
import { receiveInbound } from './receive.ts';

interface Hook {
  teamId: string;
  routeId: string;
  request: InboundRequest;
}

/** Takes what a route's provider reports over HTTP. Returns once it is committed. `NOT_FOUND` for a route that takes no reports. */
export async function receiveHook(
  { pool, logger }: Pick<Services, 'pool' | 'logger'>,
  { providerOf }: Pick<OpenProviders, 'providerOf'>,
  { teamId, routeId, request }: Hook,
  now: Date,
): Promise<void> {
  if (!isUuid(teamId) || !isUuid(routeId)) throw new NotFoundError('Route');
  const route = await readRoute(pool, teamId, routeId);
  if (!route?.credentials || !REPORTS_OVER_HTTP.has(route.provider)) throw new NotFoundError('Route');
  const provider = providerOf(route);
  if (!provider.verify(request)) throw new AppError('UNAUTHENTICATED', 'Invalid signature');
  await receiveInbound(pool, route, provider.parse(request), now, logger);
}

const REPORTS_OVER_HTTP: ReadonlySet<string | null> = new Set(['http', 'simulator']);
