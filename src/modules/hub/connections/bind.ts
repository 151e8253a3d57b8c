import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../errors.ts';
import type { HubBindKind } from '../../../generated/prisma/client.ts';
import { networkOf } from '../../../input/network.ts';
import type { Bound, Hub } from './hub.ts';
import { takeLease } from './leases.ts';
import { STATUS } from './statuses.ts';
import type { Received } from './wire.ts';

export const KINDS: Readonly<Record<string, HubBindKind>> = {
  bind_transmitter: 'transmitter',
  bind_receiver: 'receiver',
  bind_transceiver: 'transceiver',
};

/** The endpoint that signed in, or the status of the refusal: wrong credentials, or too many open connections. */
export async function bind(hub: Hub, pdu: Received, address: string, isGone: () => boolean): Promise<Bound | number> {
  const network = networkOf(address);
  const endpoint = await hub.signInTurns(network, network, async () => {
    if (isGone()) return null;
    const { system_id: username = '', password = '' } = pdu;
    const found = await hub.signIn({ username, password, address }).catch((error: unknown) => {
      // Too many attempts: nobody looked.
      if (error instanceof AppError) return undefined;
      throw error;
    });
    // Checking a password keeps a processor busy: guesses leave it to others for most of the time.
    if (found === null) await pause(hub.timing.wrong, undefined, { ref: false });
    return found;
  });
  if (!endpoint) return STATUS.BIND_FAILED;
  const { teamId, endpointId } = endpoint;
  const bound = { ...endpoint, kind: KINDS[pdu.command]!, address, process: hub.process };
  const lease = await hub.shares(teamId, endpointId, () => takeLease(hub.services.db, bound));
  if (lease === 'changed') return STATUS.BIND_FAILED;
  return lease === 'full' ? STATUS.ALREADY_BOUND : { ...bound, leaseId: lease.id };
}
