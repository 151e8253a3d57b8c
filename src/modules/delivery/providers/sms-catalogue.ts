import { DECLARATIONS, type Declaration, fieldsOf } from 'sms-providers';
import type { z } from 'zod';
import { addProviders, type ProviderInfo } from './catalogue.ts';
import { PROVIDERS, type ProviderType } from './settings.ts';

const formOf = (name: ProviderType) => {
  const { settings, credentials } = PROVIDERS[name] as unknown as Record<'settings' | 'credentials', z.ZodObject>;
  return [...fieldsOf(credentials, true), ...fieldsOf(settings, false)];
};

const built = (name: ProviderType, label: string, documentation: string, batchSize: number): ProviderInfo => ({
  ...{ name, kind: 'sms', label, fields: formOf(name), documentation, isTried: name === 'simulator' },
  reference: null,
  takesAnyCredentials: name === 'custom',
  voiceCapabilities: null,
  capabilities: {
    ...{ recognizesRepeats: name === 'simulator', batchSize, perSecond: null },
    ...{ reportsSegments: false, reportsPrice: false, canCheck: false, signsCallbacks: name !== 'smpp' },
  },
});

const declared = (name: ProviderType, declaration: Declaration): ProviderInfo => {
  const { label, reference = null, fields, capabilities, callbacks, check } = declaration;
  // In the order of the provider's console.
  const order = [...Object.keys(fields), 'perSecond'];
  const form = formOf(name).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const { idempotent, batchSize, perSecond, reportsSegments, reportsPrice } = capabilities;
  return {
    ...{ name, kind: 'sms', label, fields: form, documentation: `docs/providers/${name}.md`, isTried: false },
    reference,
    takesAnyCredentials: false,
    voiceCapabilities: null,
    capabilities: {
      ...{ recognizesRepeats: idempotent, batchSize, perSecond, reportsSegments, reportsPrice },
      ...{ canCheck: check !== null, signsCallbacks: callbacks.signature.scheme !== 'none' },
    },
  };
};

const OWN = 'docs/sms-providers.md';

addProviders(() => [
  ...Object.entries(DECLARATIONS)
    .map(([name, one]) => declared(name as ProviderType, one))
    .sort((a, b) => a.label.localeCompare(b.label, 'en')),
  built('custom', 'HTTP API that you describe', 'docs/providers/custom.md', 1),
  built('http', 'HTTP service of your own', OWN, 100),
  built('smpp', 'Operator over SMPP 3.4', OWN, 1),
  built('simulator', 'Simulator', OWN, 500),
]);
