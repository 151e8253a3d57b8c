import type { HubProtocol, HubReceiptWish } from '../../../generated/prisma/client.ts';

/** A seller endpoint that has signed in. */
export interface EndpointKey {
  teamId: string;
  endpointId: string;
}

/** One message as a client submitted it, decoded and joined from its parts. */
export interface Submission extends EndpointKey {
  protocol: HubProtocol;
  /** A number or a name, as submitted; empty: the route's own. */
  sender: string;
  /** As submitted. `isInternational`: its type of number says that its country is in it. */
  destination: string;
  isInternational: boolean;
  text: string;
  receipts: HubReceiptWish;
  /** Null: as long as the installation keeps trying. */
  validUntil: Date | null;
  /** Null: at once. */
  scheduledAt: Date | null;
  /**
   * The seller's reference or idempotency key, at most 255 characters: a repeat within a day is answered with the first id.
   * A refused message does not keep it.
   */
  reference: string | null;
  /**
   * Ids of the parts, stored before, that it was joined from; empty: it came in one. They get the message's id in the same
   * transaction; where they have one already, that message is the answer.
   */
  partIds: readonly string[];
  /** The part that the answer goes to; the others were answered before, and get receipts when the message is refused. */
  answeredPartId?: string;
}

/** Why a submit is refused, in the order in which it is decided. */
export const SUBMIT_REFUSALS = [
  'not_allowed',
  'invalid_sender',
  'invalid_number',
  'invalid_text',
  'invalid_time',
  'suppressed',
  'no_route',
  'route_unusable',
  'price_too_high',
  'margin_too_low',
  'balance',
] as const;
export type SubmitRefusal = (typeof SUBMIT_REFUSALS)[number];

/** `id` names its row (a CDR) in either case. It is stored, priced and charged when this is answered. */
export type Submitted =
  | { id: string; refusal: null; isRepeat: boolean }
  | { id: string; refusal: SubmitRefusal; reason: string };

/** Takes submits. Those that wait at the same moment share a commit. */
export interface Intake {
  /** Throws when the database cannot be reached, or too much waits: nothing was stored that was answered. */
  submit(submission: Submission): Promise<Submitted>;
  /** Takes nothing new and waits for what is under way. */
  close(): Promise<void>;
}
