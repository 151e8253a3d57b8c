import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { environment, readConfig } from '../../src/config.ts';

test('docs/configuration.md lists exactly the settings that there are', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
  );
  expect(listed.sort()).toEqual(Object.keys(environment.shape).sort());
});

test('sellers cannot connect to a server that writes nothing', () => {
  const replica = { READ_ONLY: 'on', DATABASE_URL: 'postgres://localhost/outbound' };
  expect(() => readConfig({ ...replica, SMPP_PORT: '2775' })).toThrow(
    'SMPP_PORT: sellers cannot submit to a READ_ONLY server',
  );
  expect(() => readConfig({ SMPP_PORT: '70000' })).toThrow('SMPP_PORT');
  expect(readConfig({ SMPP_PORT: '2775' })).toMatchObject({ SMPP_HOST: '127.0.0.1', SMPP_PORT: 2775 });
  expect(readConfig({}).SMPP_PORT).toBeUndefined();
});
