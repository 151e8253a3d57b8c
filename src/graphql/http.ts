import type { Context } from '../context.ts';
import { complete, type HttpRequest, type HttpResponse, isJsonType, PayloadTooLargeError, toFetch } from '../http.ts';
import { type OperationParams, operationProblem, requestFailure, resultResponse } from './operation.ts';
import type { GraphQLServer } from './server.ts';
import { answerUpload } from './upload.ts';

const wantsStream = ({ accept = '' }: HttpRequest['headers']) => /text\/event-stream/i.test(accept);
const wantsPage = ({ accept = '' }: HttpRequest['headers']) => /text\/html/i.test(accept);

/** `POST` that does not ask for a stream: answered without Yoga's HTTP layer. */
export function isOperation({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  if (method !== 'POST') return method !== 'GET' && method !== 'HEAD';
  return !wantsStream(headers);
}

/** GraphQL over HTTP: one operation in, one result out. */
export async function answerOperation(
  request: HttpRequest,
  context: Context,
  graphql: GraphQLServer,
): Promise<HttpResponse> {
  if (request.method !== 'POST') {
    return requestFailure(405, 'The method is not supported.', { allow: 'GET, POST' });
  }
  if (/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) {
    return answerUpload(request, context, graphql);
  }
  const { operation, refusal } = await readOperation(request);
  return refusal ?? resultResponse(request, await graphql.run(operation, context));
}

/** GraphiQL, GET and streams. Yoga is shown nothing but operations that were read here, by the rules of the others. */
export async function answerByYoga(
  request: HttpRequest,
  context: Context,
  graphql: GraphQLServer,
  signal: AbortSignal,
): Promise<Response> {
  const { method, query, headers } = request;
  const isPage = graphql.hasPage && method === 'GET' && wantsPage(headers);
  const read = isPage ? null : await readOperation(request);
  if (read?.refusal) return toFetch(complete(read.refusal, [], []));
  const accept = isPage ? 'text/html' : wantsStream(headers) ? 'text/event-stream' : 'application/json';
  const forYoga = new Request(`http://localhost/graphql?${query}`, {
    method,
    headers: { accept, 'content-type': 'application/json' },
    signal,
    ...(read?.text !== undefined && { body: read.text }),
  });
  return graphql.yoga.fetch(forYoga, { prepared: context });
}

interface Operation {
  operation: OperationParams;
  /** The body that it was read from. */
  text: string | undefined;
  refusal?: undefined;
}

type Read = Operation | { refusal: HttpResponse; operation?: undefined; text?: undefined };

async function readOperation(request: HttpRequest): Promise<Read> {
  const refuse = (status: number, message: string): Read => ({ refusal: requestFailure(status, message) });
  const isPost = request.method === 'POST';
  // A form post needs no preflight, so a page of another origin could send one.
  if (isPost && !isJsonType(request.headers['content-type'] ?? '')) {
    return refuse(415, 'Operations are sent as application/json.');
  }
  let text: string | undefined;
  let body: unknown;
  try {
    text = isPost ? await request.text() : undefined;
    body = text === undefined ? operationIn(request.query) : JSON.parse(text);
  } catch (error) {
    if (error instanceof PayloadTooLargeError) return refuse(413, 'The request body is too large.');
    return refuse(400, isPost ? 'The request body is not valid JSON.' : 'The parameters are not valid JSON.');
  }
  const problem = operationProblem(body);
  return problem ? refuse(400, problem) : { operation: body as OperationParams, text };
}

/** Of a URL: `variables` and `extensions` are JSON there. */
function operationIn(parameters: URLSearchParams): unknown {
  const text = (name: string) => parameters.get(name) ?? undefined;
  const parsed = (name: string) => JSON.parse(parameters.get(name) || 'null');
  return {
    query: text('query'),
    operationName: text('operationName'),
    variables: parsed('variables'),
    extensions: parsed('extensions'),
  };
}
