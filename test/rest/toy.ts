import Fastify, { type InjectOptions } from 'fastify';
import { buildSchema, type ExecutionResult, execute, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import * as scalars from 'graphql-scalars';
import { AppError, ValidationError } from '../../src/errors.ts';
import { pathOf, sendAnswer } from '../../src/http/http.ts';
import { type Call, type RestOptions, restRoutes } from '../../src/rest/adapter.ts';
import type { BodyFields } from '../../src/rest/body-fields.ts';
import { eb3, errorList, transportErrors } from '../../src/rest/error-bodies.ts';
import { commaList } from '../../src/rest/query.ts';
import { route } from '../../src/rest/route.ts';
import { failureAnswer } from '../../src/web/failures.ts';

/** A small shop: enough of a schema for every rule of the walker, with nothing of the product in it. */
const toySchema = buildSchema(/* GraphQL */ `
  scalar PositiveInt
  scalar NonNegativeInt
  scalar SafeInt
  scalar PositiveFloat
  scalar NonNegativeFloat
  scalar Decimal
  scalar EmailAddress
  scalar UUID
  scalar URL
  scalar DateTime
  scalar JSON
  scalar JSONObject
  scalar Even

  enum Day { Mon Tue }
  enum Status { draft in_progress notContains }

  input Hours { start: String!, end: String }
  "Opening days."
  input Week { Mon: [Hours!], Tue: [Hours!] }
  input ManualData { sendAmount: PositiveInt! = 200, throttleBatchSize: NonNegativeInt! = 0, sendDatetime: DateTime }
  input Meta {
    sendType: Status
    segmentIds: [JSONObject!]
    agentIds: [String!]
    manualData: ManualData
    daysOfWeek: [Day!]
    week: Week
    unlisted: String
  }
  input EverythingInput {
    name: String!
    password: String
    status: Status
    isActive: Boolean
    custom1Str: String
    count: Int
    step: PositiveInt
    number: SafeInt
    ratio: Float
    minMargin: NonNegativeFloat
    cost: Decimal
    maxPrice: PositiveFloat
    email: EmailAddress
    teamId: UUID
    url: URL
    appliedAt: DateTime
    payload: JSON
    settings: JSONObject
    even: Even
    ref: ID
    meta: Meta
    parent: EverythingInput
    contactIds: [UUID!]
    unlisted: String
  }
  type Thing { id: ID!, name: String, sendType: Status }
  type Query { thing(id: ID!): Thing, list(page: Int! = 1, include: [Status!]): JSON }
  type Mutation {
    "Keeps everything it is given."
    keep(id: ID!, input: EverythingInput!): JSON
    charge(cost: Decimal!, reason: String): JSON
    fail(id: ID!): Boolean
    ping(id: ID!): Thing
  }
`);

/** By hand, because under vitest graphql-scalars may have loaded graphql a second time. */
function useScalars(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, type] of Object.entries(schema.getTypeMap())) {
    const known = (scalars as Record<string, unknown>)[`GraphQL${name}`] as { parseValue: unknown } | undefined;
    if (known !== undefined) Object.assign(type, { parseValue: known.parseValue, parseConstLiteral: known.parseValue });
  }
  const even = (value: unknown) => {
    if (typeof value !== 'number' || value % 2 !== 0) throw new GraphQLError('odd');
    return value;
  };
  Object.assign(schema.getType('Even')!, { parseValue: even });
  return schema;
}

export const schema = useScalars(toySchema);

const keep = parse('mutation Keep($thing: ID!, $input: EverythingInput!) { data: keep(id: $thing, input: $input) }');
const charge = parse(
  'mutation Charge($cost: Decimal!, $chargeReason: String) { data: charge(cost: $cost, reason: $chargeReason) }',
);
const list = parse('query List($page: Int! = 1, $include: [Status!]) { data: list(page: $page, include: $include) }');
const thing = parse('query Thing($thing: ID!) { data: thing(id: $thing) { id name send_type: sendType } }');
const fail = parse('mutation Fail($thing: ID!) { success: fail(id: $thing) }');
const ping = parse('mutation Ping($thing: ID!) { data: ping(id: $thing) { id } }');

/** Of `EverythingInput` all but `unlisted`. */
const everything: (string | Record<string, BodyFields>)[] = [
  ...['name', 'password', 'status', 'is_active', 'custom1_str', 'count', 'step', 'number', 'ratio', 'min_margin'],
  ...[
    'cost',
    'max_price',
    'email',
    'team_id',
    'url',
    'applied_at',
    'payload',
    'settings',
    'even',
    'ref',
    'contact_ids',
  ],
  {
    meta: [
      ...['send_type', 'segment_ids', 'agent_ids', 'days_of_week'],
      { manual_data: ['send_amount', 'throttle_batch_size', 'send_datetime'] },
      { week: [{ Mon: ['start', 'end'], Tue: ['start', 'end'] }] },
    ],
  },
];
everything.push({ parent: everything });

