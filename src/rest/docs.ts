import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { GraphQLSchema } from 'graphql';
import { type HttpResponse, json } from '../http.ts';
import { pagePolicy } from '../security-headers.ts';
import { PAGE, START } from './docs-page.ts';
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

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };
const ASSETS = { '/api/docs/swagger-ui.css': TYPES.css, '/api/docs/swagger-ui-bundle.js': TYPES.js } as const;

const isAsset = (path: string): path is keyof typeof ASSETS => path in ASSETS;

export interface Docs {
  /** Null when the path is none of theirs. */
  answer(method: string, path: string): Promise<HttpResponse> | null;
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
  const text = (type: string, body: string): HttpResponse => ({
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'public, max-age=3600' },
    body,
  });
  const page = ({ headers, ...response }: HttpResponse): HttpResponse => ({
    ...response,
    headers: { ...headers, 'content-security-policy': pagePolicy("'self'") },
  });
  const pages: Record<string, () => HttpResponse | Promise<HttpResponse>> = {
    '/api/openapi.json': () => ({ ...json(200, null), body: description }),
    '/api/docs': () => page(text('text/html; charset=utf-8', PAGE)),
    '/api/docs/start.js': () => text(TYPES.js, START),
  };
  for (const path of Object.keys(ASSETS).filter(isAsset)) {
    pages[path] = async () => text(ASSETS[path], await asset(path.slice('/api/docs/'.length)));
  }

  return {
    answer(method, path) {
      const page = Object.hasOwn(pages, path) && (method === 'GET' || method === 'HEAD') ? pages[path] : undefined;
      if (!page) return null;
      return Promise.resolve(page()).then((response) => (method === 'HEAD' ? { ...response, body: null } : response));
    },
  };
}

const files = new Map<string, Promise<string>>();

/** Read when first asked for: most servers never show the page. */
function asset(name: string): Promise<string> {
  const known = files.get(name) ?? readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), 'utf8');
  files.set(name, known);
  return known;
}
