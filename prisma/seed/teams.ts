import type { Role } from '../../src/generated/prisma/client.ts';
import { hashToken, SESSION_PREFIX, tokenOf } from '../../src/modules/identity/auth/tokens.ts';
import { encryptToken, type TokenKeys } from '../../src/secrets.ts';
import { before, DAY, FAR_FUTURE, HOUR, NOW } from './clock.ts';
import { DEMO_PASSWORD_HASH, TOKENS } from './credentials.ts';
import { demoId } from './ids.ts';
import type { TeamSeed } from './team-seed.ts';

const FOUNDED = before(NOW, 400 * DAY);

const TEAMS = {
  1: {
    name: 'Acme Outreach',
    timezone: 'America/New_York',
    currency: 'USD',
    domain: 'acme.example',
    onboarding: ['profile', 'numbers'],
  },
  2: { name: 'Globex Messaging', timezone: 'Europe/Berlin', currency: 'EUR', domain: 'globex.example', onboarding: [] },
} as const;

const PEOPLE: { role: Role; name: Record<1 | 2, string> }[] = [
  { role: 'owner', name: { 1: 'Olivia Parker', 2: 'Greta Lindholm' } },
  { role: 'admin', name: { 1: 'Adrian Cole', 2: 'Anton Weiss' } },
  { role: 'member', name: { 1: 'Mina Okafor', 2: 'Marta Klein' } },
];

/** The team, its people (all with the demo's password), their sessions, the team's tokens and its invitations. */
export async function seedTeam(seed: TeamSeed, tokenKeys: TokenKeys): Promise<void> {
  const { name, timezone, currency, domain, onboarding } = TEAMS[seed.team];
  const stamps = { createdAt: FOUNDED, updatedAt: FOUNDED };
  await seed.insert('teams', [
    { id: seed.nextId('team'), name, timezone, currency, onboardingData: [...onboarding], ...stamps },
  ]);

  const people = PEOPLE.map((person, at) => ({
    ...person,
    id: seed.nextId('user'),
    joinedAt: before(FOUNDED, -at * DAY),
  }));
  await seed.insert(
    'users',
    people.map((person) => ({
      id: person.id,
      email: `${person.role}@${domain}`,
      name: person.name[seed.team],
      passwordHash: DEMO_PASSWORD_HASH,
      emailConfirmedAt: person.joinedAt,
      createdAt: person.joinedAt,
      updatedAt: person.joinedAt,
    })),
  );
  await seed.insert(
    'memberships',
    people.map((person) => ({
      teamId: seed.teamId,
      userId: person.id,
      role: person.role,
      createdAt: person.joinedAt,
    })),
  );
  await seed.insert(
    'sessions',
    people.map((person, at) => ({
      id: seed.nextId('session'),
      userId: person.id,
      teamId: seed.teamId,
      tokenHash: hashToken(tokenOf(SESSION_PREFIX, seed.teamId, `_demo_${person.role}@${domain}`)),
      address: '127.0.0.1',
      expiresAt: FAR_FUTURE,
      lastUsedAt: before(NOW, (at + 1) * HOUR),
      createdAt: before(NOW, (at + 1) * DAY),
    })),
  );
  await seedTokens(seed, tokenKeys);
  await seedInvitations(seed);
}

async function seedTokens(seed: TeamSeed, tokenKeys: TokenKeys): Promise<void> {
  const [every, offers] = seed.team === 1 ? [TOKENS.acme, TOKENS.acmeOffers] : [TOKENS.globex, TOKENS.globexOffers];
  const tokens = [
    { name: 'Dashboard', token: every, scopes: [] },
    {
      name: 'Offer import',
      token: offers,
      scopes: [
        { method: 'post', endpoint: '/v1/offers', reason: 'Offers come from the affiliate network every night.' },
      ],
    },
  ];
  await seed.insert(
    'team_tokens',
    tokens.map(({ name, token, scopes }, at) => ({
      id: seed.nextId('teamToken'),
      teamId: seed.teamId,
      createdById: demoId('user', seed.team, 1),
      name,
      role: 'admin' as const,
      tokenHash: hashToken(token),
      tokenCiphertext: encryptToken(tokenKeys, token),
      scopes,
      expiresAt: at === 0 ? null : FAR_FUTURE,
      lastUsedAt: at === 0 ? before(NOW, HOUR) : null,
      createdAt: before(NOW, (90 - at) * DAY),
      updatedAt: before(NOW, (90 - at) * DAY),
    })),
  );
}

async function seedInvitations(seed: TeamSeed): Promise<void> {
  const { domain } = TEAMS[seed.team];
  const invited: { name: string; role: Role; accepted: boolean }[] = [
    { name: 'new.colleague', role: 'member', accepted: false },
    { name: 'campaign.manager', role: 'admin', accepted: false },
    { name: 'member', role: 'member', accepted: true },
  ];
  await seed.insert(
    'invitations',
    invited.map(({ name, role, accepted }, at) => ({
      id: seed.nextId('invitation'),
      teamId: seed.teamId,
      email: `${name}@${domain}`,
      role,
      tokenHash: null,
      delivery: 'sent' as const,
      invitedById: demoId('user', seed.team, 1),
      expiresAt: FAR_FUTURE,
      acceptedAt: accepted ? before(NOW, 390 * DAY) : null,
      createdAt: accepted ? before(NOW, 395 * DAY) : before(NOW, (10 - at) * DAY),
    })),
  );
}
