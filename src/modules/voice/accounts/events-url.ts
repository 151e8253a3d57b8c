import type { Services } from '../../../context.ts';
import { baseUrlOf } from '../../delivery/engine/open-providers.ts';

/** E12. */
export const eventsUrlOf = (services: Pick<Services, 'config'>) =>
  `${baseUrlOf(services)}/api/v1/webhooks/calls/receive/extprovider`;
