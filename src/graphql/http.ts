import type { Context } from '../context.ts';
import { type HttpRequest, type HttpResponse, PayloadTooLargeError } from '../http.ts';
import { type OperationParams, operationProblem, requestFailure, resultResponse } from './operation.ts';
import type { GraphQLServer } from './server.ts';
import { answerUpload } from './upload.ts';

/** `POST` that does not ask for a stream: answered without Yoga's HTTP layer. */
export function isOperation({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  if (method !== 'POST') return method !== 'GET' && method !== 'HEAD';
  return !/text\/event-stream/i.test(headers.accept ?? '');
}

/** GraphQL over HTTP: one operation in, one result out. */
export async function answerOperation(
  request: HttpRequest,
  context: Context,
  graphql: GraphQLServer,
): Promise<HttpResponse> {
  if (request.method !== 'POST') {
    return { ...requestFailure(405, 'The method is not supported.'), headers: { allow: 'GET, POST' } };
  }
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data\b/i.test(type)) return answerUpload(request, context, graphql);
  // A form post needs no preflight, so a page of another origin could send one.
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    return requestFailure(415, 'Operations are sent as application/json.');
  }
  let body: unknown;
  try {
    body = JSON.parse(await request.text());
  } catch (error) {
    if (error instanceof PayloadTooLargeError) return requestFailure(413, 'The request body is too large.');
    return requestFailure(400, 'The request body is not valid JSON.');
  }
  const problem = operationProblem(body);
  if (problem) return requestFailure(400, problem);
  return resultResponse(request, await graphql.run(body as OperationParams, context));
}
