import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { isSignedBy, type Signature } from 'sms-providers';
import { describe, expect, it } from 'vitest';

const now = new Date('2026-11-25T12:00:00Z');
const url = 'https://sms.example.com/hooks/sms/team/route?a=1';
const seconds = now.getTime() / 1_000;
const body = '{"a":1}';
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function isSigned(signature: Signature, values: Record<string, string>, headers: Record<string, string>, sent = body) {
  return isSignedBy(signature, { request: { headers, body: sent }, url, values, now });
}

describe('a token', () => {
  const signature: Signature = { scheme: 'jwt', key: 'key', header: 'authorization', payloadHash: 'payload_hash' };
  const hash = '015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862';
  const signed = (claims: object, alg = 'HS256', key = 'key', digest = 'sha256') => {
    const text = `${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}`;
    return isSigned(
      signature,
      { key: 'key' },
      { authorization: `Bearer ${text}.${createHmac(digest, key).update(text).digest('base64url')}` },
    );
  };

  it('is taken for five minutes, with the hash of the body', () => {
    expect(signed({ iat: seconds, payload_hash: hash })).toBe(true);
    expect(signed({ iat: seconds - 300, payload_hash: hash })).toBe(true);
    expect(signed({ iat: seconds - 301, payload_hash: hash })).toBe(false);
    expect(signed({ iat: seconds + 301, payload_hash: hash })).toBe(false);
    expect(signed({ iat: seconds - 3_000, exp: seconds + 3_000, payload_hash: hash })).toBe(false);
    expect(signed({ nbf: seconds, exp: seconds - 301, payload_hash: hash })).toBe(false);
    expect(signed({ payload_hash: hash })).toBe(false);
    expect(signed({ iat: seconds })).toBe(false);
    expect(signed({ iat: seconds, payload_hash: 'other' })).toBe(false);
    expect(signed({ iat: String(seconds), payload_hash: hash })).toBe(false);
  });

  it('chooses no algorithm but an HMAC, and no other key', () => {
    expect(signed({ iat: seconds, payload_hash: hash }, 'HS512', 'key', 'sha512')).toBe(true);
    for (const alg of ['none', 'RS256', 'hs256', '__proto__', 'toString']) {
      expect([alg, signed({ iat: seconds, payload_hash: hash }, alg)]).toEqual([alg, false]);
    }
    expect(signed({ iat: seconds, payload_hash: hash }, 'HS256', 'other')).toBe(false);
    const unsigned = `${encoded({ alg: 'none' })}.${encoded({ iat: seconds, payload_hash: hash })}.`;
    for (const authorization of [unsigned, `Bearer ${unsigned}`, 'Bearer a.b.c', 'Bearer', '']) {
      expect(isSigned(signature, { key: 'key' }, { authorization })).toBe(false);
    }
  });
});

it('an Ed25519 signature is taken for five minutes', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const signature: Signature = {
    scheme: 'ed25519',
    key: 'key',
    header: 's',
    timestamp: 't',
    content: '{timestamp}|{body}',
  };
  const signed = (time: number, text = `${time}|${body}`) => ({
    t: String(time),
    s: sign(null, Buffer.from(text), privateKey).toString('base64'),
  });
  expect(isSigned(signature, { key }, signed(seconds))).toBe(true);
  expect(isSigned(signature, { key }, signed(seconds - 301))).toBe(false);
  expect(isSigned(signature, { key }, signed(seconds + 300))).toBe(true);
  expect(isSigned(signature, { key }, signed(seconds + 301))).toBe(false);
  for (const missing of ['t', 's']) {
    expect([missing, isSigned(signature, { key }, { ...signed(seconds), [missing]: '' })]).toEqual([missing, false]);
  }
  expect(isSigned(signature, { key }, {})).toBe(false);
  expect(isSigned(signature, { key }, signed(seconds, body))).toBe(false);
  expect(isSigned(signature, { key }, signed(seconds), '{"a":2}')).toBe(false);
  expect(isSigned(signature, { key: 'AAAA' }, signed(seconds))).toBe(false);
});

describe('Plivo', () => {
  const signature: Signature = { scheme: 'plivo_v3', key: 'key' };
  const form = 'To=2&From=1&Media=b&Media=a&Empty=';
  const text = 'https://sms.example.com/hooks/sms/team/route?a=1.EmptyFrom1MediaaMediabTo2';
  const signed = (nonce: string) => createHmac('sha256', 'token').update(`${text}.${nonce}`).digest('base64');
  const isPlivos = (given: string, nonce = '5', sent = form) =>
    isSigned(
      signature,
      { key: 'token' },
      {
        'content-type': 'application/x-www-form-urlencoded',
        ...{ 'x-plivo-signature-v3': given, 'x-plivo-signature-v3-nonce': nonce },
      },
      sent,
    );

  it('signs the sorted values of a form, lists too, and sends a signature for each of its tokens', () => {
    expect(isPlivos(signed('5'))).toBe(true);
    expect(isPlivos(signed('5'), '5', 'Media=a&Media=b&Empty=&From=1&To=2')).toBe(true);
    expect(isPlivos(`of+another/token=, ${signed('5')}`)).toBe(true);
    expect(isPlivos(`of+another/token=,${signed('6')}`)).toBe(false);
    expect(isPlivos(signed('5'), '5', `${form}&Media=c`)).toBe(false);
    expect(isPlivos(signed('5'), '6')).toBe(false);
  });

  it('is refused without a nonce or a signature', () => {
    expect(isPlivos(signed(''), '')).toBe(false);
    expect(isPlivos('')).toBe(false);
    expect(isPlivos(',')).toBe(false);
  });
});

