import type { HubMessageStatus } from '../../../generated/prisma/client.ts';

/** Content of a `hub_returns` row of kind RECEIPT. */
export interface ReturnedReceipt {
  /** The id that the submit, or the part, was answered with. */
  messageId: string;
  /** The seller's reference, as given. */
  reference: string | null;
  sender: string;
  destination: string;
  status: Extract<HubMessageStatus, 'delivered' | 'failed' | 'expired' | 'rejected' | 'canceled'>;
  /** The operator's code, 0 when there is none. */
  code: number;
  reason: string | null;
  /** ISO 8601 moments. */
  submittedAt: string;
  doneAt: string;
  /** The text's first characters, at most 20. */
  text: string;
  /** Of a part that became no message: nothing else has its number. */
  isPart?: true;
}

/** Content of a `hub_returns` row of kind REPLY. */
export interface ReturnedReply {
  replyId: string;
  /** The person's number, digits without the plus sign. */
  from: string;
  /** The sender that was written to. */
  to: string;
  text: string;
  receivedAt: string;
}
