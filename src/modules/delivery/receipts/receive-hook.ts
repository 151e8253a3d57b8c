import type { Services } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { OpenProviders } from '../engine/open-providers.ts';
import { readRoute } from '../engine/stage.ts';
import type { InboundRequest, NotTaken } from '../providers/provider.ts';
import { receiveInbound } from './receive.ts';

interface Hook {
  teamId: string;
  routeId: string;
  request: InboundRequest;
}

/** Returns what could not be taken, once the rest is committed. `NOT_FOUND` for a route that takes no reports. */
export async function receiveHook(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  { providerOf }: Pick<OpenProviders, 'providerOf'>,
  { teamId, routeId, request }: Hook,
  now: Date,
): Promise<NotTaken[]> {
  if (!isUuid(teamId) || !isUuid(routeId)) throw new NotFoundError('Route');
  const route = await readRoute(db, teamId, routeId);
  if (!route?.credentials || !REPORTS_OVER_HTTP.has(route.provider)) throw new NotFoundError('Route');
  const provider = providerOf(route);
  if (!provider.verify(request)) throw new AppError('UNAUTHENTICATED', 'Invalid signature');
  const { receipts, replies, notTaken = [] } = provider.parse(request);
  // A STOP counts at once.
  for (const some of chunksOf(replies)) await receiveInbound(db, route, { receipts: [], replies: some }, now, logger);
  for (const some of chunksOf(receipts)) await receiveInbound(db, route, { receipts: some, replies: [] }, now);
  if (notTaken.length > 0)
    logger.warn({ route: route.id, notTaken: notTaken.slice(0, 10) }, 'parts of a report were not taken');
  return notTaken.slice(0, MOST_TOLD);
}

const MOST_TOLD = 100;
const CHUNK = 1_000;

const chunksOf = <Element>(elements: readonly Element[]): Element[][] =>
  Array.from({ length: Math.ceil(elements.length / CHUNK) }, (_, at) => elements.slice(at * CHUNK, (at + 1) * CHUNK));

const REPORTS_OVER_HTTP: ReadonlySet<string | null> = new Set(['http', 'simulator']);
