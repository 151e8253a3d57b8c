import { type Examples, TEAM_ID } from './example.ts';

const COMPANY_ID = '01a1f8d3-ea00-7006-8001-000000000001';

export const hubExamples: Examples = {
  CreateSellerEndpoint: {
    request: {
      username: 'northwind-main',
      password: 'correct horse battery',
      client_company_id: COMPANY_ID,
      sms_routing_plan_id: '01a1f8d3-ea00-7017-8001-000000000001',
      name: 'Main connection',
      default_route_id: '01a1f8d3-ea00-7016-8001-000000000001',
      pricing_update_email: 'prices@northwind.example',
      allowed_ips: ['192.0.2.10', '198.51.100.0/24', '2001:db8::/32'],
      tags: ['wholesale'],
      tx: 4,
      rx: 2,
      trx: 0,
      is_sending_allowed: true,
      max_price: 0.05,
      is_max_price_enabled: true,
      min_margin: 0.002,
      active_connections: { tx: 0, rx: 0, trx: 0 },
    },
    response: '01a1f8d3-ea00-701a-8001-000000000001',
  },
  UpdateProfitRule: {
    request: { current_profit: 12.5, upcoming_profit: 15, applied_at: '2027-01-01T00:00:00.000Z' },
    response: {
      data: {
        id: '01a1f8d3-ea00-7014-8001-000000000001',
        current_profit: 12.5,
        country_id: 276,
        network_id: null,
        client_company_id: COMPANY_ID,
        network_brand_id: null,
        margin_type: 'percentage',
        old_profit: 10,
        upcoming_profit: 15,
        applied_at: '2027-01-01T00:00:00.000Z',
      },
    },
  },
  DeleteSmsTestSchedule: { response: { success: true, message: 'SMS test schedule deleted successfully.' } },
  ChargeIntegration: {
    request: {
      cost: 1.25,
      meta: {
        integration_id: '01a1f8d3-ea00-700b-8001-000000000001',
        reason: 'Voice minutes of November',
        webhook_request_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
      },
    },
    response: { success: true },
  },
  CreateOffer: {
    request: { name: 'Winter jacket', url: 'https://shop.example/winter-jacket', profit: 12.5 },
    response: {
      data: {
        id: '01a1f8d3-ea00-7012-8001-000000000001',
        name: 'Winter jacket',
        url: 'https://shop.example/winter-jacket',
        profit: '12.5',
        created_at: '2026-11-21T09:30:00.000Z',
        updated_at: '2026-11-21T09:30:00.000Z',
      },
    },
  },
  ListMnpLookups: {
    response: {
      data: [
        {
          id: '01a1f8d3-ea00-7010-8001-000000000001',
          team_id: TEAM_ID,
          amount: 1200,
          cost: 3.6,
          filters: 'Country is Germany',
          created_at: '2026-11-20T12:00:00.000Z',
          done_at: '2026-11-20T12:04:00.000Z',
          status: 'done',
          meta: {
            filters: [{ key: 'country_id', operator: 'equals', value: 276 }],
            status_reason: null,
            notes: ['3 numbers could not be reached.'],
          },
        },
      ],
    },
  },
};
