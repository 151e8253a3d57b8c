import { randomUUID } from 'node:crypto';
import { between, type Contract, each } from '../contract.ts';

const charge = (integration: string, cost = 1.5, request: string = randomUUID()) => ({
  cost,
  meta: { integration_id: integration, reason: 'Minutes', webhook_request_id: request },
});
const DATE = ['equals', 'notEqual', 'greaterThan', 'lessThan', 'inRange', 'blank', 'notBlank'];
const TEXT = ['contains', 'notContains', 'equals', 'notEqual', 'startsWith', 'endsWith', 'blank', 'notBlank'];
const NUMBER = [
  'equals',
  'notEqual',
  'lessThan',
  'lessThanOrEqual',
  'greaterThan',
  'greaterThanOrEqual',
  'inRange',
  'blank',
  'notBlank',
];
const text = (label: string, key: string, canGroup: boolean) => ({
  label,
  key,
  type: 'text',
  sortable: true,
  canGroup,
  operators: TEXT,
});

export const billingContracts: Contract[] = [
  {
    operation: 'E7',
    path: () => '/v1/billing/charge',
    body: ({ integration }) => charge(integration),
    success: [
      { name: 'charges', status: 200, body: { success: true } },
      {
        name: 'acknowledges a repeat',
        call: ({ integration, chargedRequest }) => ({ body: charge(integration, 1.5, chargedRequest) }),
        status: 200,
        body: { success: true },
      },
    ],
    failure: [
      {
        name: 'an integration without a managed balance',
        call: ({ plainIntegration }) => ({ body: charge(plainIntegration) }),
        status: 400,
        body: { message: 'Integration does not support managed balance' },
      },
      {
        name: 'more than there is',
        call: ({ integration }) => ({ body: charge(integration, 1_000_000) }),
        status: 402,
        body: { message: 'Insufficient balance' },
      },
      {
        name: 'a repeat with another cost',
        call: ({ integration, chargedRequest }) => ({ body: charge(integration, 2, chargedRequest) }),
        status: 409,
        body: { message: 'This webhook request was already charged with another cost.' },
      },
      {
        name: 'an integration that does not exist',
        call: ({ call }) => ({ body: charge(call) }),
        status: 404,
        body: { message: 'Integration not found.' },
      },
      {
        name: 'nothing',
        call: () => ({ body: {} }),
        status: 422,
        body: {
          message: 'The cost field is required. (and 1 more error)',
          errors: { cost: ['The cost field is required.'], meta: ['The meta field is required.'] },
        },
      },
    ],
    missing: 'names no record in its path',
    references: [['meta.integration_id', 'integration', { status: 404, body: { message: 'Integration not found.' } }]],
    types: [
      ['cost', 'x', 'must be a number'],
      ['meta', 'x', 'must be an array'],
      ...each(['meta.integration_id', 'meta.reason', 'meta.webhook_request_id'], 5, 'must be a string'),
      ...each(['meta.integration_id', 'meta.webhook_request_id'], 'x', 'must be a valid UUID'),
    ],
    bounds: [
      ...between(['cost'], [0, 'must be greater than 0'], 0.000001),
      ...between(['meta.reason'], ['x'.repeat(501), 'must not be greater than 500 characters'], 'x'.repeat(500)),
    ],
  },
  {
    operation: 'E15',
    path: () => '/v1/analytics/filters?type=connected_routes',
    success: [
      {
        name: 'lists the filters of a report',
        status: 200,
        body: {
          data: [
            { label: 'Price', key: 'price', type: 'number', sortable: true, canGroup: false, operators: NUMBER },
            { label: 'Created at', key: 'created_at', type: 'date', sortable: true, canGroup: false, operators: DATE },
            { label: 'Updated at', key: 'updated_at', type: 'date', sortable: true, canGroup: false, operators: DATE },
            text('ID', 'id', false),
            text('Team ID', 'team_id', true),
            text('Name', 'name', true),
            text('Company name', 'company_name', true),
          ],
        },
      },
    ],
    failure: [
      {
        name: 'no report',
        call: () => ({ path: '/v1/analytics/filters' }),
        status: 422,
        body: { message: 'The type field is required.', errors: { type: ['The type field is required.'] } },
      },
    ],
    missing: 'names no record',
    references: 'takes no body',
    types: [['type', 'x', 'selected']],
    bounds: 'has no bounds',
  },
  {
    operation: 'E16',
    path: () => '/v1/enrichment/mnp',
    success: [
      {
        name: 'lists the lookups, every documented field',
        status: 200,
        body: ({ lookup, team }) => ({
          data: [
            {
              id: lookup,
              team_id: team,
              amount: 2,
              cost: 0.006,
              filters: 'Country is Germany',
              created_at: '2026-03-01T09:00:00.000Z',
              done_at: '2026-03-01T09:04:00.000Z',
              status: 'done',
              meta: {
                filters: [{ key: 'country_id', operator: 'equals', value: 276 }],
                status_reason: null,
                notes: ['1 number could not be reached.'],
              },
            },
          ],
        }),
      },
    ],
    failure: 'has none of its own',
    missing: 'names no record',
    references: 'takes no body',
    types: 'takes nothing',
    bounds: 'takes nothing',
  },
];
