import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { FastifyInstance, InjectOptions } from 'fastify';

const WITHOUT_BODY = [204, 304];

/** Without a socket. */
export const fetchFrom =
  (app: FastifyInstance) =>
  async (request: Request, address = '127.0.0.1'): Promise<Response> => {
    await app.ready();
    const { method, body, signal } = request;
    const { host, pathname, search } = new URL(request.url);
    const answer = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: {
        host,
        'user-agent': undefined,
        ...(body && { 'transfer-encoding': 'chunked' }),
        ...Object.fromEntries(request.headers),
      },
      ...(body && { payload: Readable.fromWeb(body as NodeReadableStream) }),
      ...{ remoteAddress: address, payloadAsStream: true, signal },
    });
    const stream = answer.stream();
    const { res } = answer.raw;
    stream.once('close', () => {
      if (!res.writableFinished) res.destroy();
    });
    const { statusCode: status } = answer;
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    );
    const isEmpty = WITHOUT_BODY.includes(status) || method === 'HEAD';
    return new Response(isEmpty ? null : (Readable.toWeb(stream) as ReadableStream), { status, headers });
  };
