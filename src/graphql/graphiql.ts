import { createHash } from 'node:crypto';
import type { GraphiQLOptions } from 'graphql-yoga';
import { pagePolicy } from '../security-headers.ts';

export interface GraphiQL {
  render(options?: GraphiQLOptions): Promise<string>;
  /** The page's content security policy: of scripts, only the one in it. */
  policy(): string;
}

/** The page is nine megabytes and always the same: it is loaded and made once, when first asked for. */
export function createGraphiQL(): GraphiQL {
  let page: string | undefined;
  let policy = pagePolicy("'none'");
  return {
    async render(options) {
      if (page === undefined) {
        const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
        page = renderGraphiQL(options);
        const script = page.slice(page.indexOf('<script>') + '<script>'.length, page.lastIndexOf('</script>'));
        policy = pagePolicy(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
      }
      return page;
    },
    policy: () => policy,
  };
}
