import { ClientError, GraphQLClient } from 'graphql-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { AddOfferDocument, DashboardDocument, SignInDocument } from '../../src/generated/client-documents.ts';
import { hashPassword } from '../../src/modules/identity/auth/passwords.ts';
import { listen } from '../../src/web/http-server.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createDashboard } from '../support/campaigns.ts';
import { createTeam, type TestTeam } from '../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let server: { url: string; close(): Promise<void> };

beforeAll(async () => {
  app = await createTestApp({ PORT: 0 });
  acme = await createTeam(app);
  server = await listen(createApp(app.services), app.services);
});
afterAll(async () => {
  await server.close();
  await app.close();
});

const client = (token?: string) =>
  new GraphQLClient(`${server.url}/graphql`, token ? { headers: { authorization: `Bearer ${token}` } } : {});

describe('a GraphQL client with documents typed from the schema, over a socket', () => {
  test('signs in and asks for a dashboard, nested, in one request', async () => {
    await app.db.user.create({
      data: {
        email: 'ann@acme.example',
        name: 'Ann',
        passwordHash: await hashPassword('correct horse'),
        memberships: { create: { teamId: acme.team.id, role: 'member' } },
      },
    });
    const { campaignIds } = await createDashboard(app, acme.team.id, { campaigns: 3, sends: 2, logs: 2 });

    const { login } = await client().request(SignInDocument, {
      input: { email: 'ann@acme.example', password: 'correct horse' },
    });
    expect(login.tokenType).toBe('Bearer');
    const { smsCampaigns } = await client(login.accessToken).request(DashboardDocument, {
      first: 1,
      status: ['running'],
    });

    expect(smsCampaigns).toEqual({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      nodes: [
        {
          id: campaignIds[2],
          name: 'Campaign 002',
          status: 'running',
          offers: {
            nodes: [
              { name: 'Offer 0', profit: '12.5' },
              { name: 'Offer 1', profit: '12.5' },
            ],
          },
          sends: { totalCount: 2, nodes: [{ status: 'sent', logs: { nodes: [{ text: 'Log 1' }] } }] },
        },
      ],
    });
  });

  test('creates an offer', async () => {
    const { createOffer } = await client(acme.token).request(AddOfferDocument, {
      input: { name: 'Winter jacket', url: 'https://shop.example/jacket', profit: '12.50' },
    });
    expect([createOffer.name, createOffer.profit]).toEqual(['Winter jacket', '12.5']);
  });

  test('reads code and fields of an error', async () => {
    const refused = await client(acme.token)
      .request(AddOfferDocument, { input: { name: 'Winter jacket', url: 'https://shop.example', profit: '-1' } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ClientError);
    const { response } = refused instanceof ClientError ? refused : { response: null };
    expect(response?.errors?.[0]?.extensions).toEqual({
      code: 'VALIDATION_FAILED',
      fields: { profit: ['The profit field must be at least 0.'] },
    });
  });
});
