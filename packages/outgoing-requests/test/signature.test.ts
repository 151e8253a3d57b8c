import { createSigningSecret, isSigned, signed } from 'outgoing-requests';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

const secret = createSigningSecret();
const body = '{"text":"Zoë"}';

test('what was signed is verified, for five minutes, and nothing else', () => {
  const headers = signed(secret, 'msg_1', body);
  expect(isSigned(secret, { headers, body })).toBe(true);
  expect(isSigned(secret, { headers, body: `${body} ` })).toBe(false);
  expect(isSigned(createSigningSecret(), { headers, body })).toBe(false);
  expect(isSigned(secret, { headers: {}, body })).toBe(false);
  const then = Math.floor(Date.now() / 1_000) - 301;
  const late = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(then),
    'webhook-signature': new Webhook(secret).sign('msg_1', new Date(then * 1_000), body),
  };
  expect(isSigned(secret, { headers: late, body })).toBe(false);
});

test('while a secret is rotated, either verifies', () => {
  const next = createSigningSecret();
  const headers = signed([secret, next], 'msg_1', body);
  expect([isSigned(secret, { headers, body }), isSigned(next, { headers, body })]).toEqual([true, true]);
});

test('a body that is no UTF-8 is verified by its bytes', () => {
  const headers = signed(secret, 'msg_1', 'Zoe');
  expect(isSigned(secret, { headers, body: 'Zo\ufffd', bytes: Buffer.from('Zoe') })).toBe(true);
  expect(isSigned(secret, { headers, body: 'Zoe', bytes: Buffer.from('Zo\xeb', 'latin1') })).toBe(false);
});
