import type { VoiceAdapter } from '../../../generated/prisma/client.ts';
import { openHttpVoiceProvider } from './http-voice-provider.ts';
import { VOICE_ADAPTERS, type VoiceCredentials, type VoiceSettings } from './settings.ts';
import type { VoiceEnvironment, VoiceProvider } from './voice-provider.ts';
import { openVoiceSimulator } from './voice-simulator.ts';

type Open<Type extends VoiceAdapter> = (
  settings: VoiceSettings<Type>,
  credentials: VoiceCredentials<Type>,
  environment: VoiceEnvironment,
) => VoiceProvider;

const OPEN: { [Type in VoiceAdapter]: Open<Type> } = {
  simulator: openVoiceSimulator,
  http: openHttpVoiceProvider,
};

/** One per account and process. `settings` are stored ones, with defaults. */
export function openVoiceProvider<Type extends VoiceAdapter>(
  type: Type,
  settings: unknown,
  credentials: VoiceCredentials<Type>,
  environment: VoiceEnvironment,
): VoiceProvider {
  const read = VOICE_ADAPTERS[type].settings.parse(settings) as VoiceSettings<Type>;
  return OPEN[type](read, credentials, environment);
}
