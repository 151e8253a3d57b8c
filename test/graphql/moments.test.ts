import { type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roots, sample, sampleArguments } from '../contract/schema-calls.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = (await createTeam(app)).token;
});
afterAll(() => app.close());

/** In the year 0 or 10000 once they are in UTC, or no moments at all. */
const OUTSIDE = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00+00:01',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-00:01',
  '9999-12-31T12:00:00-14:00',
  '+010000-01-01T00:00:00Z',
  '10000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-01-01T00:00:00+24:00',
  'infinity',
  '-infinity',
  '2026-01-01T00:00:00Z BC',
];

/** The first and the last moment that can be stored, as UTC and with an offset. */
const INSIDE = [
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T14:00:00+14:00',
  '2026-01-01T00:00:00+23:59',
  '9999-12-31T11:59:59-12:00',
];

type Value = (moment: string) => unknown;

/** Ways to a moment below an input: each makes the input's value for a moment. */
function waysTo(type: GraphQLInputType, name: string, depth = 0): [string, Value][] {
  const inner = getNullableType(type) as GraphQLInputType;
  if (isListType(inner))
    return waysTo(inner.ofType, `${name}.0`, depth).map(([path, value]) => [path, (m) => [value(m)]]);
  if (getNamedType(inner).name === 'DateTime') return [[name, (moment) => moment]];
  if (!isInputObjectType(inner) || depth === 4) return [];
  return Object.values(inner.getFields()).flatMap((field) =>
    waysTo(field.type, `${name}.${field.name}`, depth + 1).map(([path, value]): [string, Value] => [
      path,
      (moment) => ({ ...(sample(inner) as object), [field.name]: value(moment) }),
    ]),
  );
}

const places = roots
  .filter(({ kind }) => kind !== 'subscription')
  .flatMap((root) =>
    root.field.args.flatMap((arg) =>
      waysTo(arg.type, arg.name).map(([path, value]) => ({
        root,
        arg,
        path,
        value,
        name: `${root.field.name} ${path}`,
      })),
    ),
  );

async function ask({ root, arg, value }: (typeof places)[number], moment: string) {
  const { kind, field } = root;
  const given: Record<string, unknown> = { ...sampleArguments(root), [arg.name]: value(moment) };
  const used = field.args.filter(({ name }) => name in given);
  const query = `${kind} Q(${used.map(({ name, type }) => `$${name}: ${type}`)}) {
    ${field.name}(${used.map(({ name }) => `${name}: $${name}`)}) { __typename }
  }`;
  return app.graphql(query, { token, variables: given });
}

test('moments are taken in filters of lists and in mutations', () => {
  expect(places.length).toBeGreaterThan(40);
  expect(places.map(({ name }) => name)).toContain('contacts filter.createdAt.from');
  expect(places.map(({ name }) => name)).toContain('updateSellerProfitLogicRule input.appliedAt');
});

test.each(places.map((place) => [place.name, place] as const))(
  '%s refuses moments that cannot be stored, and takes the first and the last',
  async (_name, place) => {
    for (const moment of OUTSIDE) {
      const { errors } = await ask(place, moment);
      const fields = Object.keys((errors?.[0]?.extensions.fields as object) ?? {});
      expect([moment, errors?.[0]?.extensions.code, fields.some((path) => place.path.endsWith(path))]).toEqual([
        moment,
        'VALIDATION_FAILED',
        true,
      ]);
    }
    for (const moment of INSIDE) {
      const { errors } = await ask(place, moment);
      expect([moment, errors?.[0]?.extensions.code ?? 'answered']).toEqual([
        moment,
        expect.stringMatching(/^(answered|NOT_FOUND|VALIDATION_FAILED|FORBIDDEN)$/),
      ]);
    }
  },
);

test.each(OUTSIDE)('%s as a literal is refused, too', async (moment) => {
  const { errors } = await app.graphql(`{ contacts(filter: { createdAt: { from: "${moment}" } }) { totalCount } }`, {
    token,
  });
  expect(errors?.[0]?.extensions.code).toMatch(/^(GRAPHQL_)?VALIDATION_FAILED$/);
});
