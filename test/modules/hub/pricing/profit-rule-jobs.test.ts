import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
});
afterAll(() => app.close());

const rule = async () => (await app.db.profitRule.create({ data: { teamId: acme.team.id, currentProfit: '10' } })).id;
const update = async (id: string, body: unknown) => {
  const path = `/v1/hub/profit-logic/rules/${id}`;
  expect((await app.rest('PUT', path, { body, token: acme.token })).status).toBe(200);
};
const stored = (id: string) =>
  app.db.profitRule.findUniqueOrThrow({
    where: { teamId_id: { teamId: acme.team.id, id } },
    select: { currentProfit: true, oldProfit: true, upcomingProfit: true, changes: { select: { newProfit: true } } },
  });
const jobTimes = async () => (await waitingJobs(app, 'apply_due_profit_rules')).map(({ runAt }) => runAt.toISOString());

test('an upcoming profit is written down when its time has come, without anybody asking', async () => {
  const id = await rule();
  const appliedAt = '2099-01-01T00:00:00.000Z';
  await update(id, { upcoming_profit: 12.5, applied_at: appliedAt });
  expect(await jobTimes()).toEqual([appliedAt]);
  await app.services.db.prisma.profitRule.update({
    where: { teamId_id: { teamId: acme.team.id, id } },
    data: { appliedAt: new Date(Date.now() - 1_000) },
  });
  await makeJobsDue(app);
  await runJobs(app);
  expect(JSON.parse(JSON.stringify(await stored(id)))).toEqual({
    currentProfit: '12.5',
    oldProfit: '10',
    upcomingProfit: null,
    changes: [{ newProfit: '12.5' }],
  });
  expect(await jobTimes()).toEqual([]);
});

test('one job follows the time of a rule, and goes when the change is called off', async () => {
  const id = await rule();
  await update(id, { upcoming_profit: 1, applied_at: '2099-01-01T00:00:00.000Z' });
  await update(id, { upcoming_profit: 1, applied_at: '2098-01-01T00:00:00.000Z' });
  expect(await jobTimes()).toEqual(['2098-01-01T00:00:00.000Z']);
  await update(id, { upcoming_profit: null });
  expect(await jobTimes()).toEqual([]);
});

test('a refused update leaves no job', async () => {
  const id = await rule();
  const body = { upcoming_profit: 101, applied_at: '2099-01-01T00:00:00.000Z' };
  const answer = await app.rest('PUT', `/v1/hub/profit-logic/rules/${id}`, { body, token: acme.token });
  expect(answer.status).toBe(422);
  expect(await jobTimes()).toEqual([]);
});

test('a job that runs before its time changes nothing', async () => {
  const id = await rule();
  await update(id, { upcoming_profit: 1, applied_at: '2099-01-01T00:00:00.000Z' });
  await makeJobsDue(app);
  await runJobs(app);
  expect(await stored(id)).toMatchObject({ upcomingProfit: expect.anything(), changes: [] });
});
