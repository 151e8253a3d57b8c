import fc from 'fast-check';
import { getNamedType } from 'graphql';
import { routes } from '../../src/rest/routes.ts';
import { roots } from '../contract/schema-calls.ts';
import { callOf } from './calls.ts';
import { faultOfGraphQL, faultOfRest, type Seen } from './checks.ts';
import { operationOn } from './operations.ts';
import type { FuzzWorld } from './world.ts';

/** Something to ask anything of: a row of REST, a root field of GraphQL. */
export interface Target {
  name: string;
  /** Throws with the request when an answer is not what is documented. */
  property(world: FuzzWorld, tell?: (seen: Seen) => void): fc.IAsyncProperty<[unknown]>;
}

const restTargets = routes.map(
  (route): Target => ({
    name: `${route.operation} ${route.method} ${route.path}`,
    property: (world, tell) =>
      fc.asyncProperty(callOf(route, world), async ({ path, body }) => {
        const sent = body === undefined ? null : JSON.stringify(body);
        const seen = await ask(world, route.method, `/api${path}`, sent);
        tell?.(seen);
        complain(faultOfRest(world, route, `${path} ${sent}`, seen));
      }),
  }),
);

const graphqlTargets = roots
  // Uploads are sent otherwise, and have tests of their own.
  .filter(({ field }) => field.args.every(({ type }) => getNamedType(type).name !== 'Upload'))
  .map(
    (root): Target => ({
      name: `${root.kind} ${root.field.name}`,
      property: (world, tell) =>
        fc.asyncProperty(operationOn(root, world.inputOf), async (operation) => {
          const sent = JSON.stringify(operation);
          const seen = await ask(world, 'POST', '/graphql', sent);
          tell?.(seen);
          complain(faultOfGraphQL(world, sent, seen));
        }),
    }),
  );

export const targets: readonly Target[] = [...restTargets, ...graphqlTargets];

function complain(fault: string | null): void {
  if (fault) throw new Error(fault);
}

async function ask({ test, token }: FuzzWorld, method: string, path: string, body: string | null): Promise<Seen> {
  const headers = { authorization: `Bearer ${token}`, ...(body !== null && { 'content-type': 'application/json' }) };
  const response = await test.app.fetch(new Request(`http://localhost${path}`, { method, headers, body }));
  return { status: response.status, headers: response.headers, text: await response.text() };
}
