import type { GraphQLSchema } from 'graphql';
import { type HttpResponse, json } from '../http/http.ts';
import { pagePolicy } from '../http/security-headers.ts';
import { docsPage } from './docs-page.ts';
import { describeApi } from './openapi.ts';
import { openApiExamples } from './openapi-examples.ts';
import type { Route } from './route.ts';

const INFO = {
  title: 'Outbound REST API',
  version: '1',
  description:
    'The documented REST operations. Where they are not enough – nested reads, filters, live updates – there is the GraphQL API at `/graphql`.',
  contact: { name: 'The operator of this server' },
  license: { name: 'MIT', identifier: 'MIT' },
};

export interface Docs {
  /** Null when the path is none of theirs. */
  answer(method: string, path: string): HttpResponse | null;
}

export const describeRest = (schema: GraphQLSchema, routes: readonly Route[], publicUrl: string | undefined) =>
  describeApi({
    schema,
    routes,
    info: INFO,
    serverUrl: `${publicUrl ?? ''}/api`,
    isPublic: (field) => field.extensions.access === 'public',
    examples: openApiExamples,
  });

/** The API's description at `/api/openapi.json` and a page to read and try it at `/api/docs`; nothing from elsewhere. */
export function createDocs(schema: GraphQLSchema, routes: readonly Route[], publicUrl: string | undefined): Docs {
  const description = JSON.stringify(describeRest(schema, routes, publicUrl));
  const pages: Record<string, () => HttpResponse> = {
    '/api/openapi.json': () => ({ ...json(200, null), body: description }),
    '/api/docs': () => ({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy("'self'") },
      body: docsPage(),
    }),
  };
  return {
    answer(method, path) {
      const page = Object.hasOwn(pages, path) && (method === 'GET' || method === 'HEAD') ? pages[path] : undefined;
      return page ? { ...page(), ...(method === 'HEAD' && { body: null }) } : null;
    },
  };
}
