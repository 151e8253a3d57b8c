import { createHash } from 'node:crypto';
import type { GraphiQLOptions } from 'graphql-yoga';
import type { HttpResponse } from '../http.ts';
import { pagePolicy } from '../security-headers.ts';
import { EXAMPLE_OPERATIONS } from './graphiql-examples.ts';

/** What GraphiQL opens with. */
export interface Explorer {
  /** Operations to choose from. */
  operations: string;
  /** Sent with each. */
  headers: Record<string, string>;
}

const NOBODY: Explorer = { operations: EXAMPLE_OPERATIONS, headers: { Authorization: 'Bearer ' } };

/** The page is nine megabytes and always the same: it is loaded and made once, when first asked for. */
export function createGraphiQL({ operations, headers }: Explorer = NOBODY): () => Promise<HttpResponse> {
  const options: GraphiQLOptions = {
    title: 'Outbound',
    defaultQuery: operations,
    defaultEditorToolsVisibility: 'headers',
    headers: JSON.stringify(headers, null, 2),
    shouldPersistHeaders: true,
  };
  let page: Promise<HttpResponse> | undefined;
  return () => {
    page ??= render(options);
    return page;
  };
}

/** Of scripts, only the one in the page may run. */
async function render(options: GraphiQLOptions): Promise<HttpResponse> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL(options);
  const script = page.slice(page.indexOf('<script>') + '<script>'.length, page.lastIndexOf('</script>'));
  const hash = createHash('sha256').update(script).digest('base64');
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy(`'sha256-${hash}'`) },
    body: Buffer.from(page),
  };
}