describe('Plivo’s messages', () => {
  const signature: Signature = { scheme: 'plivo', key: 'key' };
  const signed = (text: string) => createHmac('sha256', 'token').update(text).digest('base64');
  const v2 = signed('https://sms.example.com/hooks/sms/team/route05429567804466091622');
  const isPlivos = (headers: Record<string, string>) =>
    isSigned(signature, { key: 'token' }, { 'x-plivo-signature-v2-nonce': '05429567804466091622', ...headers });

  it('are signed by the address without its query and the nonce, by the token of the account or of the main one', () => {
    expect(v2).toBe('vg1GfuejgsFqJu60TSNUuS13XSRVbu2iak0o0uFXpI8=');
    expect(isPlivos({ 'x-plivo-signature-v2': v2 })).toBe(true);
    expect(isPlivos({ 'x-plivo-signature-v2': signed('other'), 'x-plivo-signature-ma-v2': v2 })).toBe(true);
    expect(isPlivos({ 'x-plivo-signature-v2': v2, 'x-plivo-signature-v2-nonce': '05429567804466091623' })).toBe(false);
    expect(isPlivos({ 'x-plivo-signature-v2': signed('other') })).toBe(false);
    expect(isPlivos({})).toBe(false);
    const withoutNonce = signed('https://sms.example.com/hooks/sms/team/route');
    expect(isPlivos({ 'x-plivo-signature-v2': withoutNonce, 'x-plivo-signature-v2-nonce': '' })).toBe(false);
    expect(isPlivos({ 'x-plivo-signature-v2': v2, 'x-plivo-signature-v3': v2 })).toBe(false);
  });
});

describe('an HMAC', () => {
  const key = '0123456789abcdef';
  const signature = { scheme: 'hmac', key: 'key', algorithm: 'sha256', header: 's', content: '{body}' } as const;
  const hmac = (of: Buffer | string = key) => createHmac('sha256', of).update(body);

  it('is written as the declaration says, with its prefix', () => {
    const hex: Signature = { ...signature, encoding: 'hex', prefix: 'sha256=' };
    expect(isSigned(hex, { key }, { s: `sha256=${hmac().digest('hex')}` })).toBe(true);
    expect(isSigned(hex, { key }, { s: hmac().digest('hex') })).toBe(false);
    expect(isSigned(hex, { key }, { s: `sha256=${hmac().digest('base64')}` })).toBe(false);
    expect(isSigned(hex, { key }, { s: 'sha256=' })).toBe(false);
    const base64: Signature = { ...signature, encoding: 'base64', keyEncoding: 'hex' };
    expect(isSigned(base64, { key }, { s: hmac(Buffer.from(key, 'hex')).digest('base64') })).toBe(true);
    expect(isSigned(base64, { key }, { s: hmac().digest('base64') })).toBe(false);
  });

  it('is refused with a key that is empty or too short', () => {
    for (const [short, keyEncoding] of [
      ['', 'utf8'],
      ['1234567', 'utf8'],
      ['not hex!', 'hex'],
    ] as const) {
      const weak: Signature = { ...signature, encoding: 'hex', keyEncoding };
      expect(isSigned(weak, { key: short }, { s: hmac(Buffer.from(short, keyEncoding)).digest('hex') })).toBe(false);
    }
  });
});

it('a secret in a header or for Basic authentication is the whole secret', () => {
  const header: Signature = { scheme: 'header', key: 'key', header: 'x-secret', prefix: 'Key ' };
  expect(isSigned(header, { key: 'abc' }, { 'x-secret': 'Key abc' })).toBe(true);
  for (const given of ['abc', 'Key ab', 'Key abcd', 'Key ', '']) {
    expect([given, isSigned(header, { key: 'abc' }, { 'x-secret': given })]).toEqual([given, false]);
  }
  const basic: Signature = { scheme: 'basic', username: 'user', key: 'key' };
  const values = { user: 'u', key: 'p' };
  expect(isSigned(basic, values, { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` })).toBe(true);
  expect(isSigned(basic, values, { authorization: `Basic ${Buffer.from('u:q').toString('base64')}` })).toBe(false);
  expect(isSigned(basic, values, {})).toBe(false);
});

it('nothing is signed without a scheme', () => {
  expect(isSigned({ scheme: 'none' }, {}, {})).toBe(false);
});

it.each([
  ['twilio', 'x-twilio-signature'],
  ['plivo_v3', 'x-plivo-signature-v3'],
] as const)('%s: a form that nobody signed is refused however many names it has', (scheme, header) => {
  const names = Array.from({ length: 200_000 }, (_, at) => `${at.toString(36)}=`).join('&');
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const headers = { ...type, [header]: 'AAAA', 'x-plivo-signature-v3-nonce': '1' };
  expect(isSigned({ scheme, key: 'key' }, { key: 'key' }, headers, names)).toBe(false);
});