export const routes = [
  route({
    tag: { name: 'things', description: 'Things.' },
    operation: 'E1',
    method: 'PUT',
    path: '/v1/things/:thing',
    document: keep,
    body: everything,
    variables: ({ params, body }) => ({ thing: params.thing, input: body }),
  }),
  route({
    operation: 'E2',
    method: 'POST',
    path: '/v1/charges',
    document: charge,
    body: ['cost', 'charge_reason'],
    status: 201,
    variables: ({ body }) => ({ cost: body.cost, chargeReason: body.charge_reason }),
    respond: () => 'charged',
  }),
  route({
    operation: 'E3',
    method: 'GET',
    path: '/v1/things',
    document: list,
    variables: ({ query }) => ({ page: query.page, include: commaList(query.include) }),
  }),
  route({
    operation: 'E4',
    method: 'GET',
    path: '/v1/things/:thing',
    document: thing,
    variables: ({ params }) => ({ thing: params.thing }),
  }),
  route({
    operation: 'E5',
    method: 'POST',
    path: '/v1/things/:thing/fail',
    document: fail,
    variables: ({ params }) => ({ thing: params.thing }),
    errors: { NOT_FOUND: eb3, VALIDATION_FAILED: errorList },
  }),
  route({
    operation: 'E6',
    method: 'POST',
    path: '/v1/things/:thing/ping',
    document: ping,
    variables: ({ params }) => ({ thing: params.thing }),
  }),
];

/** Answers with its own arguments, so that tests see what a resolver would. */
const rootValue = {
  keep: ({ input }: { input: unknown }) => input,
  charge: (args: unknown) => args,
  list: (args: unknown) => args,
  thing: ({ id }: { id: string }) => ({ id, name: 'A thing', sendType: 'in_progress' }),
  ping: ({ id }: { id: string }) => ({ id }),
  fail: ({ id }: { id: string }) => {
    const { [id]: error } = failures;
    throw error ?? new Error('a bug with a secret');
  },
};

const coded = (message: string, extensions: Record<string, unknown>) => new GraphQLError(message, { extensions });

const failures: Record<string, GraphQLError | undefined> = {
  missing: coded('Thing not found.', { code: 'NOT_FOUND' }),
  planner: coded('Campaign does not have planner', {
    code: 'VALIDATION_FAILED',
    fields: { campaign: ['Campaign does not have planner'] },
  }),
  balance: coded('Insufficient balance', { code: 'PAYMENT_REQUIRED' }),
  masked: coded('Unexpected error.', { code: 'INTERNAL_SERVER_ERROR' }),
};

interface Asked {
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
  payload: string;
}

interface ToyOptions extends Partial<RestOptions<unknown>> {
  report?: (error: unknown) => void;
}

/** The rows as routes of a server with nothing else. */
export function toyRest({ report = () => {}, ...options }: ToyOptions = {}) {
  const app = Fastify({
    routerOptions: { ignoreTrailingSlash: true, querystringParser: (query) => new URLSearchParams(query) as never },
    frameworkErrors: (_error, request, reply) =>
      void sendAnswer(reply, failure(transportErrors.unknownRoute(pathOf(request.raw.url!)))),
  });
  const failure = (error: unknown, errors = {}) =>
    failureAnswer(error, { path: '/api', trace: {} as never, errors }, report);
  app.addHook('onRequest', (request, reply, done) => {
    request.path = pathOf(request.raw.url!);
    reply.serializer(String);
    done();
  });
  app.setErrorHandler((error, { routeOptions }, reply) =>
    sendAnswer(reply, failure(error, routeOptions.config.errors)),
  );
  app.setNotFoundHandler(({ path }) => {
    throw transportErrors.unknownRoute(path);
  });
  const rows = restRoutes<unknown>({
    schema,
    routes,
    authorize: async ({ request }) => {
      if (request.headers.authorization === undefined) throw new AppError('UNAUTHENTICATED', '');
      return null;
    },
    execute: async ({ document, variables, refused }: Call<unknown>) => {
      if (refused) throw new ValidationError(refused);
      return (await execute({ schema, document, rootValue, variableValues: variables })) as ExecutionResult;
    },
    ...options,
  });
  void app.register(rows, { prefix: '/api' });
  return {
    async handle(asked: Asked) {
      const { statusCode: status, headers, body } = await app.inject(asked as InjectOptions);
      const { connection: _, date: __, 'content-length': ___, ...own } = headers;
      return { status, headers: own, body: body === '' ? null : body };
    },
  };
}

export function request(method: string, url: string, body?: unknown, headers: Asked['headers'] = {}): Asked {
  const all = { authorization: 'Bearer token', 'content-type': 'application/json', ...headers };
  if (all.authorization === undefined) Reflect.deleteProperty(all, 'authorization');
  const payload = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  return { method, url, headers: all, payload };
}

export function seen({ status, body }: { status: number; body: string | null }) {
  return { status, body: body === null ? null : JSON.parse(body) };
}
