import { expect } from 'vitest';
import { between, type Contract, each } from '../contract.ts';

const TEXTS = [1, 2, 3, 4, 5].map((at) => `custom${at}_str`);
const OTHERS = [
  ...[1, 2, 3, 4, 5].map((at) => `custom${at}_int`),
  'custom1_dec',
  'custom2_dec',
  ...[1, 2, 3, 4, 5].map((at) => `custom${at}_datetime`),
  'timezone',
  'foreign_id',
];
const POSITIONS = ['number', 'country', 'email', 'name', ...TEXTS, ...OTHERS].map((name) => `columns.${name}`);
const tags = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`);

/** Those that take a number alone. */
const NUMBERS = POSITIONS.filter((name) => name !== 'columns.foreign_id');

export const contactContracts: Contract[] = [
  {
    operation: 'E3',
    consumes: 'dataFile',
    path: ({ dataFile }) => `/v1/data-files/${dataFile}/import`,
    body: () => ({
      columns: {
        number: 0,
        country: 1,
        email: 2,
        name: 3,
        ...Object.fromEntries([...TEXTS, ...OTHERS].map((name) => [name, 3])),
      },
      fixed_country_id: 276,
      fixed_network_brand: 'Telekom',
      tags: ['autumn'],
    }),
    success: [
      {
        name: 'starts the import and answers every documented field, as documented text',
        call: () => ({ body: { columns: { number: 0, custom1_str: 3, foreign_id: 0 } } }),
        status: 200,
        body: ({ dataFile }) => ({
          data: {
            id: dataFile,
            name: 'list.csv',
            size: 64,
            status: 'importing',
            created_at: expect.any(String),
            created_ago: '3 minutes ago',
            columns: '{"number":0,"custom1_str":3,"foreign_id":0}',
            total_rows: '2',
            processed_rows: '0',
            can_continue: 'false',
          },
        }),
      },
    ],
    failure: [
      {
        name: 'a file that is being imported',
        call: ({ importingFile }) => ({
          path: `/v1/data-files/${importingFile}/import`,
          body: { columns: { number: 0 } },
        }),
        status: 409,
        body: { message: 'The data file is already being imported.' },
      },
      {
        name: 'no column for the number',
        call: () => ({ body: { columns: {} } }),
        status: 422,
        body: {
          message: 'The columns.number field is required.',
          errors: { 'columns.number': ['The columns.number field is required.'] },
        },
      },
      {
        name: 'a country that does not exist',
        call: () => ({ body: { columns: { number: 0 }, fixed_country_id: 1 } }),
        status: 422,
        body: {
          message: 'The selected fixed country id is invalid.',
          errors: { fixed_country_id: ['The selected fixed country id is invalid.'] },
        },
      },
    ],
    missing: { status: 404, body: { message: 'Data file not found.' } },
    references: 'names no record of a team in its body',
    types: [
      ...each(['columns', 'tags'], 'x', 'must be an array'),
      ...each(NUMBERS, 'x', 'must be an integer'),
      // A column's name, too.
      ['columns.foreign_id', 'x', 'selected'],
      ['fixed_country_id', 'x', 'must be an integer'],
      ...each(['fixed_network_brand', 'tags.0'], 5, 'must be a string'),
    ],
    bounds: [
      ...between(NUMBERS, [-1, 'must be at least 0'], 0),
      ...between(['columns.foreign_id'], [-1, 'selected'], 0),
      // The stored file has four columns.
      ...between(POSITIONS, [4, 'selected'], 3),
      ...between(
        ['fixed_network_brand', 'tags.0'],
        ['x'.repeat(256), 'must not be greater than 255 characters'],
        'x'.repeat(255),
      ),
      ...between(['tags'], [tags(51), 'must not have more than 50 items'], tags(50)),
    ],
  },
  {
    operation: 'E8',
    path: () => '/v1/audience/contacts/tags',
    body: ({ contact }) => ({ contact_ids: [contact], tags: ['vip'], truncate: false }),
    success: [{ name: 'adds the tags', status: 200, body: { message: 'Tags added' } }],
    failure: [
      {
        name: 'no contacts and no tags',
        call: () => ({ body: {} }),
        status: 422,
        body: {
          message: 'The contact ids field is required. (and 1 more error)',
          errors: { contact_ids: ['The contact ids field is required.'], tags: ['The tags field is required.'] },
        },
      },
      {
        name: 'a contact that does not exist',
        call: ({ contact, call }) => ({ body: { contact_ids: [contact, call, 'x'], tags: ['vip'] } }),
        status: 422,
        body: {
          message: 'The selected contact ids.1 is invalid. (and 1 more error)',
          errors: {
            'contact_ids.1': ['The selected contact ids.1 is invalid.'],
            'contact_ids.2': ['The selected contact ids.2 is invalid.'],
          },
        },
      },
    ],
    missing: 'names no record in its path',
    references: [['contact_ids.0', 'contact', 'selected']],
    types: [
      ...each(['contact_ids', 'tags'], 'x', 'must be an array'),
      ['contact_ids.0', [], 'must be a string'],
      ['tags.0', 5, 'must be a string'],
      ['truncate', 'yes', 'must be true or false'],
    ],
    bounds: [
      ['contact_ids', [], 'must have at least 1 items'],
      ['contact_ids', Array(10_001).fill('x'), 'must not have more than 10000 items'],
      ...between(['tags'], [tags(51), 'must not have more than 50 items'], tags(50)),
      ...between(['tags'], [[], 'must have at least 1 items'], ['vip']),
      ...between(['tags.0'], ['x'.repeat(256), 'must not be greater than 255 characters'], 'x'.repeat(255)),
    ],
  },
];
