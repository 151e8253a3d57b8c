import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describeRest } from '../../src/rest/docs.ts';
import type { Route } from '../../src/rest/route.ts';
import { routes } from '../../src/rest/routes.ts';
import { restSchema } from '../../src/schema.ts';
import { LEAK } from './inputs.ts';
import type { FuzzWorld } from './world.ts';

export interface Seen {
  status: number;
  headers: Headers;
  /** As it came. */
  text: string;
}

interface Description {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
  components: object;
}

const description = describeRest(restSchema, routes, undefined) as unknown as Description;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();

/** The documented body of a row's answer of this status. */
function bodyOf({ method, path }: Route, status: number): ValidateFunction | null {
  const key = `${method} ${path} ${status}`;
  const known = validators.get(key);
  if (known) return known;
  const { responses } = description.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
  const content = responses[status]?.content?.['application/json'];
  if (!content) return null;
  const validate = ajv.compile({ ...content.schema, components: description.components });
  validators.set(key, validate);
  return validate;
}

/** What is wrong with an answer; null when it is as documented. */
export function faultOfRest(world: FuzzWorld, route: Route, request: string, seen: Seen): string | null {
  const common = faultOfAny(world, request, seen);
  if (common) return common;
  const validate = bodyOf(route, seen.status);
  if (!validate) return `${seen.status} is not documented`;
  return validate(JSON.parse(seen.text)) ? null : ajv.errorsText(validate.errors);
}

const CODES = new Set([
  'BAD_REQUEST',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'CONFLICT',
  'PAYMENT_REQUIRED',
  'RATE_LIMITED',
  'COST_LIMIT_EXCEEDED',
  'DEPTH_LIMIT_EXCEEDED',
]);

interface Result {
  data?: unknown;
  errors?: { message?: unknown; extensions?: { code?: string } }[];
}

export function faultOfGraphQL(world: FuzzWorld, request: string, seen: Seen): string | null {
  const common = faultOfAny(world, request, seen);
  if (common) return common;
  const result = JSON.parse(seen.text) as Result;
  if (Object.keys(result).some((key) => key !== 'data' && key !== 'errors')) return 'a key that is none of GraphQL’s';
  const error = result.errors?.find(({ message, extensions }) => !message || !CODES.has(extensions?.code ?? ''));
  return error ? `an error of no documented code: ${JSON.stringify(error)}` : null;
}

/** Holds for every answer: no fault of ours, JSON, nothing of what it is made of and nothing of another team. */
function faultOfAny({ foreign }: FuzzWorld, request: string, { status, headers, text }: Seen): string | null {
  if (status >= 500) return `answered ${status}: ${text}`;
  if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) return 'no JSON';
  const leak = LEAK.exec(text);
  // GraphQL repeats the values that it refuses.
  if (leak && !LEAK.test(request)) return `tells “${leak[0]}”`;
  const theirs = text.match(UUID)?.find((id) => foreign.has(id) && !request.includes(id));
  return theirs ? `shows ${theirs} of another team` : null;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
