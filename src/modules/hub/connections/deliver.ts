import { encodingOf, splitText } from 'sms-text';
import type { ReturnedReply } from '../../delivery/relay/returned.ts';
import type { Returned } from './claim-returns.ts';
import { receiptFields } from './receipts.ts';

const CONCATENATED = 0x40;
/** As many as a header can count. */
const MOST_PARTS = 255;

/** A receipt, or a reply in as many parts as it has. What is beyond all that can be is left out. */
export const deliveriesOf = (returned: Returned): object[] =>
  returned.kind === 'receipt' ? [receiptFields(returned.content)] : replyFields(returned.content);

function replyFields({ replyId, from, to, text }: ReturnedReply): Record<string, unknown>[] {
  const fields = {
    ...{ source_addr: from, source_addr_ton: 1, source_addr_npi: 1, destination_addr: to },
    data_coding: encodingOf(text) === 'GSM-7' ? 0 : 8,
  };
  const parts = splitText(text).slice(0, MOST_PARTS);
  if (parts.length === 1) return [{ ...fields, short_message: { message: text } }];
  // The same each time that it is sent.
  const reference = Number.parseInt(replyId.slice(-2), 16) & 0xff;
  return parts.map((message, at) => ({
    ...fields,
    esm_class: CONCATENATED,
    short_message: { udh: Buffer.from([5, 0, 3, reference, parts.length, at + 1]), message },
  }));
}
