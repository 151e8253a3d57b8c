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

/** Who signed in, or the status: one for whoever may not, another where as many are open as may be. */
export function bind(hub: Hub, pdu: Received, address: string, isGone: () => boolean): Promise<Bound | number> {
  const network = networkOf(address);
  return hub.signInTurns(network, network, async () => {
    if (isGone()) return STATUS.BIND_FAILED;
    const { system_id: username = '', password = '' } = pdu;
    const endpoint = await hub.signIn({ username, password, address }).catch((error: unknown) => {
      if (error instanceof AppError) return 'too many attempts' as const;
      throw error;
    });
    // Checking a password keeps a processor busy: guesses leave it to others for most of the time.
    if (endpoint === null) await pause(hub.timing.wrong);
    if (endpoint === null || endpoint === 'too many attempts') return STATUS.BIND_FAILED;
    const kind = KINDS[pdu.command]!;
    const lease = await takeLease(hub.services.db, { ...endpoint, kind, address, process: hub.process });
    if (lease === 'changed') return STATUS.BIND_FAILED;
    return lease === 'full' ? STATUS.ALREADY_BOUND : { ...endpoint, kind, leaseId: lease.id };
  });
}
