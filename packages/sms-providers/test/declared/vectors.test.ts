import {
  checkedOf,
  confirmationOf,
  DECLARATIONS,
  DECLARED_SHAPES,
  declaredOf,
  type Given,
  type InboundRequest,
  isSignedBy,
  readCallbacks,
  resultsOf,
  type Signature,
  sendRequest,
} from 'sms-providers';
import { describe, expect, it } from 'vitest';
import { sigV4 } from '../sig-v4.ts';
import { ALL_VECTORS } from './all-vectors.ts';
import { CALLBACK, inboundOf, MESSAGE, type Vectors } from './vectors.ts';

function declared({ name, settings, credentials }: Vectors, more: { settings?: Given; credentials?: Given } = {}) {
  const shapes = DECLARED_SHAPES[name];
  return declaredOf(
    name,
    shapes.settings.parse({ ...settings, ...more.settings }),
    shapes.credentials.parse({ ...credentials, ...more.credentials }),
  );
}

it('every provider that can be chosen has vectors', () => {
  const chosen = Object.entries(DECLARATIONS).flatMap(([name, declaration]) => (declaration ? [name] : []));
  expect(ALL_VECTORS.map(({ name }) => name).sort()).toEqual(chosen.sort());
});

describe.each(ALL_VECTORS.map((vectors) => [vectors.name, vectors] as const))('%s', (name, vectors) => {
  const declaration = DECLARATIONS[name]!;

  it.each(vectors.requests.map((one) => [one.it, one] as const))('is asked: %s', (_it, one) => {
    const { values } = declared(vectors, one);
    const rendered = sendRequest(declaration, values, CALLBACK, one.messages);
    const { body, headers, ...request } = rendered;
    const isText = typeof one.is.body === 'string' || body === null;
    const { 'x-amz-date': date, host: _host, authorization, ...others } = headers;
    if (date) {
      const key: [string, string] = [values.accessKeyId!, values.secretAccessKey!];
      expect(authorization).toBe(sigV4(rendered, 'us-west-2', 'sms-voice', key));
    }
    expect({
      ...{ ...request, headers: date ? others : headers },
      body: isText ? body : JSON.parse(body!),
    }).toEqual(one.is);
  });

  it.each(vectors.answers.map((one) => [one.it, one] as const))('answers: %s', (_it, one) => {
    const body = typeof one.body === 'string' ? one.body : JSON.stringify(one.body);
    const posted = { status: one.status, body, retryAfter: one.retryAfter ?? null };
    expect(resultsOf(declaration.answer, one.messages ?? [MESSAGE], posted)).toEqual([one.is].flat());
  });

  it.each(vectors.callbacks.map((one) => [one.it, one] as const))('reports: %s', (_it, one) => {
    const now = new Date('2026-11-25T12:00:00Z');
    const read = readCallbacks(declaration, inboundOf(one.request), now);
    expect(read).toMatchObject({ receipts: one.receipts ?? [], replies: one.replies ?? [] });
    expect(read.receipts.map(({ isOptOut = false }) => isOptOut)).toEqual(
      (one.receipts ?? []).map(({ isOptOut = false }) => isOptOut),
    );
    expect(read.notTaken ?? []).toEqual([]);
    const usual = declaration.callbacks.answer ?? { status: 200, type: 'application/json', body: '{"status":"ok"}' };
    expect(read.answer).toEqual(one.answer ?? usual);
    expect(confirmationOf(declaration.callbacks, inboundOf(one.request))).toBe(one.confirms ?? null);
  });

  it.runIf(vectors.signatures.length > 0).each(vectors.signatures.map((one) => [one.it, one] as const))(
    'signs: %s',
    (_it, { url, values, now = '2026-11-25T12:00:00Z', request: given }) => {
      const { signature } = declaration.callbacks;
      const request = inboundOf(given);
      const at = new Date(now);
      const verifies = (changed: Partial<{ request: InboundRequest; url: string; values: typeof values; now: Date }>) =>
        isSignedBy(signature, { request, url, values, now: at, ...changed });
      expect(verifies({})).toBe(true);
      for (const [key, value] of Object.entries(values)) {
        expect([key, verifies({ values: { ...values, [key]: flipped(value) } })]).toEqual([key, false]);
      }
      const { hasUrl, hasBody } = signedParts(signature);
      expect(verifies({ url: `${url.slice(0, -1)}${flipped(url.at(-1)!)}` })).toBe(!hasUrl);
      const body = flipped(request.body);
      if (request.body !== '' && hasBody) expect(verifies({ request: { ...request, body } })).toBe(false);
      for (const [header, value] of Object.entries(given.headers ?? {})) {
        if (header === 'content-type') continue;
        const headers = { ...request.headers, [header]: flipped(value) };
        expect([header, verifies({ request: { ...request, headers } })]).toEqual([header, false]);
        expect(verifies({ request: { ...request, headers: { ...request.headers, [header]: undefined } } })).toBe(false);
      }
    },
  );

  it.runIf(vectors.check).each((vectors.check ?? []).map((one) => [one.it, one] as const))(
    'is checked: %s',
    (_it, { status, body, isOk, advice }) => {
      const posted = { status, body: JSON.stringify(body), retryAfter: null };
      const checked = checkedOf(declaration, posted);
      expect(checked.isOk).toBe(isOk);
      if (advice !== undefined) expect(checked.advice).toBe(advice);
    },
  );
});
/** A password proves the sender alone. */
function signedParts(signature: Signature): { hasUrl: boolean; hasBody: boolean } {
  const content = 'content' in signature ? signature.content : '';
  const isPassword = ['basic', 'header'].includes(signature.scheme);
  const { scheme } = signature;
  const isWhole = scheme === 'twilio' || scheme === 'plivo' || scheme === 'plivo_v3';
  const hasUrl = isWhole || /\{(url|path)\}/.test(content) || (signature.scheme === 'jwt' && !!signature.urlHash);
  return { hasUrl, hasBody: !isPassword };
}
/** One bit of its middle, so that padding is left alone. */
function flipped(text: string): string {
  const at = Math.floor(text.length / 2);
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
}
