import type { Tx } from '../../../database/transaction.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Stop } from './change-status.ts';
import type { Machine, SendKey } from './engine.ts';
import type { OpenSend, Sends } from './open-send.ts';
import type { SendPlan } from './plan.ts';
import type { Asked } from './pre-checks.ts';

/** What a claim of either channel took. */
export interface Taken {
  /** Contacts whose numbers are to be looked up. */
  lookups: { contactId: string; number: string; attempt: number }[];
  /** Contacts about whom the campaign's pre-check is asked. */
  checks: Asked[];
}

/** What a turn found. */
export type Step<Claim> =
  /** Nothing may go out before then. */
  | { kind: 'look'; at: Date }
  /** The campaign cannot go on until a person changes something. */
  | ({ kind: 'pause' } & Stop)
  /** The send's own limit is reached. */
  | { kind: 'finish'; reason: string }
  /** `moreAt`: when the next contacts are due; null when nobody is. */
  | { kind: 'claimed'; claim: Claim; moreAt: Date | null };

export interface Turn<Claim> extends SendKey {
  /** What was claimed, to be carried out. */
  claim: Claim | null;
}

/** What differs between messages and calls. turn.ts and end-send.ts do the rest for both. */
export interface Channel<Engine extends Machine, Send extends OpenSend, Claim extends Taken> extends Sends<Send> {
  /** Whether so much is under way with slow providers that nothing more is claimed. */
  isFull(engine: Engine, send: Send): boolean;
  /** Claims contacts that are due, in the turn's transaction. */
  goOut(engine: Engine, tx: Tx, send: Send, plan: SendPlan, now: Date): Promise<Step<Claim>>;
  /** Hands over or places what a committed turn claimed. */
  carryOut(engine: Engine, turn: Turn<Claim>, claim: Claim, now: Date): Promise<void>;
  /** Decides about something that a dead worker left. False when there is nothing. */
  sweep(engine: Engine): Promise<boolean>;
  /** Whether a claim of the campaign's cycle may still come back. */
  underWay(send: Send): Prisma.Sql;
  /** How soon a send is looked at again while that is so. */
  readonly underWayMs: number;
  /** Counts the send's contacts, and those of them who were reached. */
  sizesOf(tx: Tx, send: Send): Promise<{ reached: number; size: number }>;
  /** Contacts who were reached, in all sends of the cycle. */
  reachedInCycle(tx: Tx, send: Send): Promise<number>;
  /** What became of those who were reached: `got a message`. */
  readonly reachedText: string;
}
