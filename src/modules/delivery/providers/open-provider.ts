import {
  type AnyDeclaredName,
  declaredOf,
  type Given,
  isDeclared,
  openDeclared,
  openHttpProvider,
  openSmppProvider,
  type SmsProvider,
} from 'sms-providers';
import { type Credentials, PROVIDERS, type ProviderType, type Settings } from './settings.ts';
import { openSimulator, type SimulatorEnvironment } from './simulator.ts';

type Open<Type extends ProviderType> = (
  settings: Settings<Type>,
  credentials: Credentials<Type>,
  environment: SimulatorEnvironment,
) => SmsProvider;

const OPEN: { [Type in Exclude<ProviderType, AnyDeclaredName>]: Open<Type> } = {
  simulator: openSimulator,
  http: openHttpProvider,
  smpp: openSmppProvider,
};

/** One per route and process, as it keeps connections. `settings` are stored ones, with defaults. */
export function openProvider<Type extends ProviderType>(
  type: Type,
  settings: unknown,
  credentials: Credentials<Type>,
  environment: SimulatorEnvironment,
): SmsProvider {
  const parsed = PROVIDERS[type].settings.parse(settings) as Settings<Type>;
  if (isDeclared(type)) return openDeclared(declaredOf(type, parsed as Given, credentials as Given), environment);
  return (OPEN as unknown as Record<string, Open<Type>>)[type]!(parsed, credentials, environment);
}
