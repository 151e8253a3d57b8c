import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, getOperationAST } from 'graphql';
import { decoded } from 'outgoing-requests';
import { type FieldErrors, ValidationError } from '../errors.ts';
import { JSON_TYPE, pathOf } from '../http/http.ts';
import { stringifyInTurns } from '../http/json-slices.ts';
import { compileInput } from '../input/read-input.ts';
import { parseBody, parseLooseBody } from './body.ts';
import { documentedPart } from './body-fields.ts';
import { transportErrors } from './error-bodies.ts';
import { REST_INPUT } from './input-manner.ts';
import { readQuery } from './query.ts';
import type { Route, RouteRequest } from './route.ts';
import { urlOf } from './url.ts';

export interface RestOptions<Context> {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  /** Before the body is read, so a caller without a token learns nothing about validation. */
  readonly authorize: (call: Omit<Call<Context>, 'variables' | 'refused' | 'context'>) => Promise<Context>;
  /** The first error decides the answer. */
  readonly execute: (call: Call<Context>) => Promise<ExecutionResult>;
  readonly publicUrl?: string | undefined;
}

export interface Call<Context> {
  readonly document: DocumentNode;
  readonly variables: Record<string, unknown>;
  /** What the variables' types refused; `execute` answers an error that names it. */
  readonly refused: FieldErrors | null;
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly route: Route;
}

/** Not in the reference: a body is read only where the operation takes one. */
const bodyMethods = ['POST', 'PUT', 'PATCH'];

export const restRoutes =
  <Context>({ schema, routes, publicUrl, authorize, execute }: RestOptions<Context>): FastifyPluginCallback =>
  (app, _options, done) => {
    const authorized = new WeakMap<FastifyRequest, Context>();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (request, body, parsed) => {
      const plain = decoded(body as Buffer, request.headers['content-encoding'], app.initialConfig.bodyLimit!);
      if (plain === null) parsed(new ValidationError({ body: ['The body field is invalid.'] }));
      else parsed(null, plain);
    });
    app.setNotFoundHandler(({ path }) => {
      throw transportErrors.unknownRoute(path);
    });

    app.addHook('onRequest', async ({ path, params, is404, method, url }) => {
      if (Object.values(params as Record<string, string>).some(isNoName)) throw transportErrors.unknownRoute(path);
      if (!is404) return;
      // One check here in place of thirty routes for each path.
      const allowed = methodsOf(pathOf(url).slice(app.prefix.length), routes);
      if (allowed.length > 0) throw transportErrors.unsupportedMethod(method, allowed);
    });

    for (const route of routes) {
      const { document, method, path: url, errors } = route;
      const readInput = compileInput(schema, getOperationAST(document)!, REST_INPUT);
      app.route({
        ...{ method, url, config: { errors } },
        async onRequest(request) {
          authorized.set(request, await authorize({ document, request, route }));
        },
        async handler(request: FastifyRequest, reply: FastifyReply) {
          const seen = new SeenRequest(request, urlOf(request, publicUrl), route);
          const { variables, errors: refused } = readInput(route.variables?.(seen) ?? {});
          const context = authorized.get(request)!;
          const result = await execute({ document, variables, refused, context, request, route });
          if (result.errors?.[0] !== undefined) throw result.errors[0];
          if (refused) throw new ValidationError(refused);
          const { data } = result;
          const answer = route.respond === undefined ? data : route.respond(data, seen);
          return reply
            .code(route.status ?? 200)
            .header('content-type', JSON_TYPE)
            .send(await stringifyInTurns(answer));
        },
      });
    }
    for (const url of new Set(routes.map(({ path }) => path))) {
      const allowed = methodsOf(url, routes);
      app.options(url, (_request, reply) => reply.code(204).header('allow', allowed.join(', ')).send());
    }
    done();
  };

const isNoName = (value: string) => value.trim() === '' || value.includes('\0');

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** In Laravel's order. `HEAD` comes with `GET`. */
function methodsOf(url: string, routes: readonly Route[]): string[] {
  const segments = url.split('/').map(decodeURIComponent);
  const covers = (parts: string[]) =>
    parts.length === segments.length &&
    parts.every((part, at) => (part.startsWith(':') ? !isNoName(segments[at]!) : part === segments[at]));
  const found = routes.filter(({ path }) => covers(path.split('/'))).map(({ method }) => method as string);
  return verbs.filter((verb) => found.includes(verb === 'HEAD' ? 'GET' : verb));
}

/** A class: V8 keeps what a getter in an object literal closes over until the next full collection. */
class SeenRequest implements RouteRequest {
  readonly params: RouteRequest['params'];
  readonly query: RouteRequest['query'];
  readonly headers: RouteRequest['headers'];
  readonly url: string;
  readonly search: URLSearchParams;
  readonly #bytes: Buffer | undefined;
  readonly #route: Pick<Route, 'body' | 'isLoose'>;
  #body: RouteRequest['body'] | undefined;

  constructor(
    { method, params, query, headers, body }: FastifyRequest,
    url: string,
    route: Pick<Route, 'body' | 'isLoose'>,
  ) {
    this.params = params as RouteRequest['params'];
    this.search = query as URLSearchParams;
    this.query = readQuery(this.search);
    this.headers = headers as RouteRequest['headers'];
    this.url = url;
    this.#bytes = bodyMethods.includes(method) ? (body as Buffer | undefined) : undefined;
    this.#route = route;
  }

  get body(): RouteRequest['body'] {
    const { body = [], isLoose = false } = this.#route;
    const parse = isLoose ? parseLooseBody : parseBody;
    this.#body ??= documentedPart(parse(this.#bytes, this.headers['content-type']), body) as RouteRequest['body'];
    return this.#body;
  }
}
