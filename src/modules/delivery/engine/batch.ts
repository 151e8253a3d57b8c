import type { OutgoingSms } from 'sms-providers';
import type { RecipientRule } from '../../../generated/prisma/client.ts';
import type { Taken } from './channel.ts';
import type { ContactSchedule } from './contact-schedule.ts';
import type { Route, SendKey } from './engine.ts';
import type { Judging } from './judge-again.ts';
import type { SendMeta, SendPlan } from './plan.ts';
import type { Stage } from './stage.ts';
import type { WrittenMessage } from './write-message.ts';

export interface ClaimInput {
  send: SendKey;
  cycle: number;
  step: number;
  meta: SendMeta;
  plan: SendPlan;
  stage: Stage;
  schedule: ContactSchedule;
  judging: Judging;
  now: Date;
  /** Most contacts that are looked at. */
  size: number;
  /** Most messages. */
  limit: number;
}

export interface Claim extends Taken {
  /** One per route. It is handed over once the claim is committed. */
  batches: { id: string; route: Route; messages: OutgoingSms[] }[];
  /** Whether anything was decided about any contact. */
  hasDecided: boolean;
  /** When the next contacts are due: now, or when a route takes more. Null when nobody is due. */
  moreAt: Date | null;
  messages: number;
  /** Ids of messages that smart encoding changed the parts of, with their parts without it. */
  plainParts: [id: string, parts: number][];
  /** Network brands and time zones of the contacts that get a message. */
  brands: string[];
  timezones: string[];
}

export interface Kept {
  contactId: string;
  status: 'waiting' | 'skipped';
  dueAt: Date;
  rule: RecipientRule;
  reason: string;
}

export interface Batch {
  id: string;
  route: Route;
  messages: WrittenMessage[];
}
