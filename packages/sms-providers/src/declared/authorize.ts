import aws4 from 'aws4';
import type { ServiceRequest } from 'outgoing-requests';
import type { Auth } from './declaration.ts';
import { fill, type Places } from './template.ts';

/** With the first scheme whose places all have values. */
export function authorize(request: ServiceRequest, schemes: readonly Auth[], places: Places): ServiceRequest {
  const auth = schemes.find((one) => isComplete(one, places));
  return auth ? { ...request, headers: { ...request.headers, ...headersOf(auth, request, places) } } : request;
}

/** The parts of a scheme, apart from its name. */
const partsOf = ({ scheme: _scheme, ...parts }: Auth): string[] => Object.values(parts);

export const isComplete = (auth: Auth, places: Places): boolean =>
  partsOf(auth).every((text) => fill(text, places) !== null);

function headersOf(auth: Auth, request: ServiceRequest, places: Places): Record<string, string> {
  const of = (text: string) => fill(text, places) ?? '';
  if (auth.scheme === 'basic') {
    return { authorization: `Basic ${Buffer.from(`${of(auth.username)}:${of(auth.password)}`).toString('base64')}` };
  }
  if (auth.scheme === 'bearer') return { authorization: `Bearer ${of(auth.token)}` };
  const { host, pathname, search } = new URL(request.url);
  const signed = aws4.sign(
    {
      ...{ host, path: pathname + search, method: request.method, headers: { ...request.headers } },
      ...{ service: auth.service, region: of(auth.region), body: request.body ?? '' },
    },
    { accessKeyId: of(auth.accessKeyId), secretAccessKey: of(auth.secretAccessKey) },
  );
  const entries = Object.entries(signed.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return Object.fromEntries(entries.filter(([name]) => name !== 'content-length'));
}
