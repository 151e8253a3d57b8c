import { expect, it } from 'vitest';
import type { z } from 'zod';
import { LOOKUP_SHAPES } from '../../../../src/modules/delivery/enrichment/declared/declared-lookups.ts';
import { allProviders } from '../../../../src/modules/delivery/providers/catalogue.ts';
import { CUSTOM_SHAPES } from '../../../../src/modules/delivery/providers/declared/custom.ts';
import { PROVIDERS } from '../../../../src/modules/delivery/providers/settings.ts';
import '../../../../src/modules/delivery/providers/sms-catalogue.ts';
import { VOICE_ADAPTERS } from '../../../../src/modules/voice/providers/settings.ts';
import '../../../../src/modules/voice/providers/voice-catalogue.ts';

/** Secrets that we make, so that nobody enters them. */
const isOurs = (kind: string, name: string, field: string) =>
  kind === 'SMS'
    ? field === 'secret' || field === 'callbackSecret'
    : field === 'webhookSecret' || (field === 'secret' && name === 'http');

type Shapes = Record<string, { settings: z.ZodType; credentials: z.ZodType }>;
const shapes = {
  SMS: { ...PROVIDERS, custom: CUSTOM_SHAPES } as Shapes,
  VOICE: VOICE_ADAPTERS as Shapes,
  LOOKUP: LOOKUP_SHAPES as unknown as Shapes,
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
  const { fields } = allProviders().find(({ kind, name }) => kind === 'SMS' && name === 'smpp')!;
  const shown = fields.map(({ name, type, isSecret, isRequired, options, usual }) =>
    [name, type, isSecret && 'secret', isRequired && 'required', ...options, usual].filter((one) => one !== false),
  );
  expect(shown).toEqual([
    ['systemId', 'TEXT', 'secret', 'required', null],
    ['password', 'TEXT', 'secret', 'required', null],
    ['host', 'TEXT', 'required', null],
    ['port', 'NUMBER', '2775'],
    ['tls', 'BOOLEAN', 'false'],
    ['systemType', 'TEXT', ''],
    ['window', 'NUMBER', '10'],
    ['perSecond', 'NUMBER', null],
    ['responseTimeoutMs', 'NUMBER', '10000'],
    ['enquireLinkSeconds', 'NUMBER', '30'],
    ['longMessages', 'TEXT', 'udh', 'payload', 'udh'],
    ['receiptIds', 'TEXT', 'same', 'decimal', 'same'],
    ['sender', 'TEXT', null],
    ['senderTon', 'NUMBER', null],
    ['senderNpi', 'NUMBER', null],
    ['destinationTon', 'NUMBER', '1'],
    ['destinationNpi', 'NUMBER', '1'],
    ['errorKinds', 'JSON', '{}'],
  ]);
  const custom = allProviders().find(({ kind, name }) => kind === 'SMS' && name === 'custom')!;
  expect(custom.fields.map(({ name, type }) => [name, type])).toEqual([
    ['send', 'JSON'],
    ['answer', 'JSON'],
    ['callbacks', 'JSON'],
    ['check', 'JSON'],
    ['idempotent', 'BOOLEAN'],
    ['batchSize', 'NUMBER'],
    ['maxInFlight', 'NUMBER'],
    ['perSecond', 'NUMBER'],
  ]);
});
