import {
  type GraphQLField,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../src/schema.ts';
import type { TestApp } from '../test/support/app-on.ts';

/** What both APIs answered about a release's data, to the first team's token. */
export interface Answers {
  token: string;
  graphql: { query: string; data: unknown }[];
  rest: { path: string; status: number; body: unknown }[];
}

/** The same questions again. */
export async function askAgain(app: TestApp, { token, graphql, rest }: Answers): Promise<Answers> {
  const answers: Answers = { token, graphql: [], rest: [] };
  for (const { query } of graphql) {
    const { data, errors } = await app.graphql<unknown>(query, { token });
    answers.graphql.push({ query, data: errors ? { errors: errors.map(({ message }) => message) } : data });
  }
  for (const { path } of rest) {
    const { status, body } = await app.rest<unknown>('GET', path, { token });
    answers.rest.push({ path, status, body });
  }
  return answers;
}

/** Records of a page, and of a list below one. */
const FEW = 2;
/** Lists below lists: campaigns, their sends, the logs of those. */
const DEPTH = 2;
/** What is made anew for each answer, or no data. */
const NEVER = new Set([
  'audiencePreview',
  'callReportExport',
  'smsContactReportExport',
  'smsReportExport',
  'providers',
  'callReportFilters',
]);

/** A page of each list of Query and what else needs no argument, without the fields that `skipped` names by their path. */
export function questions(skipped: ReadonlySet<string>): string[] {
  const roots = Object.values(schema.getQueryType()!.getFields());
  return roots
    .flatMap((field) => selectionOf(field, field.name, DEPTH, skipped))
    .map((selection) => `{ ${selection} }`);
}

function selectionOf(
  field: GraphQLField<unknown, unknown>,
  path: string,
  depth: number,
  skipped: ReadonlySet<string>,
): string[] {
  if (
    NEVER.has(field.name) ||
    skipped.has(path) ||
    field.deprecationReason !== undefined ||
    field.args.some(isRequiredArgument)
  )
    return [];
  const type = getNamedType(field.type);
  if (isLeafType(type)) return [field.name];
  if (!isObjectType(type)) return [];
  const isPage = type.name.endsWith('Connection');
  const takesFirst = field.args.some(({ name }) => name === 'first');
  const isBelow = path.split('.').length > 1;
  if (depth < 0 || field.name === 'edges' || field.name === 'pageInfo') return [];
  // A record below a record is a link.
  if (isBelow && !isPage && !isList(field) && type.getFields().id) return [`${field.name} { id }`];
  const below = Object.values(type.getFields()).flatMap((one) =>
    selectionOf(one, `${path}.${one.name}`, isPage ? depth : depth - 1, skipped),
  );
  return below.length === 0 ? [] : [`${field.name}${takesFirst ? `(first: ${FEW})` : ''} { ${below.join(' ')} }`];
}

const isList = ({ type }: GraphQLField<unknown, unknown>) => isListType(getNullableType(type));

/** Where two answers to one question differ, as paths without positions: `offers.nodes.name`. */
export function differences(one: unknown, other: unknown, path = ''): string[] {
  const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isRecord(one) || !isRecord(other)) return one === other ? [] : [path];
  if (Array.isArray(one) !== Array.isArray(other)) return [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  if (Array.isArray(one) && names.size !== Math.min((one as []).length, (other as []).length)) return [path];
  return [...names].flatMap((name) => {
    const below = Array.isArray(one) ? path : path === '' ? name : `${path}.${name}`;
    return differences((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name], below);
  });
}
