import { createSigningSecret } from 'outgoing-requests';
import type { OutgoingSms, SmsProvider } from 'sms-providers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openProvider } from '../../../../src/modules/delivery/providers/open-provider.ts';
import {
  readCredentials,
  readSettings,
  type Settings,
  sealCredentials,
  unsealCredentials,
} from '../../../../src/modules/delivery/providers/settings.ts';
import { fateOf } from '../../../../src/modules/delivery/providers/simulator.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { startService } from './webhook-service.ts';

const secret = createSigningSecret();
const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanUp.splice(0)) await close();
});

const settingsOf = (given: object): Settings<'simulator'> => readSettings('simulator', given).value!;

function simulator(settings: object, callbackUrl: string, clicksTo: string | null): SmsProvider {
  const environment = {
    callbackUrl,
    clicksTo,
    allowPrivate: false,
    receive: async () => undefined,
    failed: () => undefined,
  };
  const provider = openProvider('simulator', settings, { secret }, environment);
  cleanUp.push(() => provider.close());
  return provider;
}

const messages: OutgoingSms[] = Array.from({ length: 400 }, (_, at) => ({
  ...{ id: `m${at}`, to: String(491700000000 + at), from: '12345' },
  text: `See https://go.example/c${at}?a=1 now`,
}));

describe('the simulator', () => {
  test('reports over HTTP exactly what follows from its seed', async () => {
    const service = await startService();
    cleanUp.push(service.close);
    const settings = {
      rejected: 0.1,
      failed: 0.2,
      clicked: 0.3,
      stopped: 0.1,
      bots: 0.5,
      delayMs: 300,
      seed: 's',
      replied: 0.2,
    };
    const provider = simulator(settings, `${service.url}/callback`, service.url);
    const results = await provider.send(messages);

    const fates = messages.map(({ id }) => fateOf(settingsOf(settings), id));
    const having = (is: (fate: (typeof fates)[number]) => boolean) => messages.filter((_, at) => is(fates[at]!));
    expect(results.flatMap((result, at) => (result.status === 'rejected' ? messages[at]! : []))).toEqual(
      having((fate) => fate.rejected),
    );

    const reports = () => service.seen.filter(({ path }) => path === '/callback');
    const clicks = () => service.seen.filter(({ path }) => path !== '/callback');
    const inbound = () => {
      const requests = reports();
      expect(requests.every((request) => provider.verify(request))).toBe(true);
      return requests.map((request) => provider.parse(request));
    };
    await vi.waitFor(() => {
      expect(inbound().flatMap(({ receipts }) => receipts)).toHaveLength(having((fate) => !fate.rejected).length);
      expect(clicks()).toHaveLength(having((fate) => fate.click !== null).length);
      expect(inbound().flatMap(({ replies }) => replies)).toHaveLength(
        having((fate) => fate.stops || fate.says !== null).length,
      );
    }, PATIENCE);
    const delivered = inbound()
      .flatMap(({ receipts }) => receipts)
      .filter(({ status }) => status === 'delivered');
    expect(delivered.map(({ messageId }) => messageId).sort()).toEqual(
      having((fate) => fate.delivered)
        .map(({ id }) => id)
        .sort(),
    );
    expect(clicks().every(({ path }) => /^\/c\d+\?a=1$/.test(path))).toBe(true);
    const machines = clicks().filter(({ headers }) => headers['user-agent']!.includes('facebookexternalhit'));
    expect(machines).toHaveLength(having((fate) => fate.click === 'machine').length);
    expect(inbound().flatMap(({ replies }) => replies.map(({ from, text }) => `${from} ${text}`))).toEqual(
      expect.arrayContaining(having((fate) => fate.stops).map(({ to }) => `${to} STOP`)),
    );
    const said = having((fate) => fate.says !== null);
    expect(said.length).toBeGreaterThan(20);
    expect(having((fate) => fate.stops && fate.says !== null)).toEqual([]);
  });

  test('has the shares that it is given, and another seed means others', () => {
    const share = (settings: Settings<'simulator'>) =>
      Array.from({ length: 20_000 }, (_, at) => fateOf(settings, `m${at}`)).filter(({ rejected }) => rejected).length /
      20_000;
    expect(share(settingsOf({ rejected: 0.25 }))).toBeCloseTo(0.25, 1);
    expect(share(settingsOf({ rejected: 0 }))).toBe(0);
    expect(share(settingsOf({ rejected: 1 }))).toBe(1);
    const fates = (seed: string) => messages.map(({ id }) => fateOf(settingsOf({ seed }), id));
    expect(fates('one')).toEqual(fates('one'));
    expect(fates('one')).not.toEqual(fates('two'));
  });

  test('reports nothing of silent messages, and of the others what it always did', async () => {
    const service = await startService();
    cleanUp.push(service.close);
    const settings = { rejected: 0, clicked: 0, stopped: 0, delayMs: 0, silent: 0.5 };
    const provider = simulator(settings, service.url, null);
    const results = await provider.send(messages);
    expect(results.map(({ status }) => status)).toEqual(messages.map(() => 'accepted'));
    const speaks = ({ id }: OutgoingSms) => !fateOf(settingsOf(settings), id).silent;
    const reported = () => service.seen.flatMap((request) => provider.parse(request).receipts);
    await vi.waitFor(() => expect(reported().length).toBeGreaterThan(0), PATIENCE);
    expect(reported().map(({ messageId }) => messageId)).toEqual(messages.filter(speaks).map(({ id }) => id));
    for (const { id } of messages) {
      const { silent: _, ...fate } = fateOf(settingsOf({ silent: 1 }), id);
      expect(fateOf(settingsOf({}), id)).toEqual({ silent: false, ...fate });
    }
  });

  test('reports again what was not taken', async () => {
    let down = true;
    const service = await startService((_seen, response) => {
      response.writeHead(down ? 503 : 200).end();
      down = false;
    });
    cleanUp.push(service.close);
    await simulator({ rejected: 0, clicked: 0, stopped: 0, delayMs: 0 }, service.url, null).send(messages.slice(0, 1));
    await vi.waitFor(() => expect(service.seen).toHaveLength(2), PATIENCE);
    expect(service.seen[1]!.body).toBe(service.seen[0]!.body);
  });
});

