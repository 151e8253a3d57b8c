import {
  type Checked,
  IncompleteRequestError,
  type OutgoingSms,
  type ShownRequest,
  type SmsProvider,
} from 'sms-providers';
import { type Context, viewerOf } from '../../../context.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { AppError, NotFoundError } from '../../../errors.ts';
import type { SmsTestResult } from '../../../generated/prisma/client.ts';
import { printable } from '../../../input/printable.ts';
import { addJob } from '../../../jobs/add-job.ts';
import { smsTestTopic } from '../../../live/announce.ts';
import { givenNumber, phoneNumberErrors } from '../../../phone-numbers/given-number.ts';
import { getRecord } from '../../../records/get-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import type { Route } from '../engine/engine.ts';
import { openRoute } from '../engine/open-providers.ts';
import { senderForNumber } from '../engine/senders.ts';
import { readRoute } from '../engine/stage.ts';
import { isProvider, unsealCredentials } from '../providers/settings.ts';
import { holdErasures } from '../reach/erased-numbers.ts';
import { whySuppressed } from '../reach/is-suppressed.ts';
import { sendSmsTestJob } from './fire-sms-tests.ts';
import { ROUTE, TEST_RESULT } from './kinds.ts';
import { NO_PROVIDER, scheduleErrors } from './test-schedule-rules.ts';

export interface TestMessage {
  routeId: string;
  to: string;
  text: string;
  from?: string | null | undefined;
}

/** Null: its provider is not asked over HTTP. */
export async function previewRouteRequest(ctx: Context, input: TestMessage): Promise<ShownRequest | null> {
  refuse(messageErrors(input));
  const route = await routeOf(ctx, input.routeId);
  return preview(ctx, route, await outgoing(ctx.db, uuidv7(), route, input));
}

/** Null: its provider cannot tell without sending. */
export async function checkRoute(ctx: Context, { routeId }: { routeId: string }): Promise<Checked | null> {
  const route = await routeOf(ctx, routeId);
  return withProvider(ctx, route, async (provider) => (await provider.check?.()) ?? null);
}

export interface RouteTest {
  request: ShownRequest | null;
  result: SmsTestResult;
}

/** Its receipt arrives as those of scheduled tests do. */
export async function testRoute(ctx: Context, input: TestMessage): Promise<RouteTest> {
  const { team } = viewerOf(ctx);
  refuse(messageErrors(input));
  const route = await routeOf(ctx, input.routeId);
  const number = String(givenNumber(input.to)!);
  return ctx.db.transaction(async (tx) => {
    await holdErasures(tx, team.id);
    const suppressed = await whySuppressed(ctx.tokenKeys, tx, team.id, number);
    if (suppressed) refuse({ to: [suppressed] });
    const { id: smsTestScheduleId } = await scheduleOf(tx, route, BigInt(number), input.text);
    const now = new Date();
    const result = await tx.prisma.smsTestResult.create({
      data: { teamId: team.id, smsTestScheduleId, dueAt: now },
    });
    await addJob(tx, sendSmsTestJob(result));
    return { request: await preview(ctx, route, await outgoing(tx, result.id, route, input)), result };
  });
}

/** At once, and after every change. */
export async function watchSmsTest(ctx: Context, given: string): Promise<AsyncIterable<{ id: string }>> {
  const { id } = await getRecord(ctx, TEST_RESULT, given, ['id']);
  return ctx.streams.states(viewerOf(ctx), smsTestTopic(id), { id });
}

const messageErrors = ({ to, text }: TestMessage) => ({ ...phoneNumberErrors(to, 'to'), ...scheduleErrors({ text }) });

async function routeOf(ctx: Context, id: string): Promise<Route> {
  const route = isUuid(id) ? await readRoute(ctx.db, viewerOf(ctx).team.id, id) : undefined;
  if (!route) throw new NotFoundError(ROUTE.thing);
  if (!isProvider(route.provider) || !route.credentials) throw new AppError('CONFLICT', NO_PROVIDER);
  return route;
}

async function outgoing(tx: Tx, id: string, route: Route, { to, text, from }: TestMessage): Promise<OutgoingSms> {
  const number = String(givenNumber(to)!);
  return { id, to: number, text: printable(text), from: from ?? (await senderForNumber(tx, route, number)) };
}

const preview = (ctx: Context, route: Route, message: OutgoingSms): Promise<ShownRequest | null> =>
  withProvider(ctx, route, async (provider) => {
    try {
      return provider.preview?.([message]) ?? null;
    } catch (error) {
      if (error instanceof IncompleteRequestError) throw new AppError('CONFLICT', error.message);
      throw error;
    }
  });

/** SMPP and simulator routes are not opened, but a lost key is reported for them, too. */
async function withProvider<Answer>(
  ctx: Context,
  route: Route,
  work: (provider: SmsProvider) => Promise<Answer | null>,
): Promise<Answer | null> {
  if (route.provider === 'smpp' || route.provider === 'simulator') {
    unsealCredentials(ctx.tokenKeys, route.provider, route.credentials!);
    return null;
  }
  const provider = openRoute(ctx, route, () => new Date());
  try {
    return await work(provider);
  } finally {
    await provider.close();
  }
}

const NAME = 'Single tests';

/** Tests belong to a schedule; those that are sent by hand share a paused one for each number and text. */
async function scheduleOf(tx: Tx, { teamId, id: routeId }: Route, toNumber: bigint, text: string) {
  const kept = { teamId, routeId, toNumber, text, name: NAME, isActive: false };
  const known = await tx.prisma.smsTestSchedule.findFirst({ where: kept, select: { id: true } });
  return known ?? tx.prisma.smsTestSchedule.create({ data: kept, select: { id: true } });
}
