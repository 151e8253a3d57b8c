import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { openHttpLookups } from './http-lookups.ts';
import type { LookupProvider } from './lookup-provider.ts';
import { simulatedLookups } from './simulated-lookups.ts';

type Settings = Pick<Config, 'LOOKUP_PROVIDER' | 'LOOKUP_URL' | 'LOOKUP_KEY'>;

/** One per process, as it keeps connections. */
const opened = new WeakMap<Settings, LookupProvider>();

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

export function neededLookupProvider(config: Settings): LookupProvider {
  const provider = lookupProviderOf(config);
  if (provider) return provider;
  throw new AppError(
    'CONFLICT',
    'Numbers cannot be looked up: this installation has no look-up provider. Its operator sets LOOKUP_PROVIDER.',
  );
}

export const SIMULATED = 'Simulated: nobody was asked, and nothing is charged.';
