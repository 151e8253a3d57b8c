import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { signIn } from '../../../support/people.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';

let app: TestApp;
let mine: TestTeam;
let other: TestTeam;

beforeAll(async () => {
  app = await createTestApp();
  mine = await createTeam(app);
  other = await createTeam(app, 'Rival');
});
afterAll(() => app.close());

async function invite(teamId: string, role: Role = 'member'): Promise<string> {
  const { id } = await app.db.invitation.create({
    data: {
      teamId,
      role,
      email: `${randomBytes(6).toString('hex')}@example.com`,
      tokenHash: new Uint8Array(randomBytes(32)),
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  return id;
}
const remove = (teamId: string, id: string, token: string | undefined = mine.token) =>
  app.rest('DELETE', `/v1/teams/${teamId}/invitations/${id}`, token ? { token } : {});
const mutate = (id: string, token = mine.token) =>
  app.graphql('mutation ($id: ID!) { revokeInvitation(id: $id) { invitationId } }', { token, variables: { id } });
const exists = async (id: string) => (await app.db.invitation.count({ where: { id } })) === 1;
const MISSING = '01900000-0000-7000-8000-000000000000';
const NOT_FOUND = { status: 404, body: { message: 'Invitation not found.' } };
const REFUSED = { status: 403, body: { message: 'Action not allowed' } };

describe('E20', () => {
  test('deletes the invitation and says so; a second time there is none', async () => {
    const id = await invite(mine.team.id);
    expect(await remove(mine.team.id, id)).toMatchObject({ status: 200, body: { message: 'Invitation deleted.' } });
    expect(await exists(id)).toBe(false);
    expect(await remove(mine.team.id, id)).toMatchObject(NOT_FOUND);
  });

  test('finds none that was accepted', async () => {
    const id = await invite(mine.team.id);
    await app.db.invitation.update({
      where: { teamId_id: { teamId: mine.team.id, id } },
      data: { acceptedAt: new Date() },
    });
    expect(await remove(mine.team.id, id)).toMatchObject(NOT_FOUND);
    expect(await mutate(id)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    expect(await exists(id)).toBe(true);
  });

  test('does the same through GraphQL', async () => {
    const id = await invite(mine.team.id);
    expect(await mutate(id)).toEqual({ data: { revokeInvitation: { invitationId: id } } });
    expect(await exists(id)).toBe(false);
    expect(await mutate(id)).toMatchObject({
      errors: [{ message: 'Invitation not found.', extensions: { code: 'NOT_FOUND' } }],
    });
  });

  test('is for owners and admins', async () => {
    const id = await invite(mine.team.id);
    const member = await signIn(app, [[mine.team.id, 'member']]);
    expect(await remove(mine.team.id, id, member)).toMatchObject(REFUSED);
    expect(await mutate(id, member)).toMatchObject({
      errors: [{ message: 'Action not allowed', extensions: { code: 'FORBIDDEN' } }],
    });
    // The role comes first: what there is and what not, a member does not learn.
    expect(await remove(mine.team.id, MISSING, member)).toMatchObject(REFUSED);
    expect(await remove(other.team.id, id, member)).toMatchObject(REFUSED);
    expect(await exists(id)).toBe(true);

    const admin = await signIn(app, [[mine.team.id, 'admin']]);
    expect((await remove(mine.team.id, id, admin)).status).toBe(200);
  });

  test('leaves invitations to a role above one’s own to those who have it', async () => {
    const id = await invite(mine.team.id, 'owner');
    const admin = await signIn(app, [[mine.team.id, 'admin']]);
    expect(await remove(mine.team.id, id, admin)).toMatchObject(REFUSED);
    expect(await mutate(id, admin)).toMatchObject({
      errors: [{ message: 'Action not allowed', extensions: { code: 'FORBIDDEN' } }],
    });
    expect(await remove(other.team.id, id, admin)).toMatchObject(NOT_FOUND);
    expect(await exists(id)).toBe(true);
    expect((await remove(mine.team.id, id)).status).toBe(200);
  });

  test('finds no other team’s invitation, under whichever team it is looked for', async () => {
    const theirs = await invite(other.team.id);
    const ours = await invite(mine.team.id);
    for (const [teamId, id] of [
      [other.team.id, theirs],
      [mine.team.id, theirs],
      [other.team.id, ours],
      [MISSING, ours],
      ['none', ours],
      [mine.team.id, MISSING],
      [mine.team.id, 'none'],
    ] as const) {
      expect(await remove(teamId, id)).toMatchObject(NOT_FOUND);
    }
    expect([await exists(theirs), await exists(ours)]).toEqual([true, true]);
  });

  test('wants a token, and of a limited one that it names the endpoint', async () => {
    const id = await invite(mine.team.id);
    const scope = (method: string, endpoint: string) => [{ method, endpoint, reason: 'test' }];
    const limited = await createTeamToken(app, mine.team.id, { scopes: scope('post', '/v1/offers') });
    const named = await createTeamToken(app, mine.team.id, {
      scopes: scope('delete', '/v1/teams/{team}/invitations/{invitation}'),
    });
    expect(await remove(mine.team.id, id, '')).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
    expect(await remove(mine.team.id, id, limited)).toMatchObject({
      status: 403,
      body: { message: 'This action is unauthorized.' },
    });
    expect((await remove(mine.team.id, id, named)).status).toBe(200);
  });
});
