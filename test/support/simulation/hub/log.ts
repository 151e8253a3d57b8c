import type { Submitted } from '../../../../src/modules/hub/traffic/submission.ts';
import type { MessageScenario } from './scenario.ts';

/** What a client did and heard: nothing that the hub says of itself. Moments count through everything that happens. */
export interface Attempt {
  begun: number;
  /** Null: it heard nothing. */
  answer: Submitted | null;
  answered: number;
}

export interface ClientMessage extends MessageScenario {
  team: number;
  endpointId: string;
  text: string;
  reference: string | null;
  attempts: Attempt[];
  /** What its parts were answered with; empty: it came in one. */
  parts: { ids: Set<string>; statuses: Set<number> }[];
  /** When a cancellation was confirmed. */
  canceledAt: number | null;
}

export interface ClientReceipt {
  id: string;
  /** Its message_state. */
  state: number;
  /** What the message's row said when it came. */
  stored: string | undefined;
}

export interface Reached {
  messageId: string;
  routeId: string;
  to: string;
  text: string;
  moment: number;
}

export interface HubLog {
  messages: ClientMessage[];
  receipts: ClientReceipt[];
  /** Endpoint and number of each reply that a client took. */
  replies: Set<string>;
  /** Endpoints → when their deletion was answered. */
  deleted: Map<string, number>;
  reached: Reached[];
  /** Messages whose receipts were acknowledged to the provider. */
  told: { messageId: string; status: 'delivered' | 'failed' }[];
  /** Team and number → when their STOP was answered to the provider. */
  stopped: Map<string, number>;
  /** Calls whose answer was lost, workers that died or hung. */
  interruptions: number;
}
