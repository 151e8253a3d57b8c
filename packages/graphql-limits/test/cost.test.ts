import {
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { type CostOptions, costProblem, createPricer } from 'graphql-limits';
import { describe, expect, test } from 'vitest';

const Author: GraphQLObjectType = new GraphQLObjectType({
  name: 'Author',
  fields: () => ({
    name: { type: GraphQLString },
    score: { type: GraphQLInt, extensions: { price: 50 } },
    prizes: { type: new GraphQLList(Prize), extensions: { size: 3 } },
    aliases: { type: new GraphQLList(Prize) },
    books: { type: new GraphQLList(Book), args: { first: { type: GraphQLInt }, take: { type: GraphQLInt } } },
  }),
});
const Prize = new GraphQLObjectType({ name: 'Prize', fields: { name: { type: GraphQLString } } });
const Book = new GraphQLObjectType({
  name: 'Book',
  fields: { title: { type: GraphQLString }, author: { type: Author, extensions: { price: 5 } } },
});
const BookPage = new GraphQLObjectType({ name: 'BookPage', fields: { nodes: { type: new GraphQLList(Book) } } });
const Filter = new GraphQLInputObjectType({
  name: 'Filter',
  fields: { text: { type: GraphQLString, extensions: { price: 1_000 } }, year: { type: GraphQLInt } },
});
const Query = new GraphQLObjectType({
  name: 'Query',
  fields: {
    author: { type: Author },
    books: { type: BookPage, args: { first: { type: GraphQLInt, defaultValue: 10 }, filter: { type: Filter } } },
  },
});
const schema = new GraphQLSchema({ query: Query });

const costOf = (query: string, variables?: Record<string, unknown>, options?: CostOptions) =>
  createPricer(schema, options)(parse(query), null, variables);

describe('the cost of an operation', () => {
  test.each([
    ['{ author { name } }', { nodes: 1, fields: 1, depth: 2 }],
    ['{ author { a: name b: name books(first: 4) { title } } }', { nodes: 5, fields: 6, depth: 3 }],
    [
      '{ books { nodes { title author { books(first: 2) { title } } } } }',
      { nodes: 1 + 10 * (1 + 6 + 2), fields: 30, depth: 5 },
    ],
    ['{ author { prizes { name } } }', { nodes: 4, fields: 3, depth: 3 }],
    ['{ author { aliases { name } } }', { nodes: 21, fields: 20, depth: 3 }],
    ['{ author { score } }', { nodes: 51, fields: 1, depth: 2 }],
    ['{ books(first: 1, filter: { text: "a", year: 1 }) { nodes { title } } }', { nodes: 1_002, fields: 1, depth: 3 }],
    ['{ __typename }', { nodes: 0, fields: 1, depth: 0 }],
    ['{ __type(name: "Book") { name } }', { nodes: 1_000, fields: 1_000, depth: 0 }],
  ])('%s', (query, expected) => {
    expect(costOf(query)).toEqual(expected);
  });

  test.each([
    [{ n: 3 }, 1 + 3],
    [{}, 1 + 10],
    [{ n: null }, 1 + 10],
    [{ n: -5 }, 1],
    [{ n: 'many' }, 1 + 10],
    [{ n: '3' }, 1 + 10],
    [{ n: 0.001 }, 1 + 10],
    [{ n: [1] }, 1 + 10],
    [{ n: 3, f: { text: 'a' } }, 1_004],
    [{ n: 3, f: { text: '' } }, 4],
  ])('takes page sizes and prices from the variables %j', (variables, nodes) => {
    const query = 'query ($n: Int, $f: Filter) { books(first: $n, filter: $f) { nodes { title } } }';
    expect(costOf(query, variables).nodes).toBe(nodes);
  });

  test.each([
    [undefined, 1_004],
    [{}, 1_004],
    [{ f: { year: 1 } }, 4],
    [{ f: null }, 4],
    [{ f: 5 }, 1_004],
    [{ f: 'a' }, 1_004],
    [{ f: [{ year: 1 }] }, 1_004],
  ])('takes prices from the default of a variable, unless the variables %j say otherwise', (variables, nodes) => {
    const query = 'query ($f: Filter = { text: "a" }) { books(first: 3, filter: $f) { nodes { title } } }';
    expect(costOf(query, variables).nodes).toBe(nodes);
    expect(costOf(query.replace('"a"', '""'), variables).nodes).toBe(4);
  });

  test.each([
    [{ t: 'b' }, 1_004],
    [{ t: '' }, 4],
    [{ t: null }, 4],
    [{ t: 0 }, 1_004],
    [{ t: false }, 1_004],
  ])('takes the price of a text from the variables %j', (variables, nodes) => {
    const query = 'query ($t: String = "a") { books(first: 3, filter: { text: $t }) { nodes { title } } }';
    expect(costOf(query, variables).nodes).toBe(nodes);
  });

  test('leaves out what @skip and @include leave out', () => {
    const query =
      'query ($no: Boolean!) { author { books(first: 5) @include(if: $no) { title } prizes @skip(if: $no) { name } } }';
    expect(costOf(query, { no: true }).nodes).toBe(6);
    expect(costOf(query, { no: false }).nodes).toBe(4);
    expect(costOf(query, { no: 'refused' }).nodes).toBe(9);
  });

  test('takes the default of a variable whose value is refused', () => {
    const query = 'query ($n: Int = 7) { books(first: $n) { nodes { title } } }';
    expect(costOf(query, { n: 'many' }).nodes).toBe(8);
    expect(costOf(query, { n: null }).nodes).toBe(11);
  });

  test('has page arguments, page size and the price of introspection of one’s choice', () => {
    const options = { pageArguments: ['take'], pageSize: 7, introspection: { __schema: 5 } };
    expect(costOf('{ author { books(take: 2, first: 90) { title } } }', {}, options).nodes).toBe(3);
    expect(costOf('{ author { books { title } } }', {}, options).nodes).toBe(8);
    expect(costOf('{ __schema { description } }', {}, options).nodes).toBe(5);
  });

  test('of fragments that double at every level is known at once', () => {
    const levels = Array.from(
      { length: 200 },
      (_, at) =>
        `fragment F${at} on Author { a: books(first: 2) { author { ...F${at + 1} } } b: books(first: 2) { author { ...F${at + 1} } } }`,
    );
    const query = `{ author { ...F0 } } ${levels.join(' ')} fragment F200 on Author { name }`;
    expect(costOf(query)).toMatchObject({ nodes: Number.MAX_SAFE_INTEGER, depth: 402 });
  });
});

test.each([
  [
    { depth: 4 },
    'The operation is 4 fields deep; 3 are allowed.',
    { code: 'DEPTH_LIMIT_EXCEEDED', depth: 4, limit: 3 },
  ],
  [
    { nodes: 21 },
    'The operation may answer 21 objects; 20 are allowed.',
    { code: 'COST_LIMIT_EXCEEDED', nodes: 21, limit: 20 },
  ],
  [
    { fields: 31 },
    'The operation may answer 31 fields; 30 are allowed.',
    { code: 'COST_LIMIT_EXCEEDED', fields: 31, limit: 30 },
  ],
])('an operation of %j is refused with its numbers', (more, message, extensions) => {
  const limits = { depth: 3, nodes: 20, fields: 30 };
  expect(costProblem(limits, limits)).toBeNull();
  expect(costProblem({ ...limits, ...more }, limits)).toMatchObject({ message, extensions });
});
