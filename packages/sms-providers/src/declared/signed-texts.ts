import { createHash } from 'node:crypto';
import { parse, stringify } from 'node:querystring';
import type { InboundRequest } from '../provider.ts';

/**
 * What Twilio may have signed: it keeps or leaves out the standard port, and escapes the query in one of two ways, as its own
 * libraries allow for. The values of a form follow, sorted by name; a body of another type is named by its hash in the query.
 */
export function signedTwilioTexts(request: InboundRequest, url: string): string[] {
  const { searchParams } = new URL(url);
  const isForm = isFormType(request.headers['content-type']);
  const hash = searchParams.get('bodySHA256');
  const isBody = isForm || (hash === null ? request.body === '' : hash.toLowerCase() === sha256(request.body));
  if (!isBody) return [];
  const values = isForm ? sortedForm(request.body) : '';
  return addressesOf(url).map((address) => address + values);
}

export const isFormType = (type = ''): boolean => /^application\/x-www-form-urlencoded\b/i.test(type.trim());

function addressesOf(url: string): string[] {
  const standard = new URL(url);
  const port = standard.port || (standard.protocol === 'https:' ? '443' : '80');
  const without = standard.port === '' ? standard.href : standard.href.replace(`:${standard.port}`, '');
  const withPort = without.replace(standard.hostname, `${standard.hostname}:${port}`);
  return [url, without, withPort, ...[without, withPort].map(reescaped)];
}

function reescaped(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : `${url.slice(0, at)}?${stringify(parse(url.slice(at + 1)))}`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function sortedForm(body: string): string {
  return byName(new URLSearchParams(body))
    .flatMap(([name, values]) => [...new Set(values)].map((value) => name + value))
    .join('');
}

/** The address with its query sorted, and the sorted values of a form. */
export function plivoText({ method = 'POST', headers, body }: InboundRequest, url: string): string {
  const at = url.indexOf('?');
  const [address, search] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  const form =
    method === 'POST' && isFormType(headers['content-type']) ? new URLSearchParams(body) : new URLSearchParams();
  const query = sorted(new URLSearchParams(search), '=').join('&');
  const values = sorted(form, '').join('');
  if (values === '') return query === '' ? address : `${address}?${query}`;
  return `${address}?${query}${query === '' ? '' : '.'}${values}`;
}

const sorted = (parameters: URLSearchParams, between: string): string[] =>
  byName(parameters).flatMap(([name, values]) => values.map((value) => name + between + value));

/** Names and the values of each, sorted. In one pass: a body that is not verified yet may have a hundred thousand names. */
function byName(parameters: URLSearchParams): [name: string, values: string[]][] {
  const all = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    const values = all.get(name);
    if (values) values.push(value);
    else all.set(name, [value]);
  }
  for (const values of all.values()) values.sort();
  return [...all].sort(([one], [other]) => (one < other ? -1 : 1));
}
