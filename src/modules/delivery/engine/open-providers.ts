import type { SmsProvider } from 'sms-providers';
import type { Services } from '../../../context.ts';
import { openProvider } from '../providers/open-provider.ts';
import { callbackSecretOf, isProvider, type ProviderType, unsealCredentials } from '../providers/settings.ts';
import { receiveInbound } from '../receipts/receive.ts';
import { receiveTogether } from '../receipts/receive-together.ts';
import type { Route } from './engine.ts';
import { smppRoutes } from './stage.ts';

export interface OpenProviders {
  providerOf(route: Route): SmsProvider;
  /**
   * Binds new SMPP routes, binds those again whose settings changed, and unbinds those that are no longer SMPP routes.
   * Receipts and replies come over the connection, whether or not a message goes out.
   */
  holdRoutes(): Promise<void>;
  /** Closes the providers' connections. */
  close(): Promise<void>;
}

/** Most connections that a process holds before it has messages for them. Further routes are bound with their first message. */
const MOST_HELD = 1_000;

interface Opened {
  settings: string;
  changedAt: Date;
  provider: SmsProvider;
}

/** Where this installation is reached from outside. */
export const baseUrlOf = ({ config }: Pick<Services, 'config'>) =>
  config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;

/** The address that a route's provider reports to. It ends with the secret where callbacks are not signed. */
export const callbackUrlOf = (
  services: Pick<Services, 'config'>,
  { teamId, id }: Pick<Route, 'teamId' | 'id'>,
  secret: string | null = null,
) => `${baseUrlOf(services)}/hooks/sms/${teamId}/${id}${secret === null ? '' : `/${secret}`}`;

/** The providers that this process has open: one per route, opened again when the route's settings change. */
export function openProviders(services: Services): OpenProviders {
  const open = new Map<string, Opened>();
  /** By route: former providers whose connections are being closed. */
  const leaving = new Map<string, Promise<unknown>>();
  /** By route: settings that make no provider, so that the log tells of them once. */
  const broken = new Map<string, string>();

  function leave(id: string): void {
    const known = open.get(id);
    if (!known) return;
    open.delete(id);
    const closed: Promise<unknown> = Promise.allSettled([leaving.get(id), known.provider.close()]).then(() => {
      if (leaving.get(id) === closed) leaving.delete(id);
    });
    leaving.set(id, closed);
  }

  function openAnew(route: Route, settings: string): SmsProvider {
    leave(route.id);
    const provider = openRoute(services, route, () => new Date(), leaving.get(route.id));
    open.set(route.id, { settings, changedAt: route.updatedAt, provider });
    return provider;
  }

  function hold(route: Route): void {
    const settings = settingsOf(route);
    if (open.get(route.id)?.settings === settings || broken.get(route.id) === settings) return;
    if (!open.has(route.id) && open.size >= MOST_HELD) return;
    try {
      openAnew(route, settings);
      broken.delete(route.id);
    } catch (error) {
      broken.set(route.id, settings);
      services.logger.warn({ err: error, route: route.id }, 'a route cannot be bound');
    }
  }

  return {
    providerOf(route) {
      const settings = settingsOf(route);
      const known = open.get(route.id);
      // A batch that was claimed before the route changed goes over its present provider.
      if (known && (known.settings === settings || known.changedAt > route.updatedAt)) return known.provider;
      return openAnew(route, settings);
    },
    async holdRoutes() {
      const before = new Map(open);
      // Routes of teams on a node that is away stay as they are.
      const { isWhole } = services.db.reach;
      const routes = new Map((await smppRoutes(services.db)).map((route) => [route.id, route]));
      // A provider that was opened meanwhile may be newer than the rows that were read.
      const isAsBefore = (id: string) => open.get(id) === before.get(id);
      for (const [id, { provider }] of before) {
        if (isWhole && provider.type === 'smpp' && !routes.has(id) && isAsBefore(id)) leave(id);
      }
      for (const route of routes.values()) if (isAsBefore(route.id)) hold(route);
      for (const id of broken.keys()) if (!routes.has(id)) broken.delete(id);
    },
    async close() {
      for (const id of [...open.keys()]) leave(id);
      await Promise.all(leaving.values());
    },
  };
}

/** The providers that are shared with jobs, by the process's connections to the database. */
const held = new WeakMap<Services['db'], OpenProviders>();

/** From now on jobs of this process use these providers. Returns the function that ends this. */
export function shareWithJobs({ db }: Services, providers: OpenProviders): () => void {
  held.set(db, providers);
  return () => void held.delete(db);
}

/**
 * A route's provider for a job: the one that this process holds, as operators limit the connections of an account. Where it
 * holds none, the job gets one of its own.
 */
export function borrowRoute(
  services: Services,
  route: Route,
  now: () => Date,
): Pick<SmsProvider, 'capabilities' | 'ready' | 'send' | 'close'> {
  const provider = held.get(services.db)?.providerOf(route);
  if (!provider) return openRoute(services, route, now);
  return { ...provider, close: async () => {} };
}

const settingsOf = ({ provider, settings, credentials }: Route) =>
  JSON.stringify([provider, settings, credentials?.toString('base64')]);

type Opening = Pick<Services, 'config' | 'tokenKeys' | 'db' | 'logger'>;

/** Throws when the route has no provider or no credentials. */
export function openRoute(services: Opening, route: Route, now: () => Date, former?: Promise<unknown>): SmsProvider {
  if (!isProvider(route.provider) || route.credentials === null) throw new Error(`Route ${route.id} has no provider.`);
  const type: ProviderType = route.provider;
  const credentials = unsealCredentials(services.tokenKeys, type, route.credentials);
  const warn = (text: string) => (error: unknown) => services.logger.warn({ err: error, route: route.id }, text);
  return openProvider(type, route.settings, credentials, {
    callbackUrl: callbackUrlOf(services, route, callbackSecretOf(credentials)),
    clicksTo: baseUrlOf(services),
    allowPrivate: services.config.PRIVATE_PROVIDERS,
    receive: receiveTogether((inbound) => receiveInbound(services.db, route, inbound, now(), services.logger)),
    failed: warn('a message could not be handed over'),
    unreachable: warn('a route’s operator cannot be connected to'),
    former,
  });
}
