import fc from 'fast-check';
import { type GraphQLInputType, getOperationAST, typeFromAST } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { documentedName } from '../../src/validation-messages.ts';
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

/** Body or query of the row: every variable of its document under its documented name. */
function payloadOf({ document }: Route): fc.Arbitrary<Record<string, unknown>> {
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const parts = definitions.map(({ variable, type }) => {
    const arbitrary = inputOf(typeFromAST(schema, type as never) as GraphQLInputType, documentedName);
    return variable.name.value === 'input'
      ? arbitrary
      : fc.record({ [documentedName(variable.name.value)]: arbitrary }, { requiredKeys: [] });
  });
  return fc
    .tuple(...parts)
    .map((values) => Object.assign({}, ...values.map((value) => (typeof value === 'object' ? value : { value }))));
}

test.each(routes.map((route) => [`${route.operation} ${route.method} ${route.path}`, route] as const))(
  '%s answers anything with a documented body and no fault',
  async (_name, route) => {
    const segment = fc.constantFrom('01900000-0000-7000-8000-000000000000', 'x', '%00', '%ED%A0%80', '..%2f', '1', "'");
    const params = route.path.match(/:\w+/g) ?? [];
    await fc.assert(
      fc.asyncProperty(
        payloadOf(route),
        fc.array(segment, { minLength: params.length, maxLength: params.length }),
        async (payload, ids) => {
          const path = params.reduce((text: string, param, index) => text.replace(param, ids[index]!), route.path);
          const hasBody = route.method !== 'GET' && route.method !== 'DELETE';
          const query = hasBody
            ? ''
            : `?${new URLSearchParams(Object.entries(payload).map(([key, value]) => [key, String(value)]))}`;
          const { status, body } = await app.rest(route.method, path + query, {
            token,
            ...(hasBody && { body: payload }),
          });
          expect(status).toBeLessThan(500);
          if (status < 400) return;
          const text = JSON.stringify(body);
          expect(text).not.toMatch(LEAK);
          const shapes = [['message'], ['message', 'errors'], ['error'], ['errors']];
          expect(shapes).toContainEqual(Object.keys(body));
        },
      ),
      { numRuns: 25, seed: 20261121, endOnFailure: true },
    );
  },
  30_000,
);
