import { expect, it } from 'vitest';
import type { z } from 'zod';
import { allProviders } from '../../../../src/modules/delivery/providers/catalogue.ts';
import { CUSTOM_SHAPES } from '../../../../src/modules/delivery/providers/declared/custom.ts';
import { PROVIDERS } from '../../../../src/modules/delivery/providers/settings.ts';
import '../../../../src/modules/delivery/providers/sms-catalogue.ts';

it.each(['http', 'smpp', 'simulator', 'custom'] as const)(
  'a form for %s has every setting, with its default',
  (name) => {
    const { fields } = allProviders().find((one) => one.name === name && one.kind === 'SMS')!;
    const { settings, credentials } = name === 'custom' ? CUSTOM_SHAPES : PROVIDERS[name];
    const named = (isSecret: boolean) => fields.filter((one) => one.isSecret === isSecret).map((one) => one.name);
    expect(named(false).sort()).toEqual(Object.keys(settings.shape).sort());
    // We make these ourselves.
    expect(named(true).sort()).toEqual(
      Object.keys(credentials.shape)
        .filter((one) => one !== 'secret' && one !== 'callbackSecret')
        .sort(),
    );
    for (const field of fields.filter((one) => !one.isSecret)) {
      const shape = (settings.shape as unknown as Record<string, z.ZodType>)[field.name]!;
      const usual = shape.safeParse(undefined);
      const text = typeof usual.data === 'object' ? JSON.stringify(usual.data) : String(usual.data);
      expect([field.name, field.isRequired, field.usual ?? 'null']).toEqual([
        ...[field.name, !usual.success, usual.success ? text : 'null'],
      ]);
    }
  },
);
