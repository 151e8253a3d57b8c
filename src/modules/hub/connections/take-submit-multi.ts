import type { EndpointKey } from '../traffic/submission.ts';
import { STATUS } from './statuses.ts';
import { type Answered, type Taking, takeSubmit } from './take-submit.ts';
import { decodeText } from './texts.ts';
import type { Destination, Received } from './wire.ts';

const MOST_DESTINATIONS = 254;

interface Taken {
  message_id: string;
  unsuccess_sme: {
    dest_addr_ton: number;
    dest_addr_npi: number;
    destination_addr: string;
    error_status_code: number;
  }[];
}

/**
 * A submit_multi is a submit for each address. It is answered with the first id and the destinations that failed, or with
 * their status where all failed for one reason. `mayGo` counts against the endpoint's rate.
 */
export async function takeSubmitMulti(
  taking: Taking,
  key: EndpointKey,
  pdu: Received,
  mayGo: () => boolean,
): Promise<Taken | { command_status: number }> {
  const destinations = pdu.dest_address ?? [];
  if (destinations.length === 0 || destinations.length > MOST_DESTINATIONS) {
    return { command_status: STATUS.INVALID_DESTINATIONS };
  }
  // All have the same text, which is kept once while they wait.
  let text: string | undefined;
  const textOf: typeof decodeText = (coding, body) => (text ??= decodeText(coding, body));
  const takeOne = async (to: Destination): Promise<Answered> => {
    if ('dl_name' in to) return { command_status: STATUS.INVALID_LIST };
    return mayGo() ? takeSubmit(taking, key, { ...pdu, ...to }, textOf) : { command_status: STATUS.THROTTLED };
  };
  const answers = await Promise.all(destinations.map(takeOne));
  const ids = answers.flatMap((answer) => ('message_id' in answer ? [answer.message_id] : []));
  const failed = destinations.flatMap((to, at) => {
    const answer = answers[at]!;
    return 'message_id' in answer ? [] : [{ ...addressOf(to), error_status_code: answer.command_status }];
  });
  const [first] = failed;
  const isOneReason = failed.every(({ error_status_code }) => error_status_code === first?.error_status_code);
  if (first && ids.length === 0 && isOneReason) return { command_status: first.error_status_code };
  return { message_id: ids[0] ?? '', unsuccess_sme: failed };
}

const addressOf = (to: Destination) =>
  'dl_name' in to ? { dest_addr_ton: 0, dest_addr_npi: 0, destination_addr: to.dl_name } : to;
