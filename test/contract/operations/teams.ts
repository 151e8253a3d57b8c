import { expect } from 'vitest';
import type { Contract } from '../contract.ts';

export const teamContracts: Contract[] = [
  {
    operation: 'E2',
    access: 'public',
    path: () => '/login',
    body: () => ({ email: 'ann@acme.example', password: 'correct horse' }),
    success: [
      {
        name: 'hands out a token',
        status: 200,
        body: { access_token: expect.stringMatching(/^obs_/), token_type: 'Bearer', expires_at: expect.any(String) },
      },
    ],
    failure: [
      {
        name: 'a wrong password',
        call: () => ({ body: { email: 'ann@acme.example', password: 'wrong' } }),
        status: 401,
        body: { message: 'These credentials do not match our records.' },
      },
      {
        name: 'an unknown e-mail',
        call: () => ({ body: { email: 'nobody@acme.example', password: 'correct horse' } }),
        status: 401,
        body: { message: 'These credentials do not match our records.' },
      },
      {
        name: 'neither',
        call: () => ({ body: {} }),
        status: 422,
        body: {
          message: 'The email field is required. (and 1 more error)',
          errors: { email: ['The email field is required.'], password: ['The password field is required.'] },
        },
      },
    ],
    missing: 'names no record',
    references: 'names no record',
    types: [
      ['email', 5, 'must be a string'],
      ['email', 'ann', 'must be a valid email address'],
      ['password', 5, 'must be a string'],
    ],
    bounds: 'has no bounds but of attempts, which have a test of their own',
  },
  {
    operation: 'E11',
    path: ({ team }) => `/v1/teams/${team}/onboarding`,
    body: () => ({ onboarding_data: ['profile', 'first_campaign'] }),
    success: [
      {
        name: 'replaces the data, and answers it as text',
        status: 200,
        body: { success: true, message: 'Onboarding data updated', data: '["profile","first_campaign"]' },
      },
    ],
    failure: [
      {
        name: 'a caller who is not in the team',
        as: 'rival',
        status: 403,
        body: { message: 'Not a member of this team' },
      },
      {
        name: 'no data',
        call: () => ({ body: {} }),
        status: 422,
        body: {
          message: 'The onboarding data field is required.',
          errors: { onboarding_data: ['The onboarding data field is required.'] },
        },
      },
    ],
    missing: { status: 403, body: { message: 'Not a member of this team' } },
    references: 'names no record in its body',
    types: [
      ['onboarding_data', 'x', 'must be an array'],
      ['onboarding_data.0', 5, 'must be a string'],
    ],
    bounds: [['onboarding_data', [], null]],
  },
  {
    operation: 'E13',
    path: () => '/v1/platform/team/tokens',
    success: [
      {
        name: 'lists the tokens that the caller may use, every documented field',
        as: 'admin',
        status: 200,
        body: ({ team }) => ({
          data: [
            {
              id: expect.any(String),
              name: 'Test',
              access_token: expect.stringMatching(/^obt_/),
              team_id: team,
              scopes: { data: [{ method: 'post', endpoint: '/v1/offers', reason: 'Tested.' }] },
              created_at: expect.any(String),
              updated_at: expect.any(String),
            },
          ],
        }),
      },
    ],
    failure: [{ name: 'a member', as: 'member', status: 403, body: { message: 'This action is unauthorized.' } }],
    missing: 'names no record',
    references: 'takes no body',
    types: 'takes nothing',
    bounds: 'takes nothing',
  },
  {
    operation: 'E20',
    consumes: 'invitation',
    path: ({ team, invitation }) => `/v1/teams/${team}/invitations/${invitation}`,
    success: [
      { name: 'deletes it for an admin', as: 'admin', status: 200, body: { message: 'Invitation deleted.' } },
      { name: 'deletes it for an owner', as: 'owner', status: 200, body: { message: 'Invitation deleted.' } },
    ],
    failure: [{ name: 'a member', as: 'member', status: 403, body: { message: 'Action not allowed' } }],
    missing: { status: 404, body: { message: 'Invitation not found.' } },
    references: 'takes no body',
    types: 'takes no body',
    bounds: 'takes no body',
  },
  {
    operation: 'E17',
    path: ({ trace }) => `/tracing/timeline?trace_id=${trace}`,
    success: [
      {
        name: 'answers what happened',
        status: 200,
        body: ({ trace }) => ({
          trace_id: trace,
          timeline: ['2026-03-01T09:30:00.000Z mutation createOffer: ok (4.125 ms, 3 statements)'],
          metrics:
            '{"duration_ms":4.125,"statements":3,"entries":[{"kind":"mutation","operation":"createOffer","outcome":"ok","duration_ms":4.125,"statements":3}]}',
        }),
      },
    ],
    failure: [
      {
        name: 'no trace id',
        call: () => ({ path: '/tracing/timeline' }),
        status: 422,
        body: { message: 'The trace id field is required.', errors: { trace_id: ['The trace id field is required.'] } },
      },
    ],
    missing: { status: 404, body: { error: 'Trace not found' } },
    references: 'takes no body',
    types: [['trace_id', ['x'], 'must be a string']],
    bounds: 'has no bounds',
  },
];
