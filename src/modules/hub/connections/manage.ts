import { isUuid } from '../../../database/reads/lists.ts';
import { cancelRelayed, relayedState } from '../../delivery/relay/end.ts';
import type { Bound, Hub } from './hub.ts';
import { messageState } from './receipts.ts';
import { STATUS } from './statuses.ts';
import { absoluteTime } from './times.ts';
import type { Received } from './wire.ts';

/** What a query_sm or cancel_sm is answered with, from the rows. */
export async function manage(hub: Hub, by: Bound, pdu: Received): Promise<Record<string, unknown>> {
  const { logger } = hub.services;
  try {
    const id = pdu.message_id ?? '';
    return await hub.shares(by.teamId, by.endpointId, async () =>
      pdu.command === 'query_sm' ? await query(hub, by, id) : { command_status: await cancel(hub, by, id) },
    );
  } catch (error) {
    logger.warn({ err: error, teamId: by.teamId, command: pdu.command }, 'an SMPP request failed');
    return { command_status: STATUS.SYSTEM_ERROR };
  }
}

async function query({ services }: Hub, by: Bound, id: string): Promise<Record<string, unknown>> {
  const found = isUuid(id) ? await relayedState(services.db, by, id) : undefined;
  if (!found) return { command_status: STATUS.QUERY_FAILED };
  // An octet, as in receipts: operators have codes below 0, too.
  const code = Math.min(Math.max(found.dlrCode ?? 0, 0), 0xff);
  return {
    ...{ message_id: id, message_state: messageState(found.status), error_code: code },
    final_date: found.settledAt ? absoluteTime(found.settledAt) : '',
  };
}

async function cancel({ services }: Hub, by: Bound, id: string): Promise<number> {
  if (!isUuid(id)) return STATUS.INVALID_ID;
  const done = await services.db.transaction((tx) => cancelRelayed(tx, by, id, new Date()));
  if (done === 'not_found') return STATUS.INVALID_ID;
  return done === 'canceled' ? STATUS.OK : STATUS.CANCEL_FAILED;
}
