import { declarationOf } from './declared/declarations.ts';
import { openDeclaredProvider } from './declared-provider.ts';
import { openHttpVoiceProvider } from './http-voice-provider.ts';
import { VOICE_ADAPTERS, type VoiceAdapter, type VoiceCredentials } from './settings.ts';
import type { VoiceEnvironment, VoiceProvider } from './voice-provider.ts';
import { openVoiceSimulator } from './voice-simulator.ts';

/** One per account and process. `settings` are stored ones, with defaults. */
export function openVoiceProvider<Type extends VoiceAdapter>(
  type: Type,
  settings: unknown,
  credentials: VoiceCredentials<Type>,
  environment: VoiceEnvironment,
): VoiceProvider {
  const read = VOICE_ADAPTERS[type].settings.parse(settings);
  const declaration = declarationOf(type);
  if (declaration) {
    return openDeclaredProvider(type, declaration, { settings: read as never, credentials }, environment);
  }
  return type === 'simulator'
    ? openVoiceSimulator(read as never, credentials as never, environment)
    : openHttpVoiceProvider(read as never, credentials as never, environment);
}
