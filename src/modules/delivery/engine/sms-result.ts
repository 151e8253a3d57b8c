import type { SendResult } from 'sms-providers';
import { idsWithin } from '../../../database/partitions.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Kept } from './batch.ts';

/** What a provider said of a message, or why it was not asked after all. */
export type SmsResult = { messageId: string } & (SendResult | NotAsked | Lost);

/** Nobody knows what became of its call, because its worker ended. That says nothing about the route. */
interface Lost {
  status: 'unknown';
  reason: string;
  isLost: true;
}

export const LOST: Lost = {
  status: 'unknown',
  reason: 'The worker ended while the message was being handed over.',
  isLost: true,
};

export const isLost = (result: SmsResult) => 'isLost' in result;

export interface NotAsked {
  status: 'not_asked';
  kept: Pick<Kept, 'status' | 'rule' | 'reason'>;
}

export type Accepted = Extract<SmsResult, { status: 'accepted' }>;
export type Rejected = Extract<SmsResult, { status: 'rejected' }>;
export type Unknown = Extract<SmsResult, { status: 'unknown' }>;

export const isNotAsked = (result: SmsResult): result is SmsResult & NotAsked => result.status === 'not_asked';

export type Unreachable = Extract<SmsResult, { status: 'unreachable' }>;

export const isUnreachable = (result: SmsResult): result is Unreachable => result.status === 'unreachable';

/** What reached nobody, and is no refusal. */
export type Unsent = SmsResult & (NotAsked | Unreachable);

export const isUnsent = (result: SmsResult): result is Unsent => isNotAsked(result) || isUnreachable(result);

/** The call as a whole got no answer. */
export const isUnanswered = (result: SmsResult): result is Unknown =>
  result.status === 'unknown' && 'isUnanswered' in result && result.isUnanswered === true;

export const resultIds = (results: readonly { messageId: string }[]) => results.map(({ messageId }) => messageId);

/** Bounds that lead PostgreSQL to the partitions of these messages. */
export const messagesWithin = (results: readonly { messageId: string }[], id = Prisma.sql`m.id`) =>
  idsWithin(id, resultIds(results));

/** What a call of a provider answered. Without a call nobody was asked. */
export interface Answered {
  callId: string | null;
  results: SmsResult[];
}
