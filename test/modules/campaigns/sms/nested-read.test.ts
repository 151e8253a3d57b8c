import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createDashboard, type Dashboard } from '../../../support/campaigns.ts';
import { createTeam } from '../../../support/team.ts';

let app: TestApp;
let token: string;
let otherToken: string;
let dashboard: Dashboard;

beforeAll(async () => {
  app = await createTestApp();
  const mine = await createTeam(app);
  token = mine.token;
  otherToken = (await createTeam(app, 'Rival')).token;
  dashboard = await createDashboard(app, mine.team.id, { campaigns: 25, sends: 6, logs: 4 });
});
afterAll(() => app.close());

const DASHBOARD = /* GraphQL */ `
  query Dashboard($first: Int!, $sends: Int!, $logs: Int!) {
    smsCampaigns(first: $first) {
      totalCount
      nodes {
        id
        name
        offers { totalCount nodes { id name profit } }
        sends(first: $sends) { totalCount nodes { id status logs(first: $logs) { totalCount nodes { text } } } }
        logs { nodes { text callerId callerType } }
      }
    }
  }
`;

interface DashboardData {
  smsCampaigns: {
    totalCount: number;
    nodes: {
      id: string;
      name: string;
      offers: { totalCount: number; nodes: { id: string; name: string; profit: string }[] };

      sends: {
        totalCount: number;
        nodes: { id: string; status: string; logs: { totalCount: number; nodes: { text: string }[] } }[];
      };
      logs: { nodes: { text: string; callerId: string; callerType: string }[] };
    }[];
  };
}

const ask = (first: number, sends: number, logs: number, as = token) =>
  app.graphql<DashboardData>(DASHBOARD, { token: as, variables: { first, sends, logs } });

describe('the nested dashboard request', () => {
  test('answers campaigns, offers, sends and logs, newest first and cut per parent', async () => {
    const { data } = await ask(2, 2, 3);
    const [, previous, newest] = [0, 23, 24].map((index) => dashboard.campaignIds[index]!);
    const offers = dashboard.offerIds.map((id, index) => ({ id, name: `Offer ${index}`, profit: '12.5' }));
    const sends = (campaign: number) =>
      [5, 4].map((index) => ({
        id: dashboard.sendIds[campaign]![index]!,
        status: 'sent',
        logs: { totalCount: 4, nodes: [{ text: 'Log 3' }, { text: 'Log 2' }, { text: 'Log 1' }] },
      }));
    const node = (id: string, campaign: number) => ({
      id,
      name: `Campaign 0${campaign}`,
      offers: { totalCount: 2, nodes: offers },
      sends: { totalCount: 6, nodes: sends(campaign) },
      logs: { nodes: [{ text: 'Log 0', callerId: id, callerType: 'sms_campaign' }] },
    });
    expect(data).toEqual({ smsCampaigns: { totalCount: 25, nodes: [node(newest!, 24), node(previous!, 23)] } });
  });

  test.each([
    [1, 1, 1],
    [5, 3, 2],
    [25, 6, 4],
  ])('takes the same statements for pages of %i × %i × %i', async (first, sends, logs) => {
    for (let time = 0; time < 3; time += 1) await ask(first, sends, logs);
    const statements = await app.statements(() => ask(first, sends, logs));
    // Compiled: the page with all below it, and its total. Interpreted: the page, its total; offers, sends and logs of the
    // campaigns; two counts; logs of the sends and their count.
    expect(statements).toHaveLength(app.services.config.GRAPHQL_JIT ? 2 : 9);
  });

  test('shares a statement between equal lists under several names and adds one for other arguments', async () => {
    const twice = /* GraphQL */ `
      query ($first: Int!) {
        smsCampaigns(first: $first) {
          nodes { ...Runs early: sends(last: 1) { nodes { id } } same: sends(first: 2) { nodes { id } } }
        }
      }
      fragment Runs on SmsCampaign { sends(first: 2) { nodes { id logs { nodes { text } } } } }
    `;
    const count = async (first: number) =>
      (await app.statements(() => app.graphql(twice, { token, variables: { first } }))).length;
    // The page; sends(2), once for both who ask for it; the last of the sends; logs.
    expect([await count(2), await count(25)]).toEqual([4, 4]);
  });

  test('does not read what was not asked for', async () => {
    const statements = await app.statements(() => app.graphql('{ smsCampaigns { nodes { name } } }', { token }));
    expect(statements).toHaveLength(1);
    expect(statements[0]).not.toMatch(/planner_data|manual_data|segment_ids/);
  });

  test('answers the same interpreted and compiled', async () => {
    const interpreted = await ask(3, 2, 2);
    for (let run = 0; run < 4; run += 1) expect(await ask(3, 2, 2)).toEqual(interpreted);
  });

  test('refuses nested pages beyond 100 and below 0, naming the argument', async () => {
    const nested = (args: string) =>
      app.graphql(`{ smsCampaigns(first: 1) { nodes { sends(${args}) { nodes { id } } } } }`, { token });
    expect((await nested('first: 101')).errors?.[0]).toMatchObject({
      message: 'The first field must not be greater than 100.',
      path: ['smsCampaigns', 'nodes', 0, 'sends'],
      extensions: { code: 'VALIDATION_FAILED', fields: { first: ['The first field must not be greater than 100.'] } },
    });
    expect((await nested('first: -1')).errors?.[0]?.message).toBe('The first field must be at least 0.');
    expect((await nested('first: 100')).errors).toBeUndefined();
    expect((await nested('first: 0')).data).toEqual({ smsCampaigns: { nodes: [{ sends: { nodes: [] } }] } });
  });
});

describe('another team', () => {
  test('sees nothing in the list', async () => {
    expect((await ask(20, 20, 20, otherToken)).data).toEqual({ smsCampaigns: { totalCount: 0, nodes: [] } });
  });

  test('is told the same about a foreign campaign as about a missing one', async () => {
    const byId = (id: string) =>
      app.graphql('query ($id: ID!) { smsCampaign(id: $id) { id } }', { token: otherToken, variables: { id } });
    const foreign = await byId(dashboard.campaignIds[0]!);
    expect(foreign).toEqual(await byId('01900000-0000-7000-8000-000000000000'));
    expect(foreign).toEqual(await byId('no-uuid'));
    expect(foreign.errors?.[0]).toMatchObject({
      message: 'SMS campaign not found.',
      extensions: { code: 'NOT_FOUND' },
    });
  });

  test('reaches no foreign rows through a record of its own', async () => {
    const rival = await createTeam(app, 'Intruder');
    const own = await app.db.smsCampaign.create({ data: { teamId: rival.team.id, name: 'Own' } });
    const data = { teamId: rival.team.id, smsCampaignId: own.id, offerId: dashboard.offerIds[0]! };
    await expect(app.db.smsCampaignOffer.create({ data })).rejects.toMatchObject({ code: 'P2003' });
    const answer = await app.graphql(
      '{ smsCampaigns { nodes { name offers { totalCount nodes { name } } sends { nodes { id } } logs { nodes { text } } } } }',
      {
        token: rival.token,
      },
    );
    expect(answer.data).toEqual({
      smsCampaigns: {
        nodes: [{ name: 'Own', offers: { totalCount: 0, nodes: [] }, sends: { nodes: [] }, logs: { nodes: [] } }],
      },
    });
  });

  test('sees nothing over REST', async () => {
    const { status, body } = await app.rest('GET', '/v1/sms/campaigns?include=offers,sends,logs', {
      token: otherToken,
    });
    expect([status, body.data]).toEqual([200, []]);
  });
});
