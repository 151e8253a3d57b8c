import { AppError } from '../../../errors.ts';
import type { HubBindKind } from '../../../generated/prisma/client.ts';
import { signInEndpoint } from '../sellers/sign-in.ts';
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
export async function bind(hub: Hub, pdu: Received, address: string, isGone: () => boolean): Promise<Bound | number> {
  const { services } = hub;
  const { system_id: username = '', password = '' } = pdu;
  const signIn = async () => (isGone() ? null : signInEndpoint(services, { username, password, address }));
  const endpoint = await hub.inTurn(address, signIn).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!endpoint) return STATUS.BIND_FAILED;
  const kind = KINDS[pdu.command]!;
  const { teamId, endpointId } = endpoint;
  const leaseId = await takeLease(services.db, { teamId, endpointId, kind, address, process: hub.process });
  return leaseId === null ? STATUS.ALREADY_BOUND : { ...endpoint, kind, leaseId };
}
