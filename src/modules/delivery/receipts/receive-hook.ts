import {
  type HookAnswer,
  type Inbound,
  type InboundRequest,
  isDeclared,
  type NotTaken,
  type SmsProvider,
  UnconfirmedError,
  UnreadableBodyError,
} from 'sms-providers';
import type { Services } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { AppError, NotFoundError, ValidationError } from '../../../errors.ts';
import { openedForCaller } from '../../../secrets.ts';
import type { OpenProviders } from '../engine/open-providers.ts';
import { readRoute } from '../engine/stage.ts';
import { isProvider } from '../providers/settings.ts';
import { isVerifiedByPrevious } from '../routing/previous-secret.ts';
import { receiveInbound } from './receive.ts';

/** What could not be taken, once the rest is committed, and what the provider wants back. */
interface Taken {
  notTaken: NotTaken[];
  answer: HookAnswer | null;
}

interface Hook {
  teamId: string;
  routeId: string;
  request: InboundRequest;
}

/** `NOT_FOUND` for a route that takes no reports. */
export async function receiveHook(
  services: Pick<Services, 'db' | 'logger' | 'config' | 'tokenKeys'>,
  { providerOf }: Pick<OpenProviders, 'providerOf'>,
  { teamId, routeId, request }: Hook,
  now: Date,
): Promise<Taken> {
  const { db, logger } = services;
  if (!isUuid(teamId) || !isUuid(routeId)) throw new NotFoundError('Route');
  const route = await readRoute(db, teamId, routeId);
  if (!route?.credentials || !reportsOverHttp(route.provider)) throw new NotFoundError('Route');
  const hasSecret = request.pathSecret !== undefined && request.pathSecret !== null;
  if (hasSecret && !isDeclared(route.provider!)) throw new NotFoundError('Route');
  const provider = await openedForCaller(logger, { route: routeId }, () => providerOf(route));
  const { callbackMethods = ['POST'] } = provider;
  const isTheirMethod = callbackMethods.includes(request.method ?? 'POST');
  const isVerified = isTheirMethod && provider.verify(request);
  if (!isVerified && !(await isVerifiedByPrevious(services, route, request))) {
    throw isTheirMethod ? new AppError('UNAUTHENTICATED', 'Invalid signature') : new MethodError(callbackMethods);
  }
  const { receipts, replies, notTaken = [], answer = null } = inboundOf(provider, request);
  // A STOP counts at once.
  for (const some of chunksOf(replies)) await receiveInbound(db, route, { receipts: [], replies: some }, now, logger);
  for (const some of chunksOf(receipts)) await receiveInbound(db, route, { receipts: some, replies: [] }, now);
  if (notTaken.length > 0)
    logger.warn({ route: route.id, notTaken: notTaken.slice(0, 10) }, 'parts of a report were not taken');
  await confirm(provider, request);
  return { notTaken: notTaken.slice(0, MOST_TOLD), answer };
}

function inboundOf(provider: SmsProvider, request: InboundRequest): Inbound {
  try {
    return provider.parse(request);
  } catch (error) {
    if (error instanceof UnreadableBodyError) throw new ValidationError({ body: ['The body field is invalid.'] });
    throw error;
  }
}

async function confirm(provider: SmsProvider, request: InboundRequest): Promise<void> {
  try {
    await provider.confirm?.(request);
  } catch (error) {
    if (error instanceof UnconfirmedError) throw new AppError('UNAVAILABLE', error.message);
    throw error;
  }
}

/** The provider does not report with this method. */
export class MethodError extends Error {
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super('The method is not supported.');
    this.allowed = allowed;
  }
}

const MOST_TOLD = 100;
const CHUNK = 1_000;

const chunksOf = <Element>(elements: readonly Element[]): Element[][] =>
  Array.from({ length: Math.ceil(elements.length / CHUNK) }, (_, at) => elements.slice(at * CHUNK, (at + 1) * CHUNK));

export const reportsOverHttp = (provider: string | null): boolean => isProvider(provider) && provider !== 'smpp';
