import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { rangesOf } from '../graphql/accept.ts';
import type { HttpResponse } from './http.ts';

/** In bytes. A smaller answer fits into one packet anyhow. */
const WORTH_IT = 1_024;

/** Low qualities: the highest take a hundred times as long for a fifth less. */
const encoders = {
  br: (body: string | Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: string | Buffer) => promisify(gzip)(body, { level: 5 }),
};

type Encoding = keyof typeof encoders;

/** Whether `Accept-Encoding` names the encoding, and not to refuse it. */
export const takes = (accepted: string | undefined, encoding: Encoding): boolean =>
  accepted !== undefined && rangesOf(accepted).some(({ name, quality }) => name === encoding && quality > 0);

/** The answer as the client would have it; compressed in another thread. What is streamed stays as it is. */
export async function compressed(response: HttpResponse, accepted: string | undefined): Promise<HttpResponse> {
  const { body, headers } = response;
  if (body === null || body.length < WORTH_IT || headers['content-encoding'] !== undefined) return response;
  const encoding = takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : undefined;
  if (!encoding) return response;
  const { vary = 'accept-encoding' } = headers;
  return {
    ...response,
    headers: { ...headers, vary, 'content-encoding': encoding },
    body: await encoders[encoding](body),
  };
}
