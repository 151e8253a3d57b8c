import type { Role } from '../../src/generated/prisma/client.ts';
import { hashPassword } from '../../src/modules/identity/auth/passwords.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/people.ts';
import { createTeam, createTeamToken } from '../support/team.ts';
import type { Call, Contract, Who } from './contract.ts';
import { everyId, type Ids, makeAnother, makeRecords } from './records.ts';

interface Side {
  ids: Ids;
  tokens: Record<Role | 'team', string>;
}

export interface World {
  test: TestApp;
  mine: Side;
  rival: Side;
  /** Ids that nobody has, and texts that are no ids. */
  nobody: Ids;
  nonsense: Ids;
  /** A token of mine that may use these endpoints only, written as `POST /v1/offers`. */
  scoped(...endpoints: string[]): Promise<string>;
  close(): Promise<void>;
}

export const PASSWORD = 'correct horse';

/** Two teams with one of everything. Nothing that a case does shows in another case. */
export async function createWorld(): Promise<World> {
  const test = await createTestApp({ LOGIN_ATTEMPTS: 1_000, LOOKUP_PROVIDER: 'simulator' });
  const { db } = test;
  const mine = await side(test, 'Acme');
  const rival = await side(test, 'Rival');
  const passwordHash = await hashPassword(PASSWORD);
  const memberships = { create: { teamId: mine.ids.team, role: 'member' as const } };
  await db.user.create({ data: { email: 'ann@acme.example', name: 'Ann', passwordHash, memberships } });
  return {
    test,
    mine,
    rival,
    nobody: everyId('01900000-0000-7000-8000-000000000000'),
    nonsense: everyId('nonsense'),
    scoped: (...endpoints) => createTeamToken(test, mine.ids.team, { role: 'owner', scopes: endpoints.map(scope) }),
    close: () => test.close(),
  };
}

function scope(endpoint: string) {
  const [method = '', path = ''] = endpoint.split(' ');
  return { method, endpoint: path, reason: 'Tested.' };
}

async function side(test: TestApp, name: string): Promise<Side> {
  const { team, token } = await createTeam(test, name);
  // The only one that an admin may see.
  await createTeamToken(test, team.id, { role: 'member', scopes: [scope('post /v1/offers')] });
  const as = (role: Role) => signIn(test, [[team.id, role]]);
  return {
    ids: await makeRecords(test.db, team.id),
    tokens: { team: token, owner: await as('owner'), admin: await as('admin'), member: await as('member') },
  };
}

/** Mine, with a record of its own where the operation uses it up. */
export async function idsFor({ test, mine }: World, { consumes }: Contract): Promise<Ids> {
  if (!consumes) return mine.ids;
  return { ...mine.ids, [consumes]: await makeAnother(test.db, mine.ids, consumes) };
}

/** What the operation accepts, with what a case says otherwise. */
export function callOf(contract: Contract, ids: Ids, special: Partial<Call> = {}): Call {
  const headers = contract.headers?.(ids);
  return {
    path: contract.path(ids),
    ...(contract.body && { body: contract.body(ids) }),
    ...(headers && { headers }),
    ...special,
  };
}

export const tokenOf = ({ mine, rival }: World, who: Who = 'team') =>
  who === 'nobody' ? undefined : who === 'rival' ? rival.tokens.team : mine.tokens[who];
