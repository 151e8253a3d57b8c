import { type Given, valuesOf } from 'sms-providers';
import type { Config } from '../../../config.ts';
import type { Services } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { decryptToken } from '../../../secrets.ts';
import { isLookupProvider, lookupDeclarationOf, openDeclaredLookups } from './declared/declared-lookups.ts';
import { openHttpLookups } from './http-lookups.ts';
import type { LookupProvider } from './lookup-provider.ts';
import { simulatedLookups } from './simulated-lookups.ts';

type Settings = Pick<Config, 'LOOKUP_PROVIDER' | 'LOOKUP_URL' | 'LOOKUP_KEY'>;

/** One per process, as it keeps connections. */
const opened = new WeakMap<Settings, LookupProvider>();

function installationLookups(config: Settings): LookupProvider | null {
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

type Needed = Pick<Services, 'db' | 'config' | 'tokenKeys'>;

/** The team's own provider, else the installation's. Null when there is neither. */
export async function lookupsOf({ db, config, tokenKeys }: Needed, teamId: string): Promise<LookupProvider | null> {
  const own = await db.row<{ name: string; settings: object; credentials: Buffer }>`
    SELECT lookup_provider AS name, lookup_settings AS settings, lookup_credentials AS credentials
    FROM sending_settings WHERE team_id = ${teamId}::uuid AND lookup_provider IS NOT NULL`;
  if (!own) return installationLookups(config);
  const { name, settings, credentials } = own;
  if (!isLookupProvider(name)) return null;
  const secrets = JSON.parse(decryptToken(tokenKeys, credentials)) as Given;
  const values = valuesOf(name === 'custom' ? {} : (settings as Given), secrets);
  return openDeclaredLookups(lookupDeclarationOf(name, settings), values, config.PRIVATE_PROVIDERS);
}

export async function neededLookups(services: Needed, teamId: string): Promise<LookupProvider> {
  const provider = await lookupsOf(services, teamId);
  if (provider) return provider;
  throw new AppError(
    'CONFLICT',
    'Numbers cannot be looked up: neither the team (setNumberLookupProvider) nor this installation (LOOKUP_PROVIDER) has a look-up provider.',
  );
}

/** What the team pays the installation for them. */
export const costOf = (
  { LOOKUP_PRICE }: Pick<Config, 'LOOKUP_PRICE'>,
  { isSimulated, isOwn }: LookupProvider,
  amount: number,
): Prisma.Decimal => new Prisma.Decimal(isSimulated || isOwn ? 0 : LOOKUP_PRICE).times(amount);

export const SIMULATED = 'Simulated: nobody was asked, and nothing is charged.';
