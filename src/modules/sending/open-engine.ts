import type { Services } from '../../context.ts';
import { lookupProviderOf } from '../enrichment/configured-lookups.ts';
import { openProvider } from '../providers/open-provider.ts';
import type { SmsProvider } from '../providers/provider.ts';
import { type ProviderType, unsealCredentials } from '../providers/settings.ts';
import { receiveInbound } from '../receipts/receive.ts';
import type { Engine, Route } from './engine.ts';

export interface OpenEngine extends Engine {
  /** Gives the providers' connections back. */
  close(): Promise<void>;
}

/** Where this installation is reached from outside. */
export const baseUrlOf = ({ config }: Pick<Services, 'config'>) =>
  config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;

/** Where a route's provider reports to. */
export const callbackUrlOf = (services: Pick<Services, 'config'>, { teamId, id }: Pick<Route, 'teamId' | 'id'>) =>
  `${baseUrlOf(services)}/hooks/sms/${teamId}/${id}`;

/** The providers that this process has open: one per route, from its first message on, and anew when its settings change. */
export function openProviders(services: Services): Pick<OpenEngine, 'providerOf' | 'close'> {
  const open = new Map<string, { settings: string; provider: SmsProvider }>();
  return {
    providerOf(route) {
      const settings = JSON.stringify([route.provider, route.settings, route.credentials?.toString('base64')]);
      const known = open.get(route.id);
      if (known?.settings === settings) return known.provider;
      const provider = openRoute(services, route, () => new Date());
      open.set(route.id, { settings, provider });
      void known?.provider.close();
      return provider;
    },
    async close() {
      await Promise.all([...open.values()].map(({ provider }) => provider.close()));
    },
  };
}

/** The engine of this process. */
export const openEngine = (services: Services): OpenEngine => ({
  ...openProviders(services),
  pool: services.pool,
  logger: services.logger,
  now: () => new Date(),
  lookups: lookupProviderOf(services.config),
  linkBase: baseUrlOf(services),
});

/** Throws for a route whose provider or credentials are missing: it cannot carry anything. */
export function openRoute(services: Services, route: Route, now: () => Date): SmsProvider {
  if (route.provider === null || route.credentials === null) throw new Error(`Route ${route.id} has no provider.`);
  const type: ProviderType = route.provider;
  const credentials = unsealCredentials(services.tokenKeys, type, route.credentials);
  return openProvider(type, route.settings, credentials, {
    callbackUrl: callbackUrlOf(services, route),
    clicksTo: baseUrlOf(services),
    allowPrivate: services.config.PRIVATE_PROVIDERS,
    receive: (inbound) => receiveInbound(services.pool, route, inbound, now()),
    failed: (error) => services.logger.warn({ err: error, route: route.id }, 'a message could not be handed over'),
  });
}
