import type { Services } from '../../../context.ts';
import type { Db } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { readAnswers } from '../traffic/repeats.ts';
import type { EndpointKey, Intake } from '../traffic/submission.ts';
import { keepPart } from './parts.ts';
import { readSubmit, type Submit } from './read-submit.ts';
import { REFUSED, STATUS } from './statuses.ts';
import { decodeText } from './texts.ts';
import type { Turns } from './turns.ts';
import type { Received } from './wire.ts';

export interface Taking {
  services: Pick<Services, 'db' | 'config' | 'logger' | 'tokenKeys' | 'now'>;
  intake: Intake;
  shares: Turns;
}

export type Answered = { message_id: string } | { command_status: number };

/** What a submit_sm or data_sm is answered with, once that is stored. */
export async function takeSubmit(
  taking: Taking,
  key: EndpointKey,
  pdu: Received,
  textOf = decodeText,
): Promise<Answered> {
  const submit = readSubmit(pdu, taking.services.now());
  if (typeof submit === 'number') return { command_status: submit };
  try {
    const answered = submit.part && (await takePart(taking, key, { ...submit, part: submit.part }));
    return answered ?? (await takeWhole(taking, key, submit, textOf));
  } catch (error) {
    if (error instanceof AppError) return { command_status: STATUS.QUEUE_FULL };
    taking.services.logger.warn({ err: error, teamId: key.teamId }, 'a submit could not be taken');
    return { command_status: STATUS.SYSTEM_ERROR };
  }
}

async function takeWhole(
  { intake }: Taking,
  { teamId, endpointId }: EndpointKey,
  { message, coding, body }: Submit,
  textOf: typeof decodeText,
): Promise<Answered> {
  const { protocol, sender, destination, isInternational, receipts, validUntil, scheduledAt, reference } = message;
  const text = textOf(coding, body);
  // One literal: see decode.ts.
  const { id, refusal } = await intake.submit({
    teamId,
    endpointId,
    protocol,
    sender,
    destination,
    isInternational,
    text,
    receipts,
    validUntil,
    scheduledAt,
    reference,
    partIds: [],
  });
  return refusal === null ? { message_id: id } : { command_status: REFUSED[refusal] };
}

/**
 * A part is answered with its own id, or as its message was refused. Those before the last one get receipts. Null: it is to an erased
 * number, so it is not stored, and refused as a message.
 */
async function takePart(
  { services, intake, shares }: Taking,
  key: EndpointKey,
  submit: Parameters<typeof keepPart>[2],
): Promise<Answered | null> {
  const kept = await shares(key.teamId, key.endpointId, () => keepPart(services, key, submit));
  if (kept === null) return null;
  const { id, whole, messageId } = kept;
  const answer = whole ? await intake.submit(whole) : await readAnswer(services.db, key, messageId);
  return !answer || answer.refusal === null ? { message_id: id } : { command_status: REFUSED[answer.refusal] };
}

const readAnswer = async (db: Db, { teamId }: EndpointKey, messageId: string | null) =>
  messageId === null ? undefined : (await readAnswers(db, teamId, [messageId])).get(messageId);
