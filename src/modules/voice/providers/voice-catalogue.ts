import { fieldsOf } from 'sms-providers';
import type { z } from 'zod';
import { addProviders, type ProviderInfo } from '../../delivery/providers/catalogue.ts';
import { declarationOf } from './declared/declarations.ts';
import { VOICE_ADAPTERS, type VoiceAdapter } from './settings.ts';

const LABELS: Partial<Record<VoiceAdapter, string>> = { http: 'HTTP service of your own', simulator: 'Simulator' };

const infoOf = (name: VoiceAdapter): ProviderInfo => {
  const { settings, credentials } = VOICE_ADAPTERS[name] as unknown as Record<'settings' | 'credentials', z.ZodObject>;
  const declaration = declarationOf(name);
  const {
    label = LABELS[name] ?? name,
    documentation = 'docs/voice-providers.md',
    reference = null,
  } = declaration ?? {};
  const fields = [...fieldsOf(credentials, true), ...fieldsOf(settings, false)];
  return {
    name,
    kind: 'voice',
    label,
    documentation,
    reference,
    fields,
    takesAnyCredentials: false,
    capabilities: null,
    voiceCapabilities: {
      canCheck: declaration?.check !== undefined,
      canEnd: declaration === null || declaration.end !== undefined,
      signsEvents: declaration !== null && !declaration.sendsWebhookSecret,
    },
    isTried: name === 'simulator',
  };
};

addProviders(() => (Object.keys(VOICE_ADAPTERS) as VoiceAdapter[]).map(infoOf));
