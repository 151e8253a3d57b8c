import { describe, expect, test } from 'vitest';
import type { BodyFields } from '../../src/rest/body-fields.ts';
import { list, nullable, object, paginated, property, string } from '../../src/rest/json-schema.ts';
import { describeApi } from '../../src/rest/openapi.ts';
import type { Route } from '../../src/rest/route.ts';
import { routes, schema } from './toy.ts';

const toy = { schema, info: { title: 'Toy', version: '1' }, serverUrl: 'https://api.example.com/api' };

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
const api: any = describeApi({
  ...toy,
  routes,
  isPublic: ({ name }) => name === 'thing',
  examples: { Charge: { request: { cost: '1.50' }, response: 'charged' } },
});

describe('the API description', () => {
  test('names every operation after its document', () => {
    expect(Object.entries(api.paths).map(([path, methods]) => [path, Object.keys(methods as object)])).toEqual([
      ['/v1/things/{thing}', ['put', 'get']],
      ['/v1/charges', ['post']],
      ['/v1/things', ['get']],
      ['/v1/things/{thing}/fail', ['post']],
      ['/v1/things/{thing}/ping', ['post']],
    ]);
    expect(api.paths['/v1/things/{thing}'].put).toMatchObject({
      operationId: 'Keep',
      tags: ['things'],
      summary: 'Keeps everything it is given',
      description: 'Keeps everything it is given.\n\nReference: E1.',
    });
  });

  test('takes a body from the input type, under the documented names', () => {
    expect(api.paths['/v1/things/{thing}'].put.requestBody).toEqual({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/EverythingInput' } } },
    });
    const { required, properties } = api.components.schemas.EverythingInput;
    expect(required).toEqual(['name']);
    expect(properties.custom1_str).toEqual({ type: ['string', 'null'] });
    expect(properties.status).toEqual({
      type: ['string', 'null'],
      enum: ['draft', 'in_progress', 'notContains', null],
    });
    expect(properties.parent).toEqual({
      anyOf: [{ $ref: '#/components/schemas/EverythingInput' }, { type: 'null' }],
    });
    expect(api.components.schemas.ManualData).toEqual({
      type: 'object',
      properties: {
        send_amount: { type: 'integer', minimum: 1, maximum: 2147483647, default: 200 },
        throttle_batch_size: { type: 'integer', minimum: 0, maximum: 2147483647, default: 0 },
        send_datetime: { type: ['string', 'null'], format: 'date-time' },
      },
    });
    expect(api.components.schemas.Week.description).toBe('Opening days.');
  });

  test('has no field that the row does not list', () => {
    expect(Object.keys(api.components.schemas.EverythingInput.properties)).not.toContain('unlisted');
    expect(Object.keys(api.components.schemas.Meta.properties)).not.toContain('unlisted');
  });

  test.each<[BodyFields | undefined, string]>([
    [undefined, 'Which fields of EverythingInput does the body take? Its row must list them.'],
    [['name', 'meta'], 'Which fields of Meta does the body take? Its row must list them.'],
    [['name', 'nmae'], 'EverythingInput has no field nmae.'],
    [['count'], 'EverythingInput requires name: a body must take it.'],
    [['name', { count: ['least'] }], 'Int is no object: a body cannot list fields of it.'],
  ])('a row that lists %j is refused at start', (body, problem) => {
    const { body: _, ...row } = routes[0]!;
    const changed: Route = body ? { ...row, body } : row;
    expect(() => describeApi({ ...toy, routes: [changed] })).toThrow(problem);
  });

  test('a row that reads a field which it does not list is refused at start', () => {
    expect(() => describeApi({ ...toy, routes: [{ ...routes[1]!, body: ['cost'] }] })).toThrow(
      'E2 reads charge_reason, which its body does not list.',
    );
  });

  test('takes a body from variables that read single fields', () => {
    expect(api.paths['/v1/charges'].post.requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              cost: { type: ['number', 'string'], pattern: '^[+-]?\\d+(\\.\\d+)?$' },
              charge_reason: { type: ['string', 'null'] },
            },
            required: ['cost'],
          },
          example: { cost: '1.50' },
        },
      },
    });
    expect(api.paths['/v1/things/{thing}/ping'].post.requestBody).toBeUndefined();
  });

  test('takes parameters from the path and the query', () => {
    expect(api.paths['/v1/things/{thing}'].get.parameters).toEqual([
      { name: 'thing', in: 'path', required: true, schema: { type: 'string' } },
    ]);
    expect(api.paths['/v1/things'].get.parameters).toEqual([
      {
        name: 'page',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: -2147483648, maximum: 2147483647, default: 1 },
      },
      {
        name: 'include',
        in: 'query',
        required: false,
        schema: { type: 'array', items: { type: 'string', enum: ['draft', 'in_progress', 'notContains'] } },
        style: 'form',
        explode: false,
      },
    ]);
  });

  test('answers what the document selects, under its aliases', () => {
    expect(api.paths['/v1/things/{thing}'].get.responses[200].content['application/json'].schema).toEqual({
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: ['object', 'null'],
          required: ['id', 'name', 'send_type'],
          properties: {
            id: { type: 'string' },
            name: { type: ['string', 'null'] },
            send_type: { type: ['string', 'null'], enum: ['draft', 'in_progress', 'notContains', null] },
          },
        },
      },
    });
    expect(Object.keys(api.paths['/v1/charges'].post.responses)).toContain('201');
  });

  test('shows each error in the shape that its row answers', () => {
    const shapes = (path: string, method: string) =>
      Object.entries(
        api.paths[path][method].responses as Record<string, { content: Record<string, { schema: { $ref?: string } }> }>,
      )
        .map(([status, { content }]) => [Number(status), content['application/json']?.schema.$ref?.split('/').at(-1)])
        .filter(([status]) => Number(status) >= 400);
    expect(shapes('/v1/things/{thing}/fail', 'post')).toEqual([
      [401, 'EB1'],
      [403, 'EB1'],
      [404, 'EB3'],
      [422, 'ErrorList'],
      [429, 'EB1'],
      [500, 'EB1'],
      [503, 'EB1'],
    ]);
    expect(shapes('/v1/charges', 'post')).toEqual([
      [400, 'EB1'],
      [401, 'EB1'],
      [403, 'EB1'],
      [413, 'EB1'],
      [415, 'EB1'],
      [422, 'EB2'],
      [429, 'EB1'],
      [500, 'EB1'],
      [503, 'EB1'],
    ]);
  });

  test('asks for the bearer except where a field is public', () => {
    expect(api.security).toEqual([{ bearer: [] }]);
    expect(api.paths['/v1/things/{thing}'].get.security).toEqual([]);
    expect(Object.keys(api.paths['/v1/things/{thing}'].get.responses)).not.toContain('401');
  });
});

test('a reshaped answer is described from the selection', () => {
  const selection = object({ data: list(nullable(string)) });
  expect(paginated(property(selection, 'data'))).toMatchObject({
    required: ['data', 'links', 'meta'],
    properties: { data: { type: 'array', items: { type: ['string', 'null'] } } },
  });
});
