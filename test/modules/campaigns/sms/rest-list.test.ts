import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createDashboard, type Dashboard } from '../../../support/campaigns.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';

let app: TestApp;
let token: string;
let teamId: string;
let dashboard: Dashboard;

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  token = mine.token;
  teamId = mine.team.id;
  dashboard = await createDashboard(app, teamId, { campaigns: 17, sends: 3, logs: 2 });
});
afterAll(() => app.close());

interface Listed {
  data: Record<string, unknown>[];
  meta: Record<string, unknown>;
  links: Record<string, unknown>;
}

const list = async (query = '', as = token) =>
  (await app.rest<Listed>('GET', `/v1/sms/campaigns${query}`, { token: as })).body;

const META = {
  segment_ids: [],
  sms_routing_plan_id: null,
  filter_segment_id: null,
  domain_plan_id: null,
  use_dedicated_domains: false,
  multistep_data: null,
  planner_data: null,
  multistep_status: null,
  hlr_settings: null,
};

interface List {
  nodes: object[];
}
interface Asked {
  offers: List;
  sends: { nodes: { logs: List }[] };
  logs: List;
}

describe('E14', () => {
  test('answers every documented field, relations that were not asked for empty', async () => {
    const { data } = await list('?per_page=1');
    expect(data).toEqual([
      {
        id: dashboard.campaignIds[16],
        name: 'Campaign 016',
        status: 'running',
        team_id: teamId,
        created_at: '2026-03-01T09:16:00.000Z',
        updated_at: '2026-03-01T09:16:00.000Z',
        meta: {
          ...META,
          send_type: 'manual',
          manual_data: { send_amount: 200, send_datetime: null, throttle_batch_size: 0 },
        },
        offers: [],
        sends: [],
        logs: [],
      },
    ]);
  });

  test('adds the relations that include names', async () => {
    const { data } = await list('?per_page=1&include=offers,sends,logs');
    expect(data[0]).toMatchObject({
      offers: [0, 1].map((index) => ({
        id: dashboard.offerIds[index],
        name: `Offer ${index}`,
        url: `https://offer.example/${index}`,
        profit: '12.5',
        created_at: '2026-03-01T09:00:00.000Z',
        updated_at: '2026-03-01T09:00:00.000Z',
      })),
      logs: [
        {
          caller_id: dashboard.campaignIds[16],
          caller_type: 'sms_campaign',
          text: 'Log 0',
          created_at: '2026-03-01T09:00:00.000Z',
        },
      ],
    });
    expect((data[0]!.sends as unknown[])[0]).toEqual({
      id: dashboard.sendIds[16]![2],
      next_step_timestamp: null,
      status: 'sent',
      created_at: '2026-03-01T09:18:00.000Z',
      updated_at: '2026-03-01T09:18:00.000Z',
      sms_campaign_id: dashboard.campaignIds[16],
      meta: { ...META, send_type: 'manual', manual_data: null },
      logs: [1, 0].map((index) => ({
        caller_id: dashboard.sendIds[16]![2],
        caller_type: 'sms_campaign_send',
        text: `Log ${index}`,
        created_at: `2026-03-01T09:0${index}:00.000Z`,
      })),
    });
    const sendsOnly = await list('?per_page=1&include=sends');
    expect(sendsOnly.data[0]).toMatchObject({
      offers: [],
      logs: [],
      sends: [{ logs: [] }, { logs: [] }, { logs: [] }],
    });
    for (const spelled of ['include[]=sends', 'include=,%20sends%20', 'include[]=%20sends']) {
      expect(await list(`?per_page=1&${spelled}`)).toEqual({
        ...sendsOnly,
        meta: expect.anything(),
        links: expect.anything(),
      });
    }
  });

  test('agrees with the nested GraphQL request field by field', async () => {
    const { data } = await app.graphql<{ smsCampaigns: { nodes: unknown[] } }>(
      `{ smsCampaigns(first: 15) { nodes {
        id name status team_id: teamId created_at: createdAt updated_at: updatedAt
        meta { send_type: sendType segment_ids: segmentIds }
        offers(first: 100) { nodes { id name url profit created_at: createdAt updated_at: updatedAt } }
        sends(first: 100) { nodes { id status next_step_timestamp: nextStepAt created_at: createdAt updated_at: updatedAt sms_campaign_id: smsCampaignId
          meta { send_type: sendType segment_ids: segmentIds }
          logs(first: 100) { nodes { caller_id: callerId caller_type: callerType text created_at: createdAt } } } }
        logs(first: 100) { nodes { caller_id: callerId caller_type: callerType text created_at: createdAt } }
      } } }`,
      { token },
    );
    const listed = await list('?include=offers,sends,logs');
    expect(listed.data).toHaveLength(15);
    const plain = ({ nodes }: List) => nodes;
    const expected = (data as never as { smsCampaigns: { nodes: Asked[] } }).smsCampaigns.nodes.map((campaign) => ({
      ...campaign,
      offers: plain(campaign.offers),
      sends: campaign.sends.nodes.map((send) => ({ ...send, logs: plain(send.logs) })),
      logs: plain(campaign.logs),
    }));
    expect(listed.data).toMatchObject(expected);
  });

  test('takes as many statements for one campaign as for fifty', async () => {
    const count = async (perPage: number) =>
      (await app.statements(() => list(`?include=offers,sends,logs&per_page=${perPage}`))).length;
    // The page and its total; offers, sends, logs and steps of the campaigns; logs and steps of the sends.
    expect([await count(1), await count(50)]).toEqual([8, 8]);
  });

  test('pages as Laravel does', async () => {
    const { meta, links, data } = await list('?page=2&per_page=8&include=offers');
    const url = (page: number) => `http://localhost/api/v1/sms/campaigns?per_page=8&include=offers&page=${page}`;
    expect(data.map(({ name }) => name)).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((number) => `Campaign 00${number}`));
    expect(links).toEqual({ first: url(1), last: url(3), prev: url(1), next: url(3) });
    expect(meta).toEqual({
      current_page: 2,
      from: 9,
      last_page: 3,
      links: [
        { url: url(1), label: '&laquo; Previous', active: false },
        { url: url(1), label: '1', active: false },
        { url: url(2), label: '2', active: true },
        { url: url(3), label: '3', active: false },
        { url: url(3), label: 'Next &raquo;', active: false },
      ],
      path: 'http://localhost/api/v1/sms/campaigns',
      per_page: 8,
      to: 16,
      total: 17,
    });
  });

  test('tells planned campaigns from the others', async () => {
    const total = async (query: string) => (await list(query)).meta.total;
    expect([await total(''), await total('?type=planned'), await total('?type=default')]).toEqual([17, 6, 11]);
    const { team, token: as } = await createTeam(app, 'Untyped');
    await app.db.smsCampaign.create({ data: { teamId: team.id, name: 'No type yet' } });
    expect((await list('?type=default', as)).meta.total).toBe(1);
  });

  test.each([
    ['?type=recurring', 'type', 'The selected type is invalid.'],
    ['?include=offers,nothing', 'include.1', 'The selected include.1 is invalid.'],
    ['?page=0', 'page', 'The page field must be at least 1.'],
    ['?page=x', 'page', 'The page field must be an integer.'],
    ['?per_page=101', 'per_page', 'The per page field must not be greater than 100.'],
    ['?per_page=0', 'per_page', 'The per page field must be at least 1.'],
  ])('refuses %s', async (query, field, text) => {
    expect(await app.rest('GET', `/v1/sms/campaigns${query}`, { token })).toMatchObject({
      status: 422,
      body: { message: text, errors: { [field]: [text] } },
    });
  });

  test('answers pages far beyond the last one', async () => {
    expect(await list('?page=2147483647&per_page=100')).toMatchObject({
      data: [],
      meta: { from: null, to: null, total: 17 },
    });
  });

  test('needs a token, and one whose scopes name the endpoint', async () => {
    expect(await app.rest('GET', '/v1/sms/campaigns')).toMatchObject({
      status: 401,
      body: { message: 'Unauthenticated.' },
    });
    const offersOnly = await createTeamToken(app, teamId, {
      scopes: [{ method: 'post', endpoint: '/v1/offers', reason: 'Partner' }],
    });
    expect(await app.rest('GET', '/v1/sms/campaigns', { token: offersOnly })).toMatchObject({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
    const reader = await createTeamToken(app, teamId, {
      scopes: [{ method: 'get', endpoint: '/v1/sms/campaigns', reason: 'Dashboard' }],
    });
    expect((await list('?per_page=1', reader)).data).toHaveLength(1);
    expect(
      (
        await app.graphql('{ smsCampaigns(first: 1) { nodes { sends { nodes { logs { nodes { text } } } } } } }', {
          token: reader,
        })
      ).errors,
    ).toBeUndefined();
    expect((await app.graphql('{ me { teamName } }', { token: reader })).errors?.[0]?.extensions.code).toBe(
      'FORBIDDEN',
    );
  });
});
