import { canonicalNumber, everyForm, readNumber } from 'phone-numbers';
import { type Context, viewerOf } from '../../../context.ts';
import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { AppError, type FieldErrors, ValidationError } from '../../../errors.ts';
import type { SendReplyInput, SendSmsInput } from '../../../generated/inputs.ts';
import type { Conversation, DirectMessage } from '../../../generated/prisma/client.ts';
import { messages } from '../../../input/validation-messages.ts';
import { changeRecord } from '../../../records/change-record.ts';
import { refuse } from '../../../records/input-rules.ts';
import { one, referenceErrors } from '../../../records/references.ts';
import { type NewDirectMessage, queueDirectMessage } from '../../delivery/direct/queue.ts';
import { candidatesFor, chooseRoute } from '../../delivery/engine/choose-route.ts';
import { NO_ROUTE } from '../../delivery/engine/decide.ts';
import type { Route } from '../../delivery/engine/engine.ts';
import { countryIdOf, formerSenders, senderFor } from '../../delivery/engine/senders.ts';
import { readRoute, readStage, type Stage } from '../../delivery/engine/stage.ts';
import { holdErasures } from '../../delivery/reach/erased-numbers.ts';
import { whySuppressed } from '../../delivery/reach/is-suppressed.ts';
import { CONVERSATION } from './lists.ts';

/** Not in the reference: ten parts. */
const MAX_TEXT = 1_600;

function textErrors(text: string): FieldErrors {
  if (text.trim() === '') return { text: [messages.required('text')] };
  return [...text].length > MAX_TEXT ? { text: [messages.atMostCharacters('text', MAX_TEXT)] } : {};
}

/** Refuses what can be known now. The job that sends it judges all of it again. */
export async function sendReply(
  ctx: Context,
  { conversationId, text }: SendReplyInput,
): Promise<{ message: DirectMessage }> {
  refuse(textErrors(text));
  await holdErasures(ctx.db, viewerOf(ctx).team.id);
  return changeRecord(ctx, CONVERSATION, conversationId, async (tx, conversation) => {
    const { teamId, id, sender, contactId } = conversation;
    const number = String(conversation.number);
    await refuseSuppressed(ctx, tx, teamId, number);
    const route = await routeOf(tx, conversation);
    const from = { routeId: route.id, number, senderId: sender || null };
    // It may have become another contact's since the last reply, whose hours count.
    const known = await contactWith(tx, teamId, number);
    const to = { conversationId: id, contactId: known?.id ?? contactId };
    return queued(ctx, tx, { teamId, kind: 'reply', text, ...to, ...from });
  });
}

async function routeOf(tx: Tx, { teamId, routeId }: Conversation): Promise<Route> {
  const route = routeId === null ? undefined : await readRoute(tx, teamId, routeId);
  if (!route) throw new AppError('CONFLICT', 'The route of this conversation was deleted.');
  return usable(route);
}

function usable(route: Route): Route {
  if (!route.provider || !route.credentials) throw new AppError('CONFLICT', `Route "${route.name}" has no provider.`);
  if (!route.isConnected) throw new AppError('CONFLICT', `Route "${route.name}" is not connected.`);
  return route;
}

export async function refuseSuppressed(ctx: Context, tx: Tx, teamId: string, number: string): Promise<void> {
  const reason = await whySuppressed(ctx.tokenKeys, tx, teamId, number);
  if (reason) throw new AppError('CONFLICT', reason);
}

/** The number in its one form. */
export function readAddressee(to: string): string {
  const read = readNumber(to);
  if (!read) throw new ValidationError({ to: [messages.phoneNumber('to')] });
  return canonicalNumber(read.digits);
}

const SENDER = /^(\d{3,15}|[A-Za-z0-9 ]{1,11})$/;

/** Over the route that the plan has for the number. */
export async function sendSms(ctx: Context, input: SendSmsInput): Promise<{ message: DirectMessage }> {
  const { text, routingPlanId } = input;
  const { team } = viewerOf(ctx);
  const to = readNumber(input.to);
  const from = input.from?.trim() || null;
  return ctx.db.transaction(async (tx) => {
    await holdErasures(tx, team.id);
    refuse({
      ...(!to && { to: [messages.phoneNumber('to')] }),
      ...textErrors(text),
      ...(from !== null && !SENDER.test(from) && { from: [messages.format('from')] }),
      ...(await referenceErrors(tx, team.id, { routing_plans: one('routingPlanId', routingPlanId) })),
    });
    const number = canonicalNumber(to!.digits);
    await refuseSuppressed(ctx, tx, team.id, number);
    const meta = { smsRoutingPlanId: routingPlanId, domainPlanId: null };
    const { contactId, routeId, senderId } = await placeOf(tx, { teamId: team.id, number, campaignId: null, meta });
    const way = { contactId, routeId, number, senderId: from ?? senderId };
    return queued(ctx, tx, { teamId: team.id, kind: 'one_off', text, ...way });
  });
}

interface Addressed {
  teamId: string;
  number: string;
  /** Whose texts are read with the plan's routes. Null: nobody's. */
  campaignId: string | null;
  meta: Parameters<typeof readStage>[2];
}

interface Place {
  contactId: string | null;
  routeId: string;
  senderId: string | null;
  stage: Stage;
}

/** The contact that has the number, in whichever of its forms. */
const contactWith = (tx: Tx, teamId: string, number: string) =>
  tx.row<{ id: string; country: string | null; networkId: number | null }>`
    SELECT c.id, n.iso2 AS country, c.network_id AS "networkId" FROM contacts c LEFT JOIN countries n ON n.id = c.country_id
    WHERE c.team_id = ${teamId}::uuid AND c.number = ANY(${everyForm(number)}::bigint[])
    ORDER BY c.number = ${number}::bigint DESC LIMIT 1`;

/** The contact that has the number, if any, the route that the plan has for it, and whom it hears from over that route. */
export async function placeOf(tx: Tx, { teamId, number, campaignId, meta }: Addressed): Promise<Place> {
  const known = await contactWith(tx, teamId, number);
  const contactId = known?.id ?? null;
  const countryId = await countryIdOf(tx, number, known?.country ?? null);
  const stage = await readStage(tx, { teamId, campaignId }, meta);
  const found = candidatesFor(stage, { countryId, networkId: known?.networkId ?? null });
  if (!found) throw new ValidationError({ routingPlanId: [NO_ROUTE] });
  const now = new Date();
  const { route } = chooseRoute(found, { refusals: null }, uuidv7(), now);
  usable(route);
  const seed = contactId ?? number;
  const former = await formerSenders(tx, teamId, contactId ? [{ contactId, route }] : [], now);
  return { contactId, routeId: route.id, senderId: senderFor(route, { seed, countryId }, former.get(seed)), stage };
}

export async function queued(
  { viewer }: Context,
  tx: Tx,
  message: NewDirectMessage,
): Promise<{ message: DirectMessage }> {
  const id = await queueDirectMessage(tx, { ...message, createdById: viewer?.user?.id ?? null }, new Date());
  const where = { teamId_id: { teamId: message.teamId, id } };
  return { message: await tx.prisma.directMessage.findUniqueOrThrow({ where }) };
}
