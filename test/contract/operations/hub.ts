import { expect } from 'vitest';
import { between, type Contract, each } from '../contract.ts';

let sellers = 0;
const username = () => {
  sellers += 1;
  return `seller-${sellers}`;
};
const PASSWORD = 'correct horse battery';
const FORBIDDEN = {
  message: 'Forbidden username/password combination. (and 1 more error)',
  errors: {
    username: ['Forbidden username/password combination.'],
    password: ['Forbidden username/password combination.'],
  },
};
const connections = ['tx', 'rx', 'trx'];
const active = connections.map((name) => `active_connections.${name}`);

export const hubContracts: Contract[] = [
  {
    operation: 'E4',
    path: () => '/v1/hub/endpoints',
    body: ({ company, plan, route }) => ({
      username: username(),
      password: PASSWORD,
      client_company_id: company,
      sms_routing_plan_id: plan,
      name: 'Main',
      default_route_id: route,
      pricing_update_email: 'prices@northwind.example',
      allowed_ips: ['192.0.2.10', '2001:db8::/32'],
      tags: ['wholesale'],
      tx: 4,
      rx: 2,
      trx: 1,
      is_sending_allowed: true,
      max_price: 0.05,
      is_max_price_enabled: true,
      min_margin: 0.002,
      active_connections: { tx: 1, rx: 1, trx: 1 },
    }),
    success: [
      {
        name: 'answers the id as a JSON string',
        status: 201,
        body: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ],
    failure: [
      {
        name: 'a password that contains the username',
        call: () => ({ body: { username: 'northwind', password: 'my-NORTHWIND-password' } }),
        status: 422,
        body: FORBIDDEN,
      },
      {
        name: 'a username that is taken',
        call: ({ seller }) => ({ body: { username: seller, password: PASSWORD } }),
        status: 422,
        body: FORBIDDEN,
      },
      {
        name: 'no username and no password',
        call: () => ({ body: {} }),
        status: 422,
        body: {
          message: 'The username field is required. (and 1 more error)',
          errors: {
            username: ['The username field is required.'],
            password: ['The password field is required.'],
          },
        },
      },
      {
        name: 'a limit that is switched on without its amount',
        call: () => ({ body: { username: username(), password: PASSWORD, is_max_price_enabled: true } }),
        status: 422,
        body: {
          message: 'The max price field is required.',
          errors: { max_price: ['The max price field is required.'] },
        },
      },
    ],
    missing: 'names no record in its path',
    references: [
      ['client_company_id', 'company', 'selected'],
      ['sms_routing_plan_id', 'plan', 'selected'],
      ['default_route_id', 'route', 'selected'],
    ],
    types: [
      ...each(
        ['username', 'password', 'name', 'pricing_update_email', 'allowed_ips.0', 'tags.0'],
        5,
        'must be a string',
      ),
      ...each(['client_company_id', 'sms_routing_plan_id', 'default_route_id'], [], 'must be a string'),
      ['pricing_update_email', 'prices', 'must be a valid email address'],
      ['allowed_ips.0', 'localhost', 'must be a valid IP address'],
      ...each(['allowed_ips', 'tags', 'active_connections'], 'x', 'must be an array'),
      ...each([...connections, ...active], 'x', 'must be an integer'),
      ...each(['is_sending_allowed', 'is_max_price_enabled'], 'yes', 'must be true or false'),
      ...each(['max_price', 'min_margin'], 'x', 'must be a number'),
    ],
    bounds: [
      ...between(['username'], ['ab', 'must be at least 3 characters'], 'abc'),
      ...between(['username'], ['u'.repeat(65), 'must not be greater than 64 characters'], 'u'.repeat(64)),
      ...between(['password'], ['p'.repeat(7), 'must be at least 8 characters'], 'p'.repeat(8)),
      ...between(['password'], ['p'.repeat(129), 'must not be greater than 128 characters'], 'p'.repeat(128)),
      ...between(['name', 'tags.0'], ['x'.repeat(256), 'must not be greater than 255 characters'], 'x'.repeat(255)),
      ...between(
        ['allowed_ips'],
        [Array(101).fill('192.0.2.1'), 'must not have more than 100 items'],
        Array(100).fill('192.0.2.1'),
      ),
      ...between(['tags'], [Array(101).fill('x'), 'must not have more than 100 items'], Array(100).fill('x')),
      ...between([...connections, ...active], [-1, 'must be at least 0'], 0),
      ...between(['max_price', 'min_margin'], ['-0.000001', 'must be at least 0'], 0),
    ],
  },
  {
    operation: 'E5',
    consumes: 'rule',
    path: ({ rule }) => `/v1/hub/profit-logic/rules/${rule}`,
    body: ({ company }) => ({
      current_profit: 12.5,
      country_id: 276,
      network_id: 262001,
      client_company_id: company,
      network_brand_id: '0024daea-3341-55a8-9042-4bd2764a2a4b',
      margin_type: 'percentage',
      old_profit: 1,
      upcoming_profit: 15,
      applied_at: '2099-01-01T00:00:00.000Z',
    }),
    success: [
      {
        name: 'answers every documented field, the profit before as the old one',
        status: 200,
        body: ({ rule, company }) => ({
          data: {
            id: rule,
            current_profit: 12.5,
            country_id: 276,
            network_id: 262001,
            client_company_id: company,
            network_brand_id: '0024daea-3341-55a8-9042-4bd2764a2a4b',
            margin_type: 'percentage',
            old_profit: 10,
            upcoming_profit: 15,
            applied_at: '2099-01-01T00:00:00.000Z',
          },
        }),
      },
    ],
    failure: [
      {
        name: 'an upcoming profit without its time',
        call: () => ({ body: { upcoming_profit: 15 } }),
        status: 422,
        body: {
          message: 'The applied at field is required.',
          errors: { applied_at: ['The applied at field is required.'] },
        },
      },
      {
        name: 'an upcoming profit of the past',
        call: () => ({ body: { upcoming_profit: 15, applied_at: '2020-01-01' } }),
        status: 422,
        body: {
          message: 'The applied at field must be a date after now.',
          errors: { applied_at: ['The applied at field must be a date after now.'] },
        },
      },
      {
        name: 'a network of another country',
        call: () => ({ body: { country_id: 250, network_id: 262001 } }),
        status: 422,
        body: {
          message: 'The selected network id is invalid.',
          errors: { network_id: ['The selected network id is invalid.'] },
        },
      },
    ],
    missing: { status: 404, body: { message: 'Profit rule not found.' } },
    references: [['client_company_id', 'company', 'selected']],
    types: [
      ...each(['current_profit', 'old_profit', 'upcoming_profit'], 'x', 'must be a number'),
      ...each(['country_id', 'network_id'], 'x', 'must be an integer'),
      ...each(['client_company_id', 'network_brand_id'], [], 'must be a string'),
      ['margin_type', 'x', 'selected'],
      ['applied_at', 'x', 'must be a valid date'],
    ],
    bounds: [
      ...between(['current_profit', 'old_profit', 'upcoming_profit'], ['-0.000001', 'must be at least 0'], 0),
      ...between(['current_profit', 'upcoming_profit'], [100.000001, 'must not be greater than 100'], 100),
    ],
  },
  {
    operation: 'E18',
    consumes: 'schedule',
    path: ({ route, schedule }) => `/v1/sms/routing/sms-tests/${route}/schedule/${schedule}`,
    success: [
      { name: 'deletes it', status: 200, body: { success: true, message: 'SMS test schedule deleted successfully.' } },
    ],
    failure: [
      {
        name: 'a schedule that the route does not have',
        call: ({ route, call }) => ({ path: `/v1/sms/routing/sms-tests/${route}/schedule/${call}` }),
        status: 404,
        body: { message: 'SMS test schedule not found.' },
      },
    ],
    missing: { status: 404, body: { message: 'Route not found.' } },
    references: 'takes no body',
    types: 'takes no body',
    bounds: 'takes no body',
  },
];
