import type { Context } from '../context.ts';
import { type HttpRequest, type HttpResponse, json, PayloadTooLargeError } from '../http.ts';
import type { GraphQLServer, OperationParams } from './server.ts';

/** `POST application/json` that does not ask for a stream: answered without Yoga's HTTP layer. */
export function isOperation({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean {
  if (method !== 'POST') return method !== 'GET' && method !== 'HEAD';
  const type = headers['content-type'] ?? '';
  return !/^multipart\/form-data/i.test(type) && !/text\/event-stream/i.test(headers.accept ?? '');
}

const failure = (status: number, message: string) =>
  json(status, { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });

/** GraphQL over HTTP: one operation in, one result out. */
export async function answerOperation(
  request: HttpRequest,
  context: Context,
  graphql: GraphQLServer,
): Promise<HttpResponse> {
  if (request.method !== 'POST') {
    return { ...failure(405, 'The method is not supported.'), headers: { allow: 'GET, POST' } };
  }
  // A form post needs no preflight, so a page of another origin could send one.
  if (!/^application\/([\w.-]+\+)?json\b/i.test(request.headers['content-type'] ?? '')) {
    return failure(415, 'Operations are sent as application/json.');
  }
  let body: unknown;
  try {
    body = JSON.parse(await request.text());
  } catch (error) {
    if (error instanceof PayloadTooLargeError) return failure(413, 'The request body is too large.');
    return failure(400, 'The request body is not valid JSON.');
  }
  const problem = problemOf(body);
  if (problem) return failure(400, problem);

  const result = await graphql.run(body as OperationParams, context);
  const wantsStatus = /application\/graphql-response\+json/i.test(request.headers.accept ?? '');
  const status = wantsStatus && !('data' in result) ? 400 : 200;
  return {
    status,
    headers: { 'content-type': wantsStatus ? 'application/graphql-response+json' : 'application/json' },
    body: JSON.stringify(result),
  };
}

function problemOf(body: unknown): string | null {
  if (!isObject(body)) return 'The request body must be a JSON object.';
  const isHashed = isAbsent(body.query) && isObject(body.extensions) && isObject(body.extensions.persistedQuery);
  if (typeof body.query !== 'string' && !isHashed) return 'The body must have a query, the text of the operation.';
  if (!isAbsent(body.extensions) && !isObject(body.extensions)) return 'The extensions must be an object.';
  if (!isAbsent(body.variables) && !isObject(body.variables)) return 'The variables must be an object.';
  if (!isAbsent(body.operationName) && typeof body.operationName !== 'string') return 'The operationName must be text.';
  return null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown) => value === undefined || value === null;
