import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let acme: TestTeam;
let rival: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  acme = await createTeam(app);
  rival = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

async function schedule(teamId = acme.team.id) {
  const { db } = app;
  const route = await db.route.create({ data: { teamId, name: 'Direct' } });
  const { id } = await db.smsTestSchedule.create({
    data: { teamId, routeId: route.id, name: 'Hourly', toNumber: 14155550100n, text: 'Test' },
  });
  return { id, routeId: route.id };
}

const remove = async (routeId: string, id: string, token: string | undefined = acme.token) => {
  const path = `/v1/sms/routing/sms-tests/${routeId}/schedule/${id}`;
  const answer = await app.rest('DELETE', path, { token: token === '' ? undefined : token });
  return { status: answer.status, body: answer.body };
};
const isThere = async (id: string) => (await app.db.smsTestSchedule.count({ where: { id } })) === 1;

const NO_SCHEDULE = { status: 404, body: { message: 'SMS test schedule not found.' } };
const NO_ROUTE = { status: 404, body: { message: 'Route not found.' } };

describe('deleting a test schedule (E18)', () => {
  test('removes it and says so; a second time it is not found', async () => {
    const { id, routeId } = await schedule();
    expect(await remove(routeId, id)).toEqual({
      status: 200,
      body: { success: true, message: 'SMS test schedule deleted successfully.' },
    });
    expect(await isThere(id)).toBe(false);
    expect(await remove(routeId, id)).toEqual(NO_SCHEDULE);
  });

  test('through GraphQL answers what was deleted', async () => {
    const { id } = await schedule();
    const query = 'mutation ($id: ID!) { deleteSmsTestSchedule(id: $id) { id } }';
    const run = (token = acme.token) => app.graphql(query, { variables: { id }, token });
    expect((await run(rival.token)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(await run()).toEqual({ data: { deleteSmsTestSchedule: { id } } });
    expect((await run()).errors).toMatchObject([
      { message: 'SMS test schedule not found.', extensions: { code: 'NOT_FOUND' } },
    ]);
  });

  test('finds neither a schedule of another route nor one that is none', async () => {
    const [one, other] = [await schedule(), await schedule()];
    for (const id of [other.id, randomUUID(), 'x']) expect(await remove(one.routeId, id)).toEqual(NO_SCHEDULE);
    expect(await isThere(other.id)).toBe(true);
  });

  test('finds no route of another team, nor one that is none', async () => {
    const theirs = await schedule(rival.team.id);
    const mine = await schedule();
    for (const routeId of [theirs.routeId, randomUUID(), 'x']) {
      expect(await remove(routeId, theirs.id)).toEqual(NO_ROUTE);
      expect(await remove(routeId, mine.id)).toEqual(NO_ROUTE);
    }
    expect([await isThere(theirs.id), await isThere(mine.id)]).toEqual([true, true]);
  });

  test('is for tokens of the team, and for limited ones that name the endpoint', async () => {
    const { id, routeId } = await schedule();
    const token = (endpoint: string) =>
      createTeamToken(app, acme.team.id, { scopes: [{ method: 'delete', endpoint, reason: 'test' }] });
    expect(await remove(routeId, id, '')).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
    expect(await remove(routeId, id, await token('/v1/sms/campaigns/{campaign}'))).toEqual({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
    const allowed = await token('/v1/sms/routing/sms-tests/{smsRoute}/schedule/{id}');
    expect((await remove(routeId, id, allowed)).status).toBe(200);
  });
});
