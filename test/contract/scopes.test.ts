import { getNamedType, getOperationAST, isLeafType, type OperationDefinitionNode } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { restSchema } from '../../src/schema.ts';
import { createTeamToken } from '../support/team.ts';
import { createWorld, type World } from './fixture.ts';
import { accessOf, call, roots as everyRoot, type Root, rootsOf, sampleArguments, UNKNOWN } from './schema-calls.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface Guarded extends Root {
  /** As tokens name it; null where no token that is limited may go. */
  endpoint: string | null;
}

const guardedAmong = (all: readonly Root[]) =>
  all.flatMap((root): Guarded[] => {
    const access = accessOf(root);
    if (access === 'public') return [];
    const endpoint = typeof access === 'string' ? (access.includes('/') ? access : null) : (access.endpoint ?? null);
    return [{ ...root, endpoint }];
  });

/** Every root field of the public schema that is not for everybody. */
const roots = guardedAmong(everyRoot);
/** Those that only REST has, too. */
const rootsOfRest = guardedAmong(rootsOf(restSchema));

const endpointOf = ({ method, path }: Route) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
const rootOf = ({ document }: Route) => {
  const { operation, selectionSet } = getOperationAST(document) as OperationDefinitionNode;
  const [first] = selectionSet.selections;
  const name = first?.kind === 'Field' ? first.name.value : '';
  return rootsOfRest.find(({ kind, field }) => kind === operation && field.name === name);
};
/** All but sign-in and the provider's events, which bring their own proof. */
const guarded = routes.filter((route) => rootOf(route) !== undefined);

const REFUSAL = 'This action is unauthorized.';

/** Whether the token may not use the field at all; whatever else comes of the call is no matter here. */
async function refusedByGraphQL(root: Root, token: string): Promise<boolean> {
  const selection = isLeafType(getNamedType(root.field.type)) ? '' : '{ __typename }';
  const { errors } = await call(world.test, root, sampleArguments(root), { token, selection });
  const [error] = errors ?? [];
  // The arguments are right and somebody asks: anything else that is wrong with the call would hide the answer.
  expect(['GRAPHQL_VALIDATION_FAILED', 'UNAUTHENTICATED']).not.toContain(error?.extensions.code);
  return error?.extensions.code === 'FORBIDDEN' && error.message === REFUSAL;
}

async function refusedByRest({ method, path }: Route, token: string): Promise<boolean> {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const request = { token, ...(hasBody && { body: {} }) };
  const { status, body } = await world.test.rest(method, path.replace(/:\w+/g, UNKNOWN), request);
  expect(status).not.toBe(401);
  return status === 403 && body.message === REFUSAL;
}

/** Operations and fields that a token gets through to. */
async function allowedTo(token: string) {
  const operations: string[] = [];
  for (const route of guarded) if (!(await refusedByRest(route, token))) operations.push(route.operation);
  const fields: string[] = [];
  for (const root of roots) if (!(await refusedByGraphQL(root, token))) fields.push(root.field.name);
  return { operations, fields };
}

/** Operations whose endpoint opens no public field: clients of GraphQL stop campaigns with one that no limited token may use. */
const ONLY_REST = ['E19'];

const fieldsOf = (endpoint: string) =>
  roots.filter((root) => root.endpoint === endpoint).map(({ field }) => field.name);

test('all operations but sign-in and events are guarded, each by its own endpoint', () => {
  expect(routes.filter((route) => !guarded.includes(route)).map(({ operation }) => operation)).toEqual(['E2', 'E12']);
  for (const route of guarded) expect(rootOf(route)!.endpoint).toBe(endpointOf(route));
});

test.each(guarded.map((route) => [endpointOf(route), route] as const))(
  'a token limited to %s can do that and nothing else, in both APIs',
  async (endpoint, route) => {
    const allowed = await allowedTo(await world.scoped(endpoint));
    expect(allowed).toEqual({ operations: [route.operation], fields: fieldsOf(endpoint) });
    expect(allowed.fields.length > 0).toBe(!ONLY_REST.includes(route.operation));
  },
);

test('a token limited to every endpoint can use no field that has none', async () => {
  expect(await allowedTo(await world.scoped(...guarded.map(endpointOf)))).toEqual({
    operations: guarded.map(({ operation }) => operation),
    fields: roots.filter(({ endpoint }) => endpoint !== null).map(({ field }) => field.name),
  });
});

test('a token without limits can do everything', async () => {
  expect(await allowedTo(world.mine.tokens.team)).toEqual({
    operations: guarded.map(({ operation }) => operation),
    fields: roots.map(({ field }) => field.name),
  });
});

test('a token limited to endpoints that do not exist can do nothing', async () => {
  expect(await allowedTo(await world.scoped('GET /v1/nothing'))).toEqual({ operations: [], fields: [] });
});

const E1 = guarded.find(({ operation }) => operation === 'E1')!;
/** REST's own field is not in the public schema; this one stands for the same endpoint. */
const publicE1 = roots.find(({ endpoint }) => endpoint === endpointOf(E1))!;

test.each([
  ['put', '/v1/voice/campaigns/{campaign}'],
  ['PUT', '/v1/voice/campaigns/{campaign}'],
  ['Put', '/v1/voice/campaigns/:campaign'],
  ['put', '/api/v1/voice/campaigns/{campaign}'],
  ['put', 'v1/voice/campaigns/{id}/'],
  ['put', '/V1/Voice/Campaigns/:id'],
])('%s %s is another spelling of E1', async (method, endpoint) => {
  const token = await scopedTo(method, endpoint);
  expect(await refusedByRest(E1, token)).toBe(false);
  expect(await refusedByGraphQL(publicE1, token)).toBe(false);
});

test.each([
  ['post', '/v1/voice/campaigns/{campaign}'],
  ['put', '/v1/voice/campaigns'],
  ['put', '/v1/voice/campaigns/{campaign}/more'],
  ['put', '/v1/voice/campaigns/*'],
  ['*', '/v1/voice/campaigns/{campaign}'],
  ['put', '/v2/voice/campaigns/{campaign}'],
  ['', ''],
])('%s %s is not E1', async (method, endpoint) => {
  const token = await scopedTo(method, endpoint);
  expect(await refusedByRest(E1, token)).toBe(true);
  expect(await refusedByGraphQL(publicE1, token)).toBe(true);
});

const scopedTo = (method: string, endpoint: string) =>
  createTeamToken(world.test, world.mine.ids.team, {
    role: 'owner',
    scopes: [{ method, endpoint, reason: 'Tested.' }],
  });
