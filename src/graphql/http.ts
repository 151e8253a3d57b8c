import type { Context } from '../context.ts';
import { type HttpRequest, type HttpResponse, isJsonType, PayloadTooLargeError } from '../http/http.ts';
import { names, preferredForm, STREAM } from './accept.ts';
import { type OperationParams, operationProblem, requestFailure, resultResponse } from './operation.ts';
import type { GraphQLServer } from './server.ts';
import { answerUpload } from './upload.ts';

/** GraphQL over HTTP: one operation in; its result, or a subscription's results, out. GraphiQL for browsers. */
export async function answerGraphQL(
  request: HttpRequest,
  context: Context,
  graphql: GraphQLServer,
): Promise<HttpResponse> {
  const { method, headers } = request;
  const { accept } = headers;
  const isGet = method === 'GET' || method === 'HEAD';
  if (!isGet && method !== 'POST') {
    // With PUT the client of graphql-sse asks for one connection for all subscriptions, which would be one process's.
    const text = method === 'PUT' ? ONE_EACH : 'The method is not supported.';
    return requestFailure(405, text, { allow: 'GET, HEAD, POST' });
  }
  if (isGet && graphql.page && preferredForm(accept, PAGE_OR_RESULT) === 'text/html') return graphql.page();
  if (!isGet && /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) {
    return answerUpload(request, context, graphql);
  }
  const { params, refusal } = await readOperation(request);
  if (refusal) return refusal;
  const found = graphql.find(params, context);
  if ('errors' in found) return resultResponse(request, found);
  if (found.type === 'subscription' && method !== 'HEAD' && names(accept, STREAM)) {
    return graphql.subscribe(params, context, request.signal());
  }
  if (found.type === 'mutation' && isGet) return requestFailure(405, 'Mutations are sent as POST.', { allow: 'POST' });
  return resultResponse(request, await graphql.execute(found, context));
}

const ONE_EACH = 'Each subscription has a connection of its own here: turn singleConnection off.';
const PAGE_OR_RESULT = ['application/json', 'application/graphql-response+json', STREAM, 'text/html'] as const;

type Read = { params: OperationParams; refusal?: undefined } | { refusal: HttpResponse; params?: undefined };

async function readOperation(request: HttpRequest): Promise<Read> {
  const refuse = (status: number, message: string): Read => ({ refusal: requestFailure(status, message) });
  const isPost = request.method === 'POST';
  // A form post needs no preflight, so a page of another origin could send one.
  if (isPost && !isJsonType(request.headers['content-type'] ?? '')) {
    return refuse(415, 'Operations are sent as application/json.');
  }
  let body: unknown;
  try {
    body = isPost ? JSON.parse(await request.text()) : operationIn(request.query);
  } catch (error) {
    if (error instanceof PayloadTooLargeError) return refuse(413, 'The request body is too large.');
    return refuse(400, isPost ? 'The request body is not valid JSON.' : 'The parameters are not valid JSON.');
  }
  const problem = operationProblem(body);
  return problem ? refuse(400, problem) : { params: body as OperationParams };
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
