import type { Services } from '../../../context.ts';
import { type Behind, openBehind } from '../../delivery/engine/behind.ts';
import { openPreChecks } from '../../delivery/engine/pre-checks.ts';
import { lookupsOf } from '../../delivery/enrichment/configured-lookups.ts';
import { eventsUrlOf } from '../accounts/events-url.ts';
import { openVoiceProvider } from '../providers/open-voice-provider.ts';
import { unsealVoiceCredentials } from '../providers/settings.ts';
import type { VoiceProvider } from '../providers/voice-provider.ts';
import type { CallEngine, VoiceAccountRow } from './engine.ts';

interface OpenCallEngine extends CallEngine {
  readonly behind: Behind;
  /** Closes the providers' connections. */
  close(): Promise<void>;
}

/** The engine of this process. It has one provider open per account, and opens it again when the account's settings change. */
export function openCallEngine(services: Services, stopping?: AbortSignal): OpenCallEngine {
  const open = new Map<string, { settings: string; provider: VoiceProvider }>();
  return {
    db: services.db,
    logger: services.logger,
    behind: openBehind(services.logger),
    stopping,
    now: services.now,
    lookupsOf: (teamId) => lookupsOf(services, teamId),
    preChecks: openPreChecks(services),
    providerOf(account) {
      const settings = JSON.stringify([account.adapter, account.settings, account.credentials?.toString('base64')]);
      const known = open.get(account.id);
      if (known?.settings === settings) return known.provider;
      const provider = openAccount(services, account);
      open.set(account.id, { settings, provider });
      void known?.provider.close();
      return provider;
    },
    async close() {
      await Promise.all([...open.values()].map(({ provider }) => provider.close()));
    },
  };
}

/** The engine that jobs of a process place calls with, by the process's connections to the database. */
const held = new WeakMap<Services['db'], OpenCallEngine>();

/** From now on jobs of this process use its providers. Returns the function that ends this. */
export function shareCallsWithJobs({ db }: Services, engine: OpenCallEngine): () => void {
  held.set(db, engine);
  return () => void held.delete(db);
}

/** For a job: the engine of this process, or one of the job's own. */
export async function withCallEngine(services: Services, work: (engine: CallEngine) => Promise<void>): Promise<void> {
  const shared = held.get(services.db);
  if (shared) return work(shared);
  const engine = openCallEngine(services);
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
}

export function openAccount(
  services: Pick<Services, 'config' | 'tokenKeys'>,
  { teamId, id, adapter, settings, credentials }: VoiceAccountRow,
): VoiceProvider {
  if (credentials === null) throw new Error(`Voice account ${id} has no credentials.`);
  return openVoiceProvider(adapter, settings, unsealVoiceCredentials(services.tokenKeys, adapter, credentials), {
    eventsUrl: eventsUrlOf(services, { teamId, id, adapter }),
    allowPrivate: services.config.PRIVATE_PROVIDERS,
  });
}
