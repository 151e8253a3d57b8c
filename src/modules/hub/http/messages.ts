import type { Services } from '../../../context.ts';
import { count, sharedRateLimiter } from '../../../database/rate-limiter.ts';
import { isUuid } from '../../../database/reads/lists.ts';
import { AppError, NotFoundError, ValidationError } from '../../../errors.ts';
import type { HubPart } from '../../../generated/prisma/client.ts';
import { messages as texts } from '../../../input/validation-messages.ts';
import { pacerOf } from '../connections/pacer.ts';
import type { SignedIn } from '../sellers/sign-in.ts';
import type { EndpointKey, Intake } from '../traffic/submission.ts';
import { readMessages } from './read-messages.ts';

type Needs = Pick<Services, 'db'>;

/** Answered in the order of the messages, each once it is stored. */
export async function submitMessages(
  services: Needs,
  intake: Intake,
  endpoint: SignedIn,
  { body, key }: { body: unknown; key: string | null },
) {
  const submissions = readMessages(endpoint, body, key);
  await keepRate(services, endpoint, submissions.length);
  const taken = await Promise.allSettled(submissions.map((one) => intake.submit(one)));
  return {
    messages: taken.map((one) => {
      // The others are stored: with the same key or references, a repeat is answered with their ids.
      if (one.status === 'rejected') throw one.reason;
      const { id, refusal } = one.value;
      return refusal === null ? { id } : { id, refusal, reason: one.value.reason };
    }),
  };
}

/** Over all processes, and together with what this one takes over SMPP. */
async function keepRate({ db }: Needs, { endpointId, perSecond }: SignedIn, amount: number): Promise<void> {
  if (perSecond === null) return;
  if (amount > perSecond) throw new ValidationError({ messages: [texts.atMostItems('messages', perSecond)] });
  const limiter = sharedRateLimiter(db, { keyPrefix: 'hub', points: perSecond, duration: 1 });
  await count(limiter, endpointId, { points: amount, message: '' });
  if (!pacerOf(db, endpointId).take(perSecond, amount)) throw new AppError('RATE_LIMITED', '', { retryAfter: 1 });
}

/** By its id or that of one of its parts. A message of another endpoint answers like a missing one. */
export async function readMessage({ db }: Needs, { teamId, endpointId }: EndpointKey, id: string) {
  if (!isUuid(id)) throw new NotFoundError('Message');
  const part = await db.prisma.hubPart.findUnique({ where: { teamId_id: { teamId, id } } });
  if (part && part.messageId === null && part.sellerEndpointId === endpointId) return waitingPart(part);
  const row = await db.prisma.hubMessage.findUnique({ where: { teamId_id: { teamId, id: part?.messageId ?? id } } });
  if (row?.sellerEndpointId !== endpointId) throw new NotFoundError('Message');
  const subjectId = { in: [row.id, ...row.partIds] };
  const waiting = await db.prisma.hubReturn.count({
    where: { teamId, sellerEndpointId: endpointId, subjectId, kind: 'receipt' },
  });
  return {
    ...{ id: row.id, status: row.status, refusal: row.refusal, reason: row.reason, to: row.destination },
    ...{ from: row.sender, reference: row.reference, parts: row.smsParts, price: row.price.toFixed() },
    ...{ submittedAt: row.createdAt, sentAt: row.sentAt, settledAt: row.settledAt },
    receipts: { wanted: row.receipts, waiting },
  };
}

/** Nothing is decided, priced or charged before its message is complete. */
const waitingPart = ({ id, destination, sender, total, createdAt, receipts }: HubPart) => ({
  ...{ id, status: 'queued', refusal: null, reason: 'The other parts of the message have not come.', to: destination },
  ...{ from: sender, reference: null, parts: total, price: '0', submittedAt: createdAt, sentAt: null, settledAt: null },
  receipts: { wanted: receipts, waiting: 0 },
});
