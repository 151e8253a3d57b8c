import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { paths } from '../../src/generated/rest-api.ts';
import { hashPassword } from '../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createDashboard } from '../support/campaigns.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

/** As an integration has it: types from the description, nothing of ours. */
const client = (token = acme.token) =>
  createClient<paths>({
    baseUrl: 'http://localhost/api',
    fetch: (request) => app.app.fetch(request),
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    // As the description has it: lists in the query are separated by commas.
    querySerializer: { array: { style: 'form', explode: false } },
  });

describe('a client with types made from the API’s description', () => {
  test('signs in and goes on with the token', async () => {
    const { db } = app;
    const passwordHash = await hashPassword('correct horse');
    await db.user.create({
      data: {
        email: 'ann@acme.example',
        name: 'Ann',
        passwordHash,
        memberships: { create: { teamId: acme.team.id, role: 'admin' } },
      },
    });
    const { data } = await client('').POST('/login', {
      body: { email: 'ann@acme.example', password: 'correct horse' },
    });
    expect(data).toEqual({
      access_token: expect.stringMatching(/^obs_/),
      token_type: 'Bearer',
      expires_at: expect.any(String),
    });
    const tokens = await client(data?.access_token).GET('/v1/platform/team/tokens');
    expect(tokens.response.status).toBe(200);
  });

  test('lists SMS campaigns with what it includes', async () => {
    const { campaignIds } = await createDashboard(app, acme.team.id, { campaigns: 3, sends: 1, logs: 1 });
    const { data } = await client().GET('/v1/sms/campaigns', {
      params: { query: { type: 'default', per_page: 1, include: ['offers', 'logs'] } },
    });
    expect(data?.meta.total).toBe(2);
    expect(data?.links.next).toBe(
      'http://localhost/api/v1/sms/campaigns?type=default&per_page=1&include=offers%2Clogs&page=2',
    );
    expect(data?.data.map(({ id, meta, offers, sends }) => [id, meta.send_type, offers.length, sends])).toEqual([
      [campaignIds[2], 'manual', 2, []],
    ]);
  });

  test('creates an offer', async () => {
    const { data, response } = await client().POST('/v1/offers', {
      body: { name: 'Winter jacket', url: 'https://shop.example/jacket', profit: 12.5 },
    });
    expect(response.status).toBe(201);
    expect([data?.data.name, data?.data.profit]).toEqual(['Winter jacket', '12.5']);
  });

  test('updates a voice campaign, leaving out what has a default', async () => {
    const { id } = await app.db.voiceCampaign.create({ data: { teamId: acme.team.id, name: 'Autumn' } });
    const { data } = await client().PUT('/v1/voice/campaigns/{campaign}', {
      params: { path: { campaign: id } },
      body: { status: 'draft', meta: { send_type: 'manual', manual_data: { throttle_batch_size: 10 } } },
    });
    expect(data?.data.status).toBe('draft');
    expect(data?.data.meta.manual_data).toEqual({ send_amount: 200, send_datetime: null, throttle_batch_size: 10 });
  });

  test('charges an integration, and is told the documented error when it cannot', async () => {
    const { id } = await app.db.integration.create({
      data: { teamId: acme.team.id, name: 'Voice', isBalanceManaged: true, balance: '2' },
    });
    const charge = (cost: number) =>
      client().POST('/v1/billing/charge', {
        body: { cost, meta: { integration_id: id, reason: 'Minutes', webhook_request_id: crypto.randomUUID() } },
      });
    expect((await charge(1.5)).data).toEqual({ success: true });
    const { error, response } = await charge(1);
    expect([response.status, error]).toEqual([402, { message: 'Insufficient balance' }]);
  });

  test('finds the texts of a validation under the documented names', async () => {
    const { error } = await client().POST('/v1/offers', {
      body: { name: '', url: 'https://shop.example', profit: -1 },
    });
    expect(error).toEqual({
      message: 'The name field is required. (and 1 more error)',
      errors: { name: ['The name field is required.'], profit: ['The profit field must be at least 0.'] },
    });
  });
});
