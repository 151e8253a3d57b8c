import { getOperationAST } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileInput } from '../../src/input/read-input.ts';
import { documentedName } from '../../src/input/validation-messages.ts';
import { REST_INPUT } from '../../src/rest/input-manner.ts';
import { readQuery } from '../../src/rest/query.ts';
import type { Route, RouteRequest } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import type { GraphQLAnswer } from '../support/app.ts';
import { type Call, type Contract, rows, withField } from './contract.ts';
import { callOf, createWorld, idsFor, tokenOf, type World } from './fixture.ts';
import { contracts } from './operations.ts';
import { twinOf } from './twin.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const paramsOf = ({ path }: Route, pathname: string) => {
  const segments = pathname.split('/');
  const named = path.split('/').map((part, at) => [part, decodeURIComponent(segments[at]!)] as const);
  return Object.fromEntries(named.flatMap(([part, value]) => (part.startsWith(':') ? [[part.slice(1), value]] : [])));
};
/** Operations whose fields clients of GraphQL have, too. */
const shared = routes.filter(({ document }) => {
  const operation = getOperationAST(document)!;
  const fields = schema.getRootType(operation.operation)!.getFields();
  return operation.selectionSet.selections.every((field) => field.kind === 'Field' && field.name.value in fields);
});
const routeOf = ({ operation }: Contract) => routes.find((route) => route.operation === operation)!;
const readers = new Map(
  shared.map((route) => [route, compileInput(schema, getOperationAST(route.document)!, REST_INPUT)]),
);
const twins = new Map(shared.map((route) => [route, twinOf(schema, route.document)]));

/** What the row would look at. */
function requestOf(route: Route, { path, body = {}, headers = {} }: Call): RouteRequest {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  return {
    params: paramsOf(route, pathname),
    query: readQuery(searchParams),
    headers,
    body: body as Record<string, unknown>,
    url: `http://localhost/api${pathname}`,
    search: searchParams,
  };
}

/** The variables that the row makes; where it refuses the request, the same values under GraphQL's names. */
function variablesOf(route: Route, request: RouteRequest): Record<string, unknown> {
  const raw = namedAsGraphql(route.variables?.(request) ?? {}) as Record<string, unknown>;
  const { variables, errors } = readers.get(route)!(raw);
  if (!errors) return variables;
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, renamed(value)]));
}

/** Fields of requests that have another name in GraphQL. */
const OTHER_NAMES: Readonly<Record<string, string>> = { sms_routing_plan_id: 'routing_plan_id' };

function namedAsGraphql(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [OTHER_NAMES[name] ?? name, namedAsGraphql(item)]),
  );
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [camel(name), renamed(item)]));
}

async function rest(contract: Contract, call: Call, token: string | undefined) {
  const { path, ...options } = call;
  const secret = contract.access === 'secret';
  return world.test.rest(routeOf(contract).method, path, { ...options, ...(token && !secret && { token }) });
}

async function graphql(contract: Contract, call: Call, token: string | undefined) {
  const route = routeOf(contract);
  const request = requestOf(route, call);
  const { query, aliased } = twins.get(route)!;
  const variables = variablesOf(route, request);
  const answer: GraphQLAnswer<object> = await world.test.graphql(query, { variables, ...(token && { token }) });
  const data = answer.data && aliased(answer.data);
  return { ...answer, body: data && (route.respond ? route.respond(data, request) : data) };
}

const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'VALIDATION_FAILED',
};

/**
 * Documented fields that GraphQL leaves to its clients, who format moments themselves, or has in another form: `events { totalCount }`,
 * `disallowedCountryIds`. So is a call’s `meta`, an empty list.
 */
const OF_REST = [
  ...['created_at_formatted', 'created_at_tz', 'date_key', 'created_ago'],
  ...['events_count', 'disallowed_countries'],
];

/** What is another one every time: ids, moments and tokens. */
function masked(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value) =>
      OF_REST.includes(name) || (name === 'meta' && Array.isArray(value)) ? undefined : value,
    )
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
      .replace(/obs_[\w-]+/g, '<token>'),
  );
}

const inBoth = contracts.filter((contract) => twins.has(routeOf(contract)));

test('all but eight operations are in both APIs', () => {
  const others = contracts.filter((contract) => !inBoth.includes(contract));
  expect(others.map(({ operation }) => operation).sort()).toEqual([
    'E1',
    'E12',
    'E13',
    'E14',
    'E17',
    'E18',
    'E19',
    'E20',
  ]);
});

describe.each(inBoth.map((contract) => [contract.operation, contract] as const))('%s in both APIs', (_, contract) => {
  test('answers the same', async () => {
    for (const row of contract.success) {
      const [one, other] = [await idsFor(world, contract), await idsFor(world, contract)];
      const token = tokenOf(world, row.as);
      const { body } = await rest(contract, callOf(contract, one, row.call?.(one)), token);
      const twin = await graphql(contract, callOf(contract, other, row.call?.(other)), token);
      expect(twin.errors).toBeUndefined();
      expect(masked(twin.body)).toEqual(masked(body));
    }
  });

  if (contract.access !== 'public')
    test('refuses the same callers', async () => {
      const call = callOf(contract, world.mine.ids);
      const elsewhere = await world.scoped('GET /v1/nothing');
      for (const token of [undefined, 'obt_nobody', elsewhere]) {
        const { status } = await world.test.rest(routeOf(contract).method, call.path, {
          ...(call.body !== undefined && { body: call.body }),
          ...(token && { token }),
        });
        const twin = await graphql(contract, { ...call, headers: {} }, token);
        expect([token, twin.errors?.[0]?.extensions.code]).toEqual([token, CODES[status]]);
        expect(status).toBe(token === elsewhere && contract.access === undefined ? 403 : 401);
      }
    });

  test('refuses the same requests, with the code of the status', async () => {
    const { ids } = world.mine;
    const base = callOf(contract, ids);
    const calls: [Call, string | undefined][] = [
      ...rows(contract.failure).map((row): [Call, string | undefined] => [
        callOf(contract, ids, row.call?.(ids)),
        tokenOf(world, row.as),
      ]),
      ...(typeof contract.missing === 'object'
        ? [world.rival.ids, world.nobody, world.nonsense].map((theirs): [Call, string | undefined] => [
            callOf(contract, ids, { path: contract.path(theirs) }),
            tokenOf(world),
          ])
        : []),
    ];
    for (const [call, token] of calls) {
      const { status, body } = await rest(contract, call, token);
      const { errors } = await graphql(contract, call, token);
      expect([call, errors?.map(({ extensions }) => extensions.code)[0]]).toEqual([call, CODES[status]]);
      if (status !== 422) expect([errors?.[0]?.message]).toEqual(Object.values(body));
    }
    const types = rows(contract.types);
    const isList = (field: string) => types.some(([other]) => other === `${field}.0`);
    for (const [field, value, rule] of [...types, ...rows(contract.bounds)]) {
      // GraphQL takes a single value for a list of one.
      if (rule === null || (rule === 'must be an array' && isList(field))) continue;
      const { errors } = await graphql(contract, withField(base, field, value), tokenOf(world));
      expect([field, errors?.[0]?.extensions.code]).toEqual([field, 'VALIDATION_FAILED']);
      const named = errors?.flatMap(({ extensions }) => Object.keys(extensions.fields ?? {})) ?? [];
      expect(named.map(documentedName)).toContain(OTHER_NAMES[field] ?? field);
    }
  });
});
