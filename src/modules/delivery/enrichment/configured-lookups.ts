import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { openHttpLookups } from './http-lookups.ts';
import type { LookupProvider } from './lookup-provider.ts';
import { simulatedLookups } from './simulated-lookups.ts';

type Settings = Pick<Config, 'LOOKUP_PROVIDER' | 'LOOKUP_URL' | 'LOOKUP_KEY'>;

/** A provider keeps connections, so there is one per process. */
const opened = new WeakMap<Settings, LookupProvider>();

/** The configured look-up service. Null when there is none. */
export function lookupProviderOf(config: Settings): LookupProvider | null {
  if (config.LOOKUP_PROVIDER === undefined) return null;
  const known = opened.get(config);
  if (known) return known;
  const provider =
    config.LOOKUP_PROVIDER === 'simulator'
      ? simulatedLookups
      : openHttpLookups({ url: config.LOOKUP_URL!, key: config.LOOKUP_KEY! });
  opened.set(config, provider);
  return provider;
}

/** Throws when no service is configured. */
export function neededLookupProvider(config: Settings): LookupProvider {
  const provider = lookupProviderOf(config);
  if (provider) return provider;
  throw new AppError(
    'CONFLICT',
    'Numbers cannot be looked up: this installation has no look-up provider. Its operator sets LOOKUP_PROVIDER.',
  );
}

/** The note of every look-up that was not real. */
export const SIMULATED = 'Simulated: nobody was asked, and nothing is charged.';