describe('settings of a provider', () => {
  test('get their defaults and are refused with a reason for each field', () => {
    expect(readSettings('http', { url: 'https://sms.example/send' }).value).toEqual({
      url: 'https://sms.example/send',
      ...{ timeoutMs: 10_000, batchSize: 100, maxInFlight: 4, perSecond: null, idempotent: false, sender: null },
    });
    expect(
      readSettings('http', { url: 'ftp://sms.example', timeoutMs: 5, perSecond: 0, maxInFlight: 51, more: 1 }).errors,
    ).toEqual({
      'settings.url': ['The settings.url field format is invalid.'],
      'settings.timeoutMs': ['The settings.timeout ms field must be at least 1000.'],
      'settings.perSecond': ['The settings.per second field must be at least 1.'],
      'settings.maxInFlight': ['The settings.max in flight field must not be greater than 50.'],
      'settings.more': ['The selected settings.more is invalid.'],
    });
    expect(readSettings('http', { url: 'https://user:pass@sms.example' }).errors).toEqual({
      'settings.url': ['The settings.url field format is invalid.'],
    });
    expect(readSettings('smpp', { port: '2775', longMessages: 'both' }).errors).toEqual({
      'settings.host': ['The settings.host field is required.'],
      'settings.port': ['The settings.port field format is invalid.'],
      'settings.longMessages': ['The selected settings.long messages is invalid.'],
    });
    expect(readCredentials('smpp', { systemId: '', password: 'too long a one' }).errors).toEqual({
      'credentials.systemId': ['The credentials.system id field is required.'],
      'credentials.password': ['The credentials.password field must not be greater than 8 characters.'],
    });
    expect(readSettings('simulator', null).errors).toEqual({ settings: ['The settings field format is invalid.'] });
  });

  test('do not hold credentials, which are sealed', () => {
    const keys = [Buffer.alloc(32, 1)] as const;
    const sealed = sealCredentials(keys, { systemId: 'acme', password: 'secret' });
    expect(Buffer.from(sealed).includes('secret')).toBe(false);
    expect(unsealCredentials(keys, 'smpp', sealed)).toEqual({ systemId: 'acme', password: 'secret' });
    expect(readCredentials('http', { secret: createSigningSecret() }).errors).toBeNull();
    expect(readCredentials('http', { secret: 'short' }).errors).toEqual({
      'credentials.secret': ['The credentials.secret field format is invalid.'],
    });
  });
});
