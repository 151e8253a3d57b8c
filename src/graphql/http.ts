import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { parseJson } from 'plain-json';
import { isJsonType, TransportError, textOf } from '../http/http.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import { sendPage } from '../http/pages.ts';
import { names, preferredForm, STREAM } from './accept.ts';
import { type OperationParams, operationProblem, sendResult } from './operation.ts';
import type { GraphQLServer } from './server.ts';
import { answerUpload, isMultipart } from './upload.ts';

/**
 * GraphQL over HTTP: takes one operation and answers its result, or the events of a subscription. Serves GraphiQL to
 * browsers.
 */
export const graphqlRoutes =
  (graphql: GraphQLServer, bodyLimit: number): FastifyPluginCallback =>
  (app, _options, done) => {
    app.removeAllContentTypeParsers();
    // upload.ts reads it as it arrives.
    app.addContentTypeParser('multipart/form-data', (_request, _payload, parsed) => parsed(null));
    // Fastify remembers the parser of a type that has a name here, and looks for that of any other each time.
    app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body: Buffer, parsed) => {
      try {
        parsed(null, operationOf(body));
      } catch (error) {
        parsed(error as TransportError);
      }
    });

    app.post('/graphql', { onRequest: refuseOtherTypes }, (request, reply) =>
      isMultipart(request)
        ? answerUpload(request, reply, graphql, bodyLimit)
        : answer((request.body as OperationParams | undefined) ?? noOperation(), request, reply),
    );
    app.get<{ Querystring: URLSearchParams }>('/graphql', async (request, reply) => {
      if (graphql.page && preferredForm(request.headers.accept, PAGE_OR_RESULT) === 'text/html')
        return sendPage(reply, graphql.page());
      return answer(operationIn(request.query), request, reply);
    });
    refuseOtherMethods(app, '/graphql', ['GET', 'HEAD', 'POST'], (method) => {
      // With PUT a graphql-sse client asks for one connection for all subscriptions, which would have to stay in one
      // process.
      const text = method === 'PUT' ? ONE_EACH : 'The method is not supported.';
      return new TransportError(405, text, { allow: 'GET, HEAD, POST' });
    });

    async function answer(
      params: OperationParams,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      const { context, method } = request;
      const found = graphql.find(params, context);
      if ('errors' in found) return sendResult(request, reply, found);
      if (found.type === 'subscription' && method !== 'HEAD' && names(request.headers.accept, STREAM)) {
        const { status, body } = await graphql.subscribe(found.params, context, untilDone(reply));
        return reply
          .code(status)
          .header('content-type', STREAM)
          .send(body && Readable.fromWeb(body as NodeReadableStream));
      }
      if (found.type === 'mutation' && method !== 'POST')
        throw new TransportError(405, 'Mutations are sent as POST.', { allow: 'POST' });
      return sendResult(request, reply, await graphql.execute(found, context));
    }
    done();
  };

const ONE_EACH = 'Each subscription has a connection of its own here: turn singleConnection off.';
const PAGE_OR_RESULT = ['application/json', 'application/graphql-response+json', STREAM, 'text/html'] as const;

/** A form post needs no preflight, so pages of other origins could send one. */
function refuseOtherTypes(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const isTaken = isMultipart(request) || isJsonType(request.headers['content-type'] ?? '');
  done(isTaken ? undefined : new TransportError(415, 'Operations are sent as application/json.'));
}

const noOperation = (): never => {
  throw new TransportError(400, 'The request body is not valid JSON.');
};

function operationOf(body: Buffer): OperationParams {
  let operation: unknown;
  try {
    operation = parseJson(textOf(body) ?? '');
  } catch {
    noOperation();
  }
  return checked(operation);
}

/** The request in a URL, where `variables` and `extensions` are JSON. */
function operationIn(parameters: URLSearchParams): OperationParams {
  const text = (name: string) => parameters.get(name) ?? undefined;
  const parsed = (name: string) => {
    try {
      return parseJson(parameters.get(name) || 'null');
    } catch {
      throw new TransportError(400, 'The parameters are not valid JSON.');
    }
  };
  return checked({
    query: text('query'),
    operationName: text('operationName'),
    variables: parsed('variables'),
    extensions: parsed('extensions'),
  });
}

function checked(operation: unknown): OperationParams {
  const problem = operationProblem(operation);
  if (problem) throw new TransportError(400, problem);
  return operation as OperationParams;
}

function untilDone({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}
