import { isDeepStrictEqual } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { getOperationAST } from 'graphql';
import { describe, expect, test } from 'vitest';
import { describeRest } from '../../src/rest/docs.ts';
import { answers } from '../../src/rest/error-bodies.ts';
import { openApiExamples } from '../../src/rest/openapi-examples.ts';
import { routes } from '../../src/rest/routes.ts';
import { restSchema } from '../../src/schema.ts';
import { type Contract, invalid, rows } from '../contract/contract.ts';
import { contracts } from '../contract/operations.ts';

/** What every operation answers. */
const COMMON: Readonly<Record<string, string>> = {
  400: 'The request body is not valid JSON.',
  401: 'Unauthenticated.',
  403: 'This action is unauthorized.',
  413: 'The request body is too large.',
  415: 'The request body must be sent as application/json.',
  429: 'Too Many Attempts.',
  500: 'Server Error',
  503: 'The operation took too long.',
};
/** What the contracts leave to test/modules/identity/auth and test/rest/adapter.test.ts. */
const ELSEWHERE: Readonly<Record<string, unknown>> = {
  E2: { status: 403, body: { message: 'Enter a code from your authenticator app.' } },
  E11: { status: 404, body: { message: 'The route api/v1/teams/%20/onboarding could not be found.' } },
};

/** The refusals that an operation's contract states, each of which the contract suite asks for. */
function refusalsOf({ missing, failure, references, types, bounds }: Contract): unknown[] {
  const fields = [...rows(types), ...rows(bounds)].flatMap(([field, , rule]) => (rule ? [invalid(field, rule)] : []));
  const others = rows(references).map(([field, , answer]) => (answer === 'selected' ? invalid(field, answer) : answer));
  const cases = rows(failure).map(({ status, body }) => ({ status, body }));
  return [...(typeof missing === 'string' ? [] : [missing]), ...cases, ...others, ...fields];
}

describe('the description of the REST API', () => {
  const description = describeRest(restSchema, routes, undefined);

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
    expect(operations).toHaveLength(routes.length);
    expect(
      Object.fromEntries(Object.entries(openApiExamples).map(([name, body]) => [name, Object.keys(body)])),
    ).toEqual(Object.fromEntries(operations));
  });

  test('shows of every refusal what the operation really answers', () => {
    const strange = routes.flatMap((row) => {
      // biome-ignore lint/suspicious/noExplicitAny: a JSON document
      const { paths } = description as any;
      const { responses } = paths[row.path.replace(/:(\w+)/g, '{$1}')][row.method.toLowerCase()];
      const contract = contracts.find(({ operation }) => operation === row.operation)!;
      const stated = [...refusalsOf(contract), ELSEWHERE[row.operation]];
      return Object.keys(responses)
        .filter((status) => Number(status) >= 400)
        .map((status) => ({ status: Number(status), body: responses[status].content['application/json'].example }))
        .filter(({ status, body }) => {
          const isCommon = COMMON[status] !== undefined && body?.message === COMMON[status];
          return !isCommon && !stated.some((refusal) => isDeepStrictEqual(refusal, { status, body }));
        })
        .map(({ status, body }) => [row.operation, status, body]);
    });
    expect(strange, 'src/rest/examples/errors.ts').toEqual([]);
  });

  test('says what a parameter is, its choices, bounds and default', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a JSON document
    const { paths } = description as any;
    const { parameters } = paths['/v1/sms/campaigns'].get;
    expect(parameters).toEqual([
      {
        name: 'type',
        in: 'query',
        required: false,
        description:
          'Which kind; both unless given.\n\n- `planned`: Send type `planner`.\n- `default`: Every other send type.',
        schema: { type: 'string', enum: ['planned', 'default'] },
      },
      {
        name: 'page',
        in: 'query',
        required: false,
        description: 'Number of the page, from 1.',
        schema: { type: 'integer', minimum: 1, maximum: 2147483647, default: 1 },
      },
      {
        name: 'per_page',
        in: 'query',
        required: false,
        description: 'Page size, 1 to 100.',
        schema: { type: 'integer', minimum: 1, maximum: 100, default: 15 },
      },
      {
        name: 'include',
        in: 'query',
        required: false,
        description: expect.stringContaining('\n\n- `offers`: What the campaign sells.\n- `sends`: Its sends.\n'),
        schema: { type: 'array', items: { type: 'string', enum: ['offers', 'sends', 'logs'] } },
        style: 'form',
        explode: false,
      },
    ]);
    const [secret] = paths['/v1/webhooks/calls/receive/extprovider'].post.parameters;
    expect(secret).toMatchObject({ name: 'X-Webhook-Secret', in: 'header', required: false });
  });

  test('describes every parameter and every field of a request', () => {
    const silent: string[] = [];
    const walk = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null || path.includes('/responses/')) return;
      const { properties, parameters } = value as Record<
        string,
        Record<string, { name?: string; description?: string }>
      >;
      for (const [name, part] of Object.entries({ ...properties, ...parameters })) {
        if (!part.description) silent.push(`${path}/${part.name ?? name}`);
      }
      for (const [key, child] of Object.entries(value)) if (key !== 'example') walk(child, `${path}/${key}`);
    };
    walk(description.paths, '');
    const { schemas } = description.components as { schemas: Record<string, unknown> };
    for (const [name, inputs] of Object.entries(schemas)) if (name.endsWith('Input')) walk(inputs, name);
    expect(silent).toEqual([]);
  });

  test('speaks of statuses and documented names, not of GraphQL', () => {
    const roots = [restSchema.getQueryType()!, restSchema.getMutationType()!].flatMap((type) =>
      Object.keys(type.getFields()),
    );
    const texts: string[] = [];
    JSON.stringify(description, (key, value) => {
      if (key === 'example' || key === 'info') return undefined;
      if ((key === 'description' || key === 'summary') && typeof value === 'string') texts.push(value);
      return value;
    });
    expect(texts).toContain(
      'Adds tags to contacts, or replaces theirs (E8): to all of them or, on an error, to none. `422` names every contact that the team does not have under `contact_ids.N`.\n\nReference: E8.',
    );
    const foreign = texts.filter(
      (text) =>
        /GraphQL|selected|selects|argument|cursor|subscription|viewer/.test(text) ||
        Object.keys(answers).some((code) => text.includes(code)) ||
        roots.some((name) => /[A-Z]/.test(name) && text.includes(`\`${name}\``)),
    );
    expect(foreign).toEqual([]);
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
