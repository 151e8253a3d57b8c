import { type Examples, TEAM_ID } from './example.ts';

export const teamExamples: Examples = {
  Login: {
    request: { email: 'owner@acme.example', password: 'outbound-demo' },
    response: {
      access_token: 'obs_AaH40-oAcCKAAQAAAAAAAQ2GmPq5Tn0b1k3y8cVh7ZxQw4sLr9uEaDfJiKoNtMvYg',
      token_type: 'Bearer',
      expires_at: '2026-12-21T09:30:00.000Z',
    },
  },
  UpdateTeamOnboarding: {
    request: { onboarding_data: ['profile', 'first_campaign'] },
    response: { success: true, message: 'Onboarding data updated', data: '["profile","first_campaign"]' },
  },
  ListTeamTokens: {
    response: {
      data: [
        {
          id: '01a1f8d3-ea00-7023-8001-000000000001',
          name: 'Shop',
          access_token: 'obt_AaH40-oAcCKAAQAAAAAAAQ_demo_only_offers',
          team_id: TEAM_ID,
          scopes: { data: [{ method: 'post', endpoint: '/v1/offers', reason: 'The shop creates its own offers.' }] },
          created_at: '2026-11-20T12:00:00.000Z',
          updated_at: '2026-11-20T12:00:00.000Z',
        },
      ],
    },
  },
  DeleteTeamInvitation: { response: { message: 'Invitation deleted.' } },
  AddTagsToContacts: {
    request: {
      contact_ids: ['01a1f8d3-ea00-7007-8001-000000000001', '01a1f8d3-ea00-7007-8001-000000000002'],
      tags: ['vip', 'autumn'],
      truncate: false,
    },
    response: { message: 'Tags added' },
  },
  ImportDataFile: {
    request: {
      columns: { number: 0, country: 1, email: 2, name: 3, custom1_str: 4 },
      fixed_country_id: 276,
      fixed_network_brand: 'Vodafone',
      tags: ['autumn'],
    },
    response: {
      data: {
        id: '01a1f8d3-ea00-7008-8001-000000000001',
        name: 'autumn.csv',
        size: 48213,
        status: 'importing',
        created_at: '2026-11-21T09:27:00.000Z',
        created_ago: '3 minutes ago',
        columns: '{"number":0,"country":1,"email":2,"name":3,"custom1_str":4}',
        total_rows: '1200',
        processed_rows: '0',
        can_continue: 'false',
      },
    },
  },
  AnalyticsFilters: {
    response: {
      data: [
        {
          label: 'Network ID',
          key: 'network_id',
          type: 'number',
          sortable: true,
          canGroup: true,
          operators: [
            'equals',
            'notEqual',
            'lessThan',
            'lessThanOrEqual',
            'greaterThan',
            'greaterThanOrEqual',
            'inRange',
            'blank',
            'notBlank',
          ],
        },
      ],
    },
  },
  TraceTimeline: {
    response: {
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      timeline: ['2026-11-21T09:30:00.000Z mutation createOffer: ok (4.125 ms, 3 statements)'],
      metrics:
        '{"duration_ms":4.125,"statements":3,"entries":[{"kind":"mutation","operation":"createOffer","outcome":"ok","duration_ms":4.125,"statements":3}]}',
    },
  },
};
