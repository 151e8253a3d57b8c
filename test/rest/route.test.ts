import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { route } from '../../src/rest/route.ts';

const document = parse('query Thing($thing: ID!, $page: Int) { __typename }') as TypedDocumentNode<
  { data: { name: string } },
  { thing: string; page?: number | null }
>;
const common = { operation: 'E1', method: 'GET', path: '/v1/things/:thing', document } as const;

test('a row is checked against its document', () => {
  const row = route({
    ...common,
    variables: ({ params, query }) => ({ thing: params.thing, page: query.page }),
    respond: ({ data }) => data.name.toUpperCase(),
  });
  expect(row.respond?.({ data: { name: 'a' } }, {} as never)).toBe('A');

  // @ts-expect-error the path has no such parameter
  route({ ...common, variables: ({ params }) => ({ thing: params.id, page: 1 }) });
  // @ts-expect-error a variable of the document is not named
  route({ ...common, variables: ({ params }) => ({ thing: params.thing }) });
  // @ts-expect-error the document selects no such field
  route({ ...common, respond: ({ data }) => data.title });
});
