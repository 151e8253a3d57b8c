import type { Services } from '../../../context.ts';
import { lookupsOf } from '../enrichment/configured-lookups.ts';
import { type Behind, openBehind } from './behind.ts';
import type { Engine } from './engine.ts';
import { baseUrlOf, type OpenProviders, openProviders } from './open-providers.ts';
import { openPreChecks } from './pre-checks.ts';

interface OpenEngine extends Engine, OpenProviders {
  readonly behind: Behind;
}

/** The engine of this process. */
export const openEngine = (services: Services, stopping?: AbortSignal): OpenEngine => ({
  ...openProviders(services),
  db: services.db,
  logger: services.logger,
  behind: openBehind(services.logger),
  stopping,
  now: services.now,
  lookupsOf: (teamId) => lookupsOf(services, teamId),
  preChecks: openPreChecks(services),
  linkBase: baseUrlOf(services),
});
