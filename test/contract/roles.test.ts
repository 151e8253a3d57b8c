import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/generated/prisma/client.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/people.ts';
import { createTeam, createTeamToken } from '../support/team.ts';
import { accessOf, call, type Root, roots, sampleArguments } from './schema-calls.ts';

let app: TestApp;
const tokens: Partial<Record<Who, (root: Root) => Promise<string>>> = {};

const ROLES = ['owner', 'admin', 'member'] as const;
type Who = Role | 'limited' | 'nobody';

beforeAll(async () => {
  app = await createTestApp();
  const { team } = await createTeam(app);
  // An owner stays, so that nothing is refused because somebody is the last one.
  await signIn(app, [[team.id, 'owner']]);
  // A person of its own for every mutation: some end the session, or leave the team.
  for (const role of ROLES) {
    const reader = await signIn(app, [[team.id, role]]);
    tokens[role] = async ({ kind }) => (kind === 'mutation' ? signIn(app, [[team.id, role]]) : reader);
  }
  const scopes = [{ method: 'get', endpoint: '/v1/nothing', reason: '' }];
  const limited = await createTeamToken(app, team.id, { role: 'owner', scopes });
  tokens.limited = async () => limited;
});
afterAll(() => app.close());

/** As the field declares it. */
function mayUse(root: Root, who: Who): boolean {
  const access = accessOf(root);
  if (access === 'public') return true;
  if (who === 'nobody' || who === 'limited') return false;
  const role = typeof access === 'object' ? (access.role ?? 'member') : 'member';
  return ROLES.indexOf(who) <= ROLES.indexOf(role);
}

/** What the field's own declaration refuses with. */
const refusals = (root: Root) => {
  const access = accessOf(root);
  const own = typeof access === 'object' && access.refusal;
  return ['This action is unauthorized.', ...(own ? [own] : [])];
};

async function isRefused(root: Root, who: Who): Promise<boolean> {
  const { errors } = await call(app, root, sampleArguments(root), { token: await tokens[who]?.(root) });
  const [error] = errors ?? [];
  // Anything that is wrong with the call itself would hide the answer.
  const where = [root.field.name, who, error?.message];
  expect(['GRAPHQL_VALIDATION_FAILED', 'INTERNAL_SERVER_ERROR'], String(where)).not.toContain(error?.extensions.code);
  if (who === 'nobody') return error?.message === 'Unauthenticated.';
  return error?.extensions.code === 'FORBIDDEN' && refusals(root).includes(error.message);
}

describe.each(['owner', 'admin', 'member', 'limited', 'nobody'] as const)('%s', (who) => {
  test('may use what is declared for them, and nothing else', async () => {
    const declared = Object.fromEntries(roots.map((root) => [root.field.name, mayUse(root, who)]));
    const found: Record<string, boolean> = {};
    for (const root of roots) found[root.field.name] = !(await isRefused(root, who));
    expect(found).toEqual(declared);
  });
});

test('what members may not do includes all that changes who is in the team, and its tokens', () => {
  const names = roots.filter((root) => !mayUse(root, 'member')).map(({ field }) => field.name);
  const aboutPeople = roots.filter(({ kind, field }) => kind === 'mutation' && /member|token$/i.test(field.name));
  expect(names).toEqual(expect.arrayContaining(aboutPeople.map(({ field }) => field.name)));
});
