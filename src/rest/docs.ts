import type { FastifyPluginCallback } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { JSON_TYPE } from '../http/http.ts';
import { sendPage } from '../http/pages.ts';
import { docsPage } from './docs-page.ts';
import { errorExamples } from './examples/errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { describeApi } from './openapi.ts';
import { openApiExamples } from './openapi-examples.ts';
import { requestSchemas } from './request-schemas.ts';
import type { Route } from './route.ts';

const INFO = {
  title: 'Outbound REST API',
  version: '1',
  description:
    'The documented REST operations. Where they are not enough – nested reads, filters, live updates – there is the GraphQL API at `/graphql`.',
  contact: { name: 'The operator of this server' },
  license: { name: 'MIT', identifier: 'MIT' },
};

interface Described extends Record<string, unknown> {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export function describeRest(
  schema: GraphQLSchema,
  routes: readonly Route[],
  publicUrl: string | undefined,
): Described {
  const description = describeApi({
    schema,
    routes,
    info: INFO,
    serverUrl: `${publicUrl ?? ''}/api`,
    isPublic: (field) => field.extensions.access === 'public',
    examples: openApiExamples,
    errorExamples,
  });
  const components = description.components as { schemas: Record<string, JsonSchema> };
  return { ...description, components: { ...components, schemas: requestSchemas(components.schemas) } };
}

export const docsRoutes =
  (
    schema: GraphQLSchema,
    routes: readonly Route[],
    { publicUrl, token }: { publicUrl: string | undefined; token: string | null },
  ): FastifyPluginCallback =>
  (app, _options, done) => {
    let description: string | undefined;
    app.get('/openapi.json', (_request, reply) => {
      description ??= JSON.stringify(describeRest(schema, routes, publicUrl));
      return reply.header('content-type', JSON_TYPE).send(description);
    });
    app.get('/docs', (_request, reply) => sendPage(reply, docsPage(token)));
    done();
  };
