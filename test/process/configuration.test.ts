import { readFileSync } from 'node:fs';
import pino from 'pino';
import { expect, test } from 'vitest';
import { environment, readConfig } from '../../src/config.ts';
import { callbackUrlOf } from '../../src/modules/delivery/engine/open-providers.ts';
import { warnWithoutPublicUrl } from '../../src/process/public-url.ts';

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
  expect(() => readConfig({ ...replica, SMPP_TLS_PORT: '3550' })).toThrow(
    'SMPP_TLS_PORT: sellers cannot submit to a READ_ONLY server',
  );
  expect(readConfig({}).SMPP_PORT).toBeUndefined();
});

test('SMPP over TLS needs a certificate and its key', () => {
  expect(() => readConfig({ SMPP_TLS_PORT: '3550' })).toThrow(
    'SMPP_TLS_CERT: SMPP_TLS_PORT needs it\nSMPP_TLS_KEY: SMPP_TLS_PORT needs it',
  );
  const files = { SMPP_TLS_CERT: '/etc/tls/tls.crt', SMPP_TLS_KEY: '/etc/tls/tls.key' };
  expect(readConfig({ SMPP_TLS_PORT: '3550', ...files })).toMatchObject({ SMPP_TLS_PORT: 3550, ...files });
});

test('proxies that are trusted are addresses and ranges', () => {
  expect(readConfig({}).SMPP_TRUSTED_PROXIES).toEqual([]);
  const given = '10.0.0.0/8, 192.0.2.1 2001:db8::/32';
  expect(readConfig({ SMPP_TRUSTED_PROXIES: given }).SMPP_TRUSTED_PROXIES).toEqual([
    '10.0.0.0/8',
    '192.0.2.1',
    '2001:db8::/32',
  ]);
  for (const wrong of ['balancer.example', '10.0.0.0/33', '10.0.0'])
    expect(() => readConfig({ SMPP_TRUSTED_PROXIES: wrong })).toThrow(
      'SMPP_TRUSTED_PROXIES: each must be an IP address or a CIDR range',
    );
});

test('messages are kept for as long as one may still be due', () => {
  expect(readConfig({}).MESSAGE_DAYS).toBe(0);
  expect(readConfig({ MESSAGE_DAYS: '15' }).MESSAGE_DAYS).toBe(15);
  for (const wrong of ['1', '14'])
    expect(() => readConfig({ MESSAGE_DAYS: wrong })).toThrow('MESSAGE_DAYS: must be 0 or at least 15');
});

test('a slash at the end of PUBLIC_URL is not in the addresses that providers report to', () => {
  const config = readConfig({ PUBLIC_URL: 'https://sms.example.com/' });
  expect(callbackUrlOf({ config }, { teamId: 'team', id: 'route' })).toBe(
    'https://sms.example.com/hooks/sms/team/route',
  );
});

test.each(['sms.example.com:8443', 'localhost:4000', 'ftp://sms.example.com'])('PUBLIC_URL=%s leads nowhere', (url) => {
  expect(() => readConfig({ PUBLIC_URL: url })).toThrow('PUBLIC_URL: must begin with http:// or https://');
});

test.each(['https://sms.example.com/?team=1', 'https://sms.example.com/#top', 'https://sms.example.com?'])(
  'PUBLIC_URL=%s is no beginning of an address',
  (url) => {
    expect(() => readConfig({ PUBLIC_URL: url })).toThrow('PUBLIC_URL: must have no query and no fragment');
  },
);

test('metrics have a port that there is', () => {
  expect(readConfig({ METRICS: '[::]:9464' }).METRICS).toBe('[::]:9464');
  for (const wrong of ['65536', '0.0.0.0:99999', 'all'])
    expect(() => readConfig({ METRICS: wrong })).toThrow('METRICS: must be a port, or an address and a port');
});

test('a process that sends without PUBLIC_URL says so', () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) });
  warnWithoutPublicUrl(logger, readConfig({ PUBLIC_URL: 'https://sms.example.com' }));
  warnWithoutPublicUrl(logger, readConfig({ WORKER: 'off' }));
  expect(lines).toEqual([]);
  warnWithoutPublicUrl(logger, readConfig({}));
  expect(lines).toEqual(['PUBLIC_URL is not set: links in messages and callback addresses lead to this machine']);
});
