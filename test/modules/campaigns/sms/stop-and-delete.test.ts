import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignStatus } from '../../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { PLANNER } from '../../../support/campaigns.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
  other = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

const campaign = (status: CampaignStatus, plannerData?: object) =>
  app.db.smsCampaign.create({
    data: { teamId: mine.team.id, name: 'Spring', status, plannerData, ...(plannerData && { sendType: 'planner' }) },
  });
const stop = (id: string, token: string | undefined = mine.token) =>
  app.rest('POST', `/v1/sms/campaigns/${id}/planner/stop`, token ? { token } : {});
const remove = (id: string, token: string | undefined = mine.token) =>
  app.rest('DELETE', `/v1/sms/campaigns/${id}`, token ? { token } : {});
const MISSING = '01900000-0000-7000-8000-000000000000';

describe('E19', () => {
  test('stops the planner, the campaign and its open sends, and says so in the log', async () => {
    const { id } = await campaign('running', PLANNER);
    const send = { teamId: mine.team.id, smsCampaignId: id };
    await app.db.smsSend.createMany({
      data: [
        { ...send, status: 'sent' },
        { ...send, status: 'running', nextStepAt: new Date() },
      ],
    });
    expect(await stop(id)).toMatchObject({ status: 200, body: { message: 'Campaign planner stopped.' } });
    const { data } = await app.graphql(
      'query ($id: ID!) { smsCampaign(id: $id) { status meta { plannerData { isActive weeklySmsContactLimit } } logs { nodes { text } } sends { nodes { status statusReason nextStepAt endedAt logs { nodes { text } } } } } }',
      { token: mine.token, variables: { id } },
    );
    expect(data).toEqual({
      smsCampaign: {
        status: 'stopped',
        meta: { plannerData: { isActive: false, weeklySmsContactLimit: 5 } },
        logs: { nodes: [{ text: 'Campaign planner stopped.' }] },
        sends: {
          nodes: expect.arrayContaining([
            { status: 'sent', statusReason: null, nextStepAt: null, endedAt: null, logs: { nodes: [] } },
            {
              status: 'stopped',
              statusReason: 'The campaign’s planner was stopped.',
              nextStepAt: null,
              endedAt: expect.any(String),
              logs: { nodes: [{ text: 'Stopped: The campaign’s planner was stopped.' }] },
            },
          ]),
        },
      },
    });
  });

  test('changes nothing the second time, and once only when ten come together', async () => {
    const { id } = await campaign('pending', PLANNER);
    const answers = await Promise.all(Array.from({ length: 10 }, () => stop(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await app.db.log.count({ where: { callerId: id } })).toBe(1);
  });

  test('leaves the status of a campaign that was not under way', async () => {
    const { id } = await campaign('draft', PLANNER);
    await stop(id);
    expect(await app.db.smsCampaign.findUnique({ where: { teamId_id: { teamId: mine.team.id, id } } })).toMatchObject({
      status: 'draft',
      plannerData: { isActive: false },
    });
  });

  test('answers {errors} for a campaign without a planner', async () => {
    const { id } = await campaign('running');
    expect(await stop(id)).toMatchObject({ status: 422, body: { errors: ['Campaign does not have planner'] } });
  });

  test('leaves a campaign alone that has planner data and sends otherwise', async () => {
    const { id } = await campaign('running', PLANNER);
    await app.db.smsCampaign.updateMany({ where: { id }, data: { sendType: 'manual' } });
    const send = await app.db.smsSend.create({
      data: { teamId: mine.team.id, smsCampaignId: id, status: 'running', meta: { sendType: 'manual' } },
    });
    expect(await stop(id)).toMatchObject({ status: 200 });
    const where = { teamId: mine.team.id };
    expect(await app.db.smsCampaign.findFirst({ where: { ...where, id } })).toMatchObject({
      status: 'running',
      plannerData: { isActive: false },
    });
    expect(await app.db.smsSend.findFirst({ where: { ...where, id: send.id } })).toMatchObject({ status: 'running' });
  });

  test('stops the planner’s send of a campaign that has another type since', async () => {
    const { id } = await campaign('running');
    await app.db.smsCampaign.updateMany({ where: { id }, data: { sendType: 'manual' } });
    const send = await app.db.smsSend.create({
      data: { teamId: mine.team.id, smsCampaignId: id, status: 'running', meta: { sendType: 'planner' } },
    });
    expect(await stop(id)).toMatchObject({ status: 200, body: { message: 'Campaign planner stopped.' } });
    const where = { teamId: mine.team.id };
    expect(await app.db.smsCampaign.findFirst({ where: { ...where, id } })).toMatchObject({
      status: 'stopped',
      plannerData: null,
    });
    expect(await app.db.smsSend.findFirst({ where: { ...where, id: send.id } })).toMatchObject({ status: 'stopped' });
  });

  test.each([
    ['a missing campaign', MISSING],
    ['no id at all', 'seven'],
  ])('does not find %s', async (_what, id) => {
    expect(await stop(id)).toMatchObject({ status: 404, body: { message: 'SMS campaign not found.' } });
  });

  test('does not find a foreign or a deleted campaign and asks for a token', async () => {
    const { id } = await campaign('running', PLANNER);
    expect((await stop(id, other.token)).status).toBe(404);
    expect((await app.rest('POST', `/v1/sms/campaigns/${id}/planner/stop`)).status).toBe(401);
    await app.db.smsCampaign.update({
      where: { teamId_id: { teamId: mine.team.id, id } },
      data: { deletedAt: new Date() },
    });
    expect((await stop(id)).status).toBe(404);
  });
});

describe('E22', () => {
  test.each(['draft', 'pending', 'sent', 'failed', 'stopped'] as const)(
    'deletes a campaign that is %s, keeping the row',
    async (status) => {
      const { id } = await campaign(status);
      expect(await remove(id)).toMatchObject({ status: 200, body: { message: 'SMS campaign deleted.' } });
      expect(
        (await app.db.smsCampaign.findUnique({ where: { teamId_id: { teamId: mine.team.id, id } } }))?.deletedAt,
      ).toBeInstanceOf(Date);
      expect(await remove(id)).toMatchObject({ status: 404, body: { message: 'SMS campaign not found.' } });
    },
  );

  test.each(['running', 'in_progress'] as const)('refuses while it is %s', async (status) => {
    const { id } = await campaign(status);
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { message: 'The SMS campaign is sending. Stop it before deleting it.' },
    });
    expect(
      (await app.db.smsCampaign.findUnique({ where: { teamId_id: { teamId: mine.team.id, id } } }))?.deletedAt,
    ).toBeNull();
  });

  test('leaves no trace of a deleted campaign in lists, by id and in totals', async () => {
    const team = await createTeam(app, 'Tidy');
    const { id } = await app.db.smsCampaign.create({ data: { teamId: team.team.id, name: 'Gone' } });
    const answer = await app.graphql('mutation ($id: ID!) { deleteSmsCampaign(id: $id) { id } }', {
      token: team.token,
      variables: { id },
    });
    expect(answer).toEqual({ data: { deleteSmsCampaign: { id } } });
    expect((await app.graphql('{ smsCampaigns { totalCount nodes { id } } }', { token: team.token })).data).toEqual({
      smsCampaigns: { totalCount: 0, nodes: [] },
    });
    expect((await app.rest('GET', '/v1/sms/campaigns', { token: team.token })).body).toMatchObject({
      meta: { total: 0 },
    });
  });

  test('does not find a foreign campaign', async () => {
    const { id } = await campaign('draft');
    expect((await remove(id, other.token)).status).toBe(404);
    expect(
      (await app.db.smsCampaign.findUnique({ where: { teamId_id: { teamId: mine.team.id, id } } }))?.deletedAt,
    ).toBeNull();
  });
});
