import { randomUUID } from 'node:crypto';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type OperationTypeNode,
} from 'graphql';
import { createApp } from '../../src/app.ts';
import type { Services } from '../../src/context.ts';
import type { Access } from '../../src/graphql/access.ts';
import { readTypeOf } from '../../src/input/read-input.ts';
import { schema } from '../../src/schema.ts';
import type { GraphQLAnswer, TestApp } from '../support/app.ts';
import { watchRequests } from '../support/isolation/watch.ts';
import { subscribe } from '../support/stream.ts';

export interface Root {
  kind: 'query' | 'mutation' | 'subscription';
  field: GraphQLField<unknown, unknown>;
}

export const rootsOf = (of: typeof schema): Root[] =>
  (['query', 'mutation', 'subscription'] as const).flatMap((kind) =>
    Object.values(of.getRootType(kind as OperationTypeNode)!.getFields()).map((field) => ({ kind, field })),
  );

/** Every field of Query, Mutation and Subscription. */
export const roots = rootsOf(schema);

export const accessOf = ({ field }: Root) => field.extensions.access as Access;

/** An id that nobody has. */
export const UNKNOWN = '01900000-0000-7000-8000-000000000000';

let count = 0;
const SAMPLES: Record<string, () => unknown> = {
  ID: () => UNKNOWN,
  String: () => `x${count}`,
  Boolean: () => true,
  Decimal: () => '1',
  DateTime: () => '2099-03-01T09:00:00Z',
  EmailAddress: () => `a${count}@b.cc`,
  URL: () => 'https://a.example',
  JSON: () => ({}),
  JSONObject: () => ({}),
  UUID: randomUUID,
  Upload: () => null,
  PhoneNumber: () => `+${14_155_550_000 + count}`,
  SafeInt: () => count,
};

/** The least that fits the type; texts and numbers that are new each time. */
export function sample(type: GraphQLInputType): unknown {
  count += 1;
  const inner = getNullableType(type) as GraphQLInputType;
  if (isListType(inner)) return [sample(inner.ofType)];
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).filter(
      (field) => isRequiredInputField(field) || (inner.isOneOf && field === Object.values(inner.getFields())[0]),
    );
    return Object.fromEntries(fields.map((field) => [field.name, sample(readTypeOf(field))]));
  }
  const make = SAMPLES[getNamedType(inner).name];
  return make ? make() : 1;
}

/** Arguments that are right, so that nothing but what is asked for decides. */
export const sampleArguments = ({ field }: Root): Record<string, unknown> =>
  Object.fromEntries(field.args.filter(isRequiredArgument).map((arg) => [arg.name, sample(arg.type)]));

/** What a field yields without asking further: its values, those of objects that are no records, of a list its records. */
export function selectionOf(type: GraphQLOutputType, depth = 2): string {
  const named = getNamedType(type);
  if (!isObjectType(named) && !isInterfaceType(named)) return '';
  const chosen = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const target = getNamedType(field.type);
    if (isLeafType(target)) return [field.name];
    const goesOn = depth > 0 && (field.name === 'nodes' || target.extensions.table === undefined);
    return goesOn && field.name !== 'edges' ? [`${field.name} ${selectionOf(field.type, depth - 1)}`] : [];
  });
  return `{ __typename ${chosen.join(' ')} }`;
}

/**
 * What a stream shows at once; nothing where it waits for what comes. An app of its own is closed as soon as the stream
 * stands, which ends it behind its first event.
 */
async function firstEvent<Data>(services: Services, query: string, options: object): Promise<GraphQLAnswer<Data>> {
  const app = watchRequests(createApp(services));
  const stream = await subscribe<Data>((request) => app.fetch(request), query, options);
  app.close();
  const answer = await stream.next();
  await stream.leave();
  return answer ?? {};
}

/** One operation on one root field, its arguments as variables; of a subscription, the first event. */
export async function call<Data = Record<string, unknown>>(
  { graphql, app, services }: TestApp,
  { kind, field }: Root,
  variables: Record<string, unknown>,
  { token, selection = selectionOf(field.type) }: { token?: string | undefined; selection?: string } = {},
): Promise<GraphQLAnswer<Data>> {
  const given = field.args.filter(({ name }) => name in variables);
  const definitions = given.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const inParentheses = (text: string) => (text === '' ? '' : `(${text})`);
  const query = `${kind} Q${inParentheses(definitions)} { ${field.name}${inParentheses(passed)} ${selection} }`;
  if (kind === 'subscription') return firstEvent<Data>(services, query, { token, variables });
  const files = given.filter(({ type }) => getNamedType(type).name === 'Upload').map(({ name }) => name);
  if (files.length === 0) return graphql<Data>(query, { variables, ...(token !== undefined && { token }) });

  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables }));
  form.set('map', JSON.stringify({ 0: files.map((name) => `variables.${name}`) }));
  form.set('0', new File(['phone'], 'list.csv'));
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const request = new Request('http://localhost/graphql', { method: 'POST', headers, body: form });
  return (await (await app.fetch(request)).json()) as GraphQLAnswer<Data>;
}
