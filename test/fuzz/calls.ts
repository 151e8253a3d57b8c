import fc from 'fast-check';
import { type GraphQLInputType, getOperationAST, typeFromAST } from 'graphql';
import { documentedName } from '../../src/input/validation-messages.ts';
import type { Route } from '../../src/rest/route.ts';
import { restSchema } from '../../src/schema.ts';
import type { FuzzWorld } from './world.ts';

export interface RestCall {
  path: string;
  body?: unknown;
}

/** Calls of a row with anything in path, query and body. */
export function callOf(route: Route, { inputOf, ids }: FuzzWorld): fc.Arbitrary<RestCall> {
  const segment = fc.constantFrom(...ids, 'x', '%00', '%ED%A0%80', '..%2f', '1', "'");
  const params = route.path.match(/:\w+/g) ?? [];
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE';
  return fc
    .tuple(payloadOf(route, inputOf), fc.array(segment, { minLength: params.length, maxLength: params.length }))
    .map(([payload, values]) => {
      const path = params.reduce((text: string, param, at) => text.replace(param, values[at]!), route.path);
      if (hasBody) return { path, body: payload };
      const query = Object.entries(payload).map(([key, value]): [string, string] => [key, wellFormed(textOf(value))]);
      return { path: `${path}?${new URLSearchParams(query)}` };
    });
}

/** An object may have a `toString` that is none. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Body or query of the row: every variable of its document under its documented name. */
function payloadOf({ document }: Route, inputOf: FuzzWorld['inputOf']): fc.Arbitrary<Record<string, unknown>> {
  const definitions = getOperationAST(document)?.variableDefinitions ?? [];
  const parts = definitions.map(({ variable, type }) => {
    const arbitrary = inputOf(typeFromAST(restSchema, type as never) as GraphQLInputType, documentedName);
    return variable.name.value === 'input'
      ? arbitrary
      : fc.record({ [documentedName(variable.name.value)]: arbitrary }, { requiredKeys: [] });
  });
  return fc
    .tuple(...parts)
    .map((values) => Object.assign({}, ...values.map((value) => (typeof value === 'object' ? value : { value }))));
}
