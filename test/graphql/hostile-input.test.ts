import fc from 'fast-check';
import { type GraphQLField, getNamedType, isLeafType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { inputOf, LEAK } from '../support/hostile-input.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ LOGIN_ATTEMPTS: 1_000 });
  token = (await createTeam(app)).token;
});
afterAll(() => app.close());

const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type!.getFields()).map((field) => [`${type!.name.toLowerCase()} ${field.name}`, field] as const),
);

const operationOf = (kind: string, { name, args, type }: GraphQLField<unknown, unknown>) => {
  const definitions = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
  return args.length > 0
    ? `${kind} Q(${definitions}) { ${name}(${given}) ${selection} }`
    : `${kind} Q { ${name} ${selection} }`;
};

test.each(roots)(
  '%s answers anything without a fault',
  async (name, field) => {
    const query = operationOf(name.split(' ')[0]!, field);
    const variables = fc.record(
      Object.fromEntries(field.args.map((arg) => [arg.name, inputOf(arg.type, (key) => key)])),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(variables, async (values) => {
        const { errors } = await app.graphql(query, { token, variables: values });
        for (const { extensions, message } of errors ?? []) {
          expect(extensions.code).not.toBe('INTERNAL_SERVER_ERROR');
          // GraphQL repeats the value it refuses; what it was is the caller's own.
          if (extensions.code !== 'VALIDATION_FAILED') expect(message).not.toMatch(LEAK);
        }
      }),
      { numRuns: 8, seed: 20261121, endOnFailure: true },
    );
  },
  30_000,
);
