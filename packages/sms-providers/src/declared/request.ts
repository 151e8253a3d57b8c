import type { ServiceRequest } from 'outgoing-requests';
import { isObject } from 'plain-json';
import { authorize } from './authorize.ts';
import type { Field, RequestTemplate, SendRequest, Template } from './declaration.ts';
import { fill, type Places, render } from './template.ts';

type Fields = Readonly<Record<string, Field>>;

export class IncompleteRequestError extends Error {}

/** Throws {@link IncompleteRequestError} when the values make no valid request. */
export function requestOf(
  template: RequestTemplate & Pick<SendRequest, 'body'>,
  fields: Fields,
  places: Places,
  messages: readonly Places[],
): ServiceRequest {
  const body = template.body && encodedBody(template.body, render(template.body.content, places, messages));
  const request: ServiceRequest = {
    method: template.method,
    url: urlOf(template, fields, places, messages),
    headers: { ...(body && { 'content-type': body.type }), ...headersOf(template, places) },
    body: body?.text ?? null,
  };
  return checked(authorize(request, template.auth ?? [], places));
}

/** What Node.js would refuse when it is sent: nobody could tell then that nothing went out. */
function checked(request: ServiceRequest): ServiceRequest {
  if (!URL.canParse(request.url)) throw new IncompleteRequestError('The values make no valid URL.');
  const [name] = Object.entries(request.headers).find(([, value]) => !/^[\x20-\x7e]*$/.test(value)) ?? [];
  if (name !== undefined)
    throw new IncompleteRequestError(`The header ${name} may only have visible ASCII characters.`);
  return request;
}

function urlOf({ url, query }: RequestTemplate, fields: Fields, places: Places, messages: readonly Places[]): string {
  const encoded = (value: string, name: string) =>
    fields[name]?.kind === 'url' ? value.replace(/(?<!\/)\/+$/, '') : encodeURIComponent(value);
  const filled = [url]
    .flat()
    .map((one) => fill(one, places, encoded))
    .find((one) => one !== null);
  if (filled === undefined) throw new IncompleteRequestError(`The URL ${url} needs a value.`);
  if (!query) return filled;
  const parameters = formOf(render(query as Template, places, messages));
  return `${filled}${filled.includes('?') ? '&' : '?'}${parameters}`;
}

const headersOf = ({ headers = {} }: RequestTemplate, places: Places): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, text]) => {
      const value = fill(text, places, headerText);
      return value === null ? [] : [[name.toLowerCase(), value]];
    }),
  );

/** A header takes visible ASCII; anything else would end the request or begin another header. */
const headerText = (value: string) => value.replaceAll(/[^\x20-\x7e]+/g, (text) => encodeURIComponent(text));

function encodedBody({ type }: { type: 'json' | 'form' }, content: unknown): { type: string; text: string } {
  return type === 'json'
    ? { type: 'application/json', text: JSON.stringify(content) }
    : { type: 'application/x-www-form-urlencoded', text: formOf(content).toString() };
}

/** A list repeats its name. */
function formOf(content: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(isObject(content) ? content : {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      form.append(name, isObject(one) ? JSON.stringify(one) : String(one));
    }
  }
  return form;
}
