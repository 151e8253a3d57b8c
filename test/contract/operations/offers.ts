import { expect } from 'vitest';
import { between, type Contract, each } from '../contract.ts';

export const offerContracts: Contract[] = [
  {
    operation: 'E10',
    path: () => '/v1/offers',
    body: () => ({ name: 'Jacket', url: 'https://shop.example/jacket', profit: 12.5 }),
    success: [
      {
        name: 'answers every documented field, the profit as text',
        status: 201,
        body: {
          data: {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            name: 'Jacket',
            url: 'https://shop.example/jacket',
            profit: '12.5',
            created_at: expect.any(String),
            updated_at: expect.any(String),
          },
        },
      },
    ],
    failure: [
      {
        name: 'nothing',
        call: () => ({ body: {} }),
        status: 422,
        body: {
          message: 'The name field is required. (and 2 more errors)',
          errors: {
            name: ['The name field is required.'],
            url: ['The url field is required.'],
            profit: ['The profit field is required.'],
          },
        },
      },
    ],
    missing: 'names no record',
    references: 'names no record',
    types: [
      ...each(['name', 'url'], 5, 'must be a string'),
      ['url', 'x', 'must be a valid URL'],
      ['profit', 'x', 'must be a number'],
    ],
    bounds: [
      ...between(['name'], ['x'.repeat(256), 'must not be greater than 255 characters'], 'x'.repeat(255)),
      ...between(
        ['url'],
        [`https://a.example/${'x'.repeat(2_031)}`, 'must not be greater than 2048 characters'],
        `https://a.example/${'x'.repeat(2_030)}`,
      ),
      ...between(['profit'], [-0.000001, 'must be at least 0'], 0),
    ],
  },
];
