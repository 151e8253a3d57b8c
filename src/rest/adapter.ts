import { type DocumentNode, type ExecutionResult, type GraphQLSchema, getOperationAST } from 'graphql';
import { type FieldErrors, ValidationError } from '../errors.ts';
import { type HttpRequest, type HttpResponse, PayloadTooLargeError, TransportError } from '../http/http.ts';
import { stringifyInTurns } from '../http/json-slices.ts';
import { compileInput, type ReadInput } from '../input/read-input.ts';
import { parseBody } from './body.ts';
import { callerError, errorResponse, serverError, transportErrors, transportResponse } from './error-bodies.ts';
import { REST_INPUT } from './input-manner.ts';
import { readQuery } from './query.ts';
import type { Route, RouteRequest } from './route.ts';
import { createRouter } from './router.ts';
import { urlOf } from './url.ts';

export interface RestOptions<Context> {
  /** The schema that `execute` runs, for the types of the documents' variables. */
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  /**
   * Decides before a byte of the body is read, so that a caller without a token learns nothing of the validation.
   * Throws an `AppError` (401, 403, 429), else what it found out is handed to `execute`.
   */
  readonly authorize: (call: Omit<Call<Context>, 'variables' | 'refused' | 'context'>) => Promise<Context>;
  /** Runs the document; the first of its errors decides the answer. */
  readonly execute: (call: Call<Context>) => Promise<ExecutionResult>;
  /** Told of every failure that is answered with a 500 and that `execute` has not masked (and logged) already. */
  readonly report?: (error: unknown, request: HttpRequest) => void;
  /** Where the paths of the rows begin; `/api` unless said otherwise. */
  readonly prefix?: string;
  /** Scheme and host for links; the request's own host unless said otherwise. */
  readonly publicUrl?: string | undefined;
}

export interface Call<Context> {
  readonly document: DocumentNode;
  readonly variables: Record<string, unknown>;
  /** What the variables' types refused of the request: `execute` answers an error that names it. */
  readonly refused: FieldErrors | null;
  readonly context: Context;
  readonly request: HttpRequest;
  readonly route: Route;
}

export interface Rest {
  /** Never rejects. A path outside the prefix is an unknown route. */
  handle(request: HttpRequest): Promise<HttpResponse>;
}

/** Throws when a row's document does not fit the schema. */
export function createRest<Context>(options: RestOptions<Context>): Rest {
  const { schema, routes, prefix = '/api' } = options;
  const inputs = new Map(routes.map((row) => [row, compileInput(schema, getOperationAST(row.document)!, REST_INPUT)]));
  const match = createRouter(routes);

  async function answer(request: HttpRequest): Promise<HttpResponse> {
    const path = request.path.startsWith(`${prefix}/`) ? request.path.slice(prefix.length) : '';
    const { row, params, allowed } = match(request.method, path);
    if (allowed.length === 0) throw transportErrors.unknownRoute(request.path);
    if (request.method === 'OPTIONS') return { status: 204, headers: { allow: allowed.join(', ') }, body: null };
    if (row === null) throw transportErrors.unsupportedMethod(request.method, allowed);
    return run(row, inputs.get(row)!, params, request, options);
  }

  return {
    async handle(request) {
      const response = await answer(request).catch((error: unknown) => {
        if (error instanceof TransportError) return transportResponse(error);
        options.report?.(error, request);
        return serverError();
      });
      return request.method === 'HEAD' ? { ...response, body: null } : response;
    },
  };
}

async function run<Context>(
  route: Route,
  readInput: ReadInput,
  params: Readonly<Record<string, string>>,
  request: HttpRequest,
  options: RestOptions<Context>,
): Promise<HttpResponse> {
  const { document } = route;
  try {
    const context = await options.authorize({ document, request, route });
    const seen = await routeRequest(request, params, options.publicUrl);
    const { variables, errors: refused } = readInput(route.variables?.(seen) ?? {});
    const { data, errors } = await options.execute({ document, variables, refused, context, request, route });
    if (errors?.[0] !== undefined) throw errors[0];
    if (refused) throw new ValidationError(refused);
    const answer = route.respond === undefined ? data : route.respond(data, seen);
    const headers = { 'content-type': 'application/json' };
    return { status: route.status ?? 200, headers, body: await stringifyInTurns(answer) };
  } catch (error) {
    return failure(error, route, () => options.report?.(error, request));
  }
}

/** Rethrows what it does not know; what the executor masked was logged there. */
function failure(error: unknown, route: Route, report: () => void): HttpResponse {
  if (error instanceof TransportError) return transportResponse(error);
  const known = callerError(error);
  if (known !== null) return errorResponse(known, route.errors);
  const { extensions } = (error ?? {}) as { extensions?: { code?: unknown } };
  if (extensions?.code !== 'INTERNAL_SERVER_ERROR') report();
  return serverError();
}

/** Not in the reference: only operations that take a body have theirs read. */
const bodyMethods = new Set(['POST', 'PUT', 'PATCH']);

async function routeRequest(
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
  publicUrl: string | undefined,
): Promise<RouteRequest> {
  const text = bodyMethods.has(request.method) ? await readText(request) : '';
  return new SeenRequest(request, params, urlOf(request, publicUrl), text);
}

/** A class, as V8 keeps what a getter in an object literal closes over until the next full collection. */
class SeenRequest implements RouteRequest {
  readonly params: RouteRequest['params'];
  readonly query: RouteRequest['query'];
  readonly headers: RouteRequest['headers'];
  readonly url: string;
  readonly search: URLSearchParams;
  readonly #text: string;
  #body: RouteRequest['body'] | undefined;

  constructor({ query, headers }: HttpRequest, params: RouteRequest['params'], url: string, text: string) {
    this.params = params;
    this.query = readQuery(query);
    this.headers = headers;
    this.url = url;
    this.search = query;
    this.#text = text;
  }

  get body(): RouteRequest['body'] {
    this.#body ??= parseBody(this.#text, this.headers['content-type']);
    return this.#body;
  }
}

async function readText(request: HttpRequest): Promise<string> {
  try {
    return await request.text();
  } catch (error) {
    // Else it is no text, or the caller went away in its middle.
    throw error instanceof PayloadTooLargeError ? transportErrors.tooLarge() : transportErrors.malformedJson();
  }
}
