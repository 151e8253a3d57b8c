import type { Services } from '../../../context.ts';
import { baseUrlOf } from '../../delivery/engine/open-providers.ts';
import { declarationOf } from '../providers/declared/declarations.ts';

interface Addressed {
  teamId: string;
  id: string;
  adapter: string | null;
}

/** E12, or a hook of the account's own where its provider signs or shapes events in its own way. */
export const eventsUrlOf = (services: Pick<Services, 'config'>, { teamId, id, adapter }: Addressed) =>
  declarationOf(adapter)
    ? `${baseUrlOf(services)}/hooks/voice/${teamId}/${id}`
    : `${baseUrlOf(services)}/api/v1/webhooks/calls/receive/extprovider`;
