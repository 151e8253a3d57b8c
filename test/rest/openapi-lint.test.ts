import { createConfig, lintFromString } from '@redocly/openapi-core';
import { getOperationAST } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { describeRest } from '../../src/rest/docs.ts';
import { openApiExamples } from '../../src/rest/openapi-examples.ts';
import { routes } from '../../src/rest/routes.ts';

describe('the description of the REST API', () => {
  const description = describeRest(schema, routes, undefined);

  test('passes a public linter without errors or warnings, its examples checked against its schemas', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
        'no-invalid-schema-examples': 'error',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(description), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  test('shows an answer of every operation, and a request of every one that takes a body', () => {
    const operations = Object.values(description.paths as Record<string, Record<string, unknown>>)
      .flatMap((methods) => Object.values(methods) as { operationId: string; requestBody?: object }[])
      .map(({ operationId, requestBody }) => [operationId, requestBody ? ['request', 'response'] : ['response']]);
    expect(operations).toHaveLength(22);
    expect(
      Object.fromEntries(Object.entries(openApiExamples).map(([name, body]) => [name, Object.keys(body)])),
    ).toEqual(Object.fromEntries(operations));
  });

  test('says of every operation what it answers', () => {
    const unknown = routes.filter(({ method, path, status = 200 }) => {
      // biome-ignore lint/suspicious/noExplicitAny: a JSON document
      const { paths } = description as any;
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      return Object.keys(operation.responses[status].content['application/json'].schema).length === 0;
    });
    expect(unknown.map(({ document }) => getOperationAST(document)?.name?.value)).toEqual([]);
  });
});
