import { CUSTOM_SHAPES } from 'sms-providers';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { LOOKUP_SHAPES } from '../../../../src/modules/delivery/enrichment/declared/declared-lookups.ts';
import { allProviders } from '../../../../src/modules/delivery/providers/catalogue.ts';
import { PROVIDERS } from '../../../../src/modules/delivery/providers/settings.ts';
import '../../../../src/modules/delivery/providers/sms-catalogue.ts';
import { VOICE_ADAPTERS } from '../../../../src/modules/voice/providers/settings.ts';
import '../../../../src/modules/voice/providers/voice-catalogue.ts';

/** Secrets that we make, so that nobody enters them. */
const isOurs = (kind: string, name: string, field: string) =>
  kind === 'sms'
    ? field === 'secret' || field === 'callbackSecret'
    : field === 'webhookSecret' || (field === 'secret' && name === 'http');

type Shapes = Record<string, { settings: z.ZodType; credentials: z.ZodType }>;
const shapes = {
  sms: { ...PROVIDERS, custom: CUSTOM_SHAPES } as Shapes,
  voice: VOICE_ADAPTERS as Shapes,
  lookup: LOOKUP_SHAPES as unknown as Shapes,
};

it.each(allProviders().map(({ kind, name }) => [kind, name] as const))(
  'a form for %s %s has everything that is read, with a hint',
  (kind, name) => {
    const { fields } = allProviders().find((one) => one.name === name && one.kind === kind)!;
    const { settings, credentials } = shapes[kind][name]! as unknown as Record<'settings' | 'credentials', z.ZodObject>;
    const read = [settings, credentials].flatMap(({ shape }) => Object.keys(shape ?? {}));
    expect(fields.map((one) => one.name).sort()).toEqual(read.filter((one) => !isOurs(kind, name, one)).sort());
    expect(fields.filter(({ label, hint }) => label === '' || hint === '')).toEqual([]);
  },
);

it('a form says what is asked for, what may be given, and what is meant without it', () => {
  const { fields } = allProviders().find(({ kind, name }) => kind === 'sms' && name === 'smpp')!;
  const shown = fields.map(({ name, type, isSecret, isRequired, options, usual }) =>
    [name, type, isSecret && 'secret', isRequired && 'required', ...options, usual].filter((one) => one !== false),
  );
  expect(shown).toEqual([
    ['systemId', 'text', 'secret', 'required', null],
    ['password', 'text', 'secret', 'required', null],
    ['host', 'text', 'required', null],
    ['port', 'number', '2775'],
    ['tls', 'boolean', 'false'],
    ['systemType', 'text', ''],
    ['window', 'number', '10'],
    ['perSecond', 'number', null],
    ['responseTimeoutMs', 'number', '10000'],
    ['enquireLinkSeconds', 'number', '30'],
    ['longMessages', 'text', 'udh', 'payload', 'udh'],
    ['receiptIds', 'text', 'same', 'decimal', 'same'],
    ['sender', 'text', null],
    ['senderTon', 'number', null],
    ['senderNpi', 'number', null],
    ['destinationTon', 'number', '1'],
    ['destinationNpi', 'number', '1'],
    ['errorKinds', 'map', 'permanent', 'retryable', 'throttled', 'blocked', 'opted_out', 'balance', '{}'],
  ]);
  const custom = allProviders().find(({ kind, name }) => kind === 'sms' && name === 'custom')!;
  expect(custom.fields.map(({ name, type }) => [name, type])).toEqual([
    ['send', 'json'],
    ['answer', 'json'],
    ['callbacks', 'json'],
    ['check', 'json'],
    ['idempotent', 'boolean'],
    ['batchSize', 'number'],
    ['maxInFlight', 'number'],
    ['perSecond', 'number'],
  ]);
});
