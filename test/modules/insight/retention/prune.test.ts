import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pruneTask } from '../../../../src/modules/insight/retention/prune.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSellerEndpoint } from '../../../support/sellers.ts';
import { createTeam, createTeamToken } from '../../../support/team.ts';
import { newTraceId } from '../../../support/traces.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ TRACE_DAYS: 7 });
});
afterAll(() => app.close());

const RUN = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
const days = (count: number) => new Date(Date.now() + count * 86_400_000);
const hash = () => new Uint8Array(randomBytes(32));

test('what has expired goes, what may still be needed stays', async () => {
  const { db, pool } = app;
  const { team, token } = await createTeam(app);
  const teamId = team.id;
  const user = await db.user.create({ data: { email: 'ann@example.com', name: 'Ann', passwordHash: 'none' } });
  const session = (expiresAt: Date) => ({ userId: user.id, teamId, tokenHash: hash(), expiresAt });
  await db.session.createMany({ data: [session(days(-1)), session(days(1))] });
  const invitation = (email: string, expiresAt: Date, acceptedAt: Date | null = null) => ({
    ...{ teamId, email, tokenHash: hash(), expiresAt, acceptedAt },
  });
  await db.invitation.createMany({
    data: [
      invitation('old@example.com', days(-31)),
      invitation('late@example.com', days(-29)),
      invitation('accepted@example.com', days(-31), days(-40)),
    ],
  });
  for (const data of [{ expiresAt: days(-31) }, { revokedAt: days(-31) }, { expiresAt: days(-29) }]) {
    await createTeamToken(app, teamId);
    const newest = await db.teamToken.findFirstOrThrow({ where: { teamId }, orderBy: { id: 'desc' } });
    await db.teamToken.update({ where: { teamId_id: { teamId: team.id, id: newest.id } }, data });
  }
  await db.rateLimit.createMany({
    data: [
      { key: 'gone', points: 1, expire: BigInt(Date.now() - 1) },
      { key: 'counting', points: 1, expire: BigInt(Date.now() + 60_000) },
    ],
  });
  const trace = (startedAt: Date) => ({
    ...{ teamId, traceId: newTraceId(), kind: 'job' as const, operation: 'x', outcome: 'ok' },
    ...{ startedAt, durationMs: 1, statements: 1 },
  });
  // More than one batch.
  await db.trace.createMany({ data: Array.from({ length: 2_100 }, () => trace(days(-8))) });
  await db.trace.create({ data: trace(days(-6)) });

  await pruneTask.run(app.services, {}, RUN);
  await pruneTask.run(app.services, {}, RUN);

  const { rows } = await pool.query(`SELECT (SELECT count(*)::int FROM sessions) AS sessions,
    (SELECT array_agg(email ORDER BY email) FROM invitations) AS invitations,
    (SELECT count(*)::int FROM team_tokens) AS tokens,
    (SELECT array_agg(key) FROM rate_limits) AS limits, (SELECT count(*)::int FROM traces) AS traces`);
  expect(rows).toEqual([
    {
      sessions: 1,
      invitations: ['accepted@example.com', 'late@example.com'],
      tokens: 2,
      limits: ['counting'],
      traces: 1,
    },
  ]);
  expect((await app.graphql('{ me { role } }', { token })).errors).toBeUndefined();
});

test('of the hub stays what a repeat, a part or a receipt may still need', async () => {
  const { db } = app;
  const { team } = await createTeam(app);
  const teamId = team.id;
  const { id: sellerEndpointId } = await createSellerEndpoint(db, { teamId, username: 'kept', passwordHash: 'none' });
  const own = { teamId, sellerEndpointId };
  const nobody = '01900000-0000-7000-8000-000000000000';
  await db.hubReference.createMany({
    data: [-1.1, -0.9].map((at) => ({ ...own, reference: `${at}`, messageId: nobody, createdAt: days(at) })),
  });
  const part = { ...own, sender: 'Acme', destination: '49151', concatenation: 1, total: 2, submission: {} };
  await db.hubPart.createMany({
    data: [-16, -14].map((at) => ({ ...part, part: -at, receipts: 'all', createdAt: days(at) })),
  });
  const { id: routeId } = await db.route.create({ data: { teamId, name: 'Direct' } });
  const said = {
    teamId,
    textId: nobody,
    routeId,
    sender: '+49151',
    recipient: '',
    reference: 7,
    total: 2,
    text: '"Hi"',
  };
  await db.smsReplyPart.createMany({
    data: [-1.1, -0.9, -1.1, -30.1].map((at, place) => ({ ...said, place, isEnded: place === 0, createdAt: days(at) })),
  });
  const receipt = { ...own, kind: 'receipt', subjectId: nobody, content: {}, dueAt: days(-1) } as const;
  await db.hubReturn.createMany({
    data: [-3.1, -2.9].map((at, tries) => ({ ...receipt, tries, createdAt: days(at) })),
  });
  const bind = { ...own, kind: 'receiver', address: '192.0.2.1', boundAt: days(-2) } as const;
  await db.hubConnection.createMany({
    data: [-1, 1].map((at) => ({ ...bind, process: `${at}`, leaseUntil: days(at) })),
  });
  await pruneTask.run(app.services, {}, RUN);
  const { rows } = await app.pool.query(
    `SELECT (SELECT array_agg(reference) FROM hub_references) AS references, (SELECT array_agg(part) FROM hub_parts) AS parts,
      (SELECT array_agg(place ORDER BY place) FROM sms_reply_parts) AS places,
      (SELECT array_agg(tries) FROM hub_returns) AS returns, (SELECT array_agg(process) FROM hub_connections) AS connections`,
  );
  expect(rows).toEqual([{ references: ['-0.9'], parts: [14], places: [1, 2], returns: [1], connections: ['1'] }]);
});

test('what cannot be deleted keeps nothing else, and is told', async () => {
  const { db, pool } = app;
  const { team } = await createTeam(app);
  const user = await db.user.create({ data: { email: 'bea@example.com', name: 'Bea', passwordHash: 'none' } });
  const session = { userId: user.id, teamId: team.id, tokenHash: hash(), expiresAt: days(-1) };
  await db.session.create({ data: session });
  await db.rateLimit.create({ data: { key: 'behind', points: 1, expire: 1n } });
  const left = async () => [
    await db.session.count({ where: { userId: user.id } }),
    await db.rateLimit.count({ where: { key: 'behind' } }),
  ];
  await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''refused''; END';
    CREATE TRIGGER refuse BEFORE DELETE ON sessions EXECUTE FUNCTION refuse()`);
  await expect(pruneTask.run(app.services, {}, RUN)).rejects.toThrow('refused');
  expect(await left()).toEqual([1, 0]);
  await pool.query('DROP TRIGGER refuse ON sessions; DROP FUNCTION refuse');
  await pruneTask.run(app.services, {}, RUN);
  expect(await left()).toEqual([0, 0]);
});

test('a worker that stops is not kept waiting', async () => {
  await app.db.rateLimit.create({ data: { key: 'later', points: 1, expire: 1n } });
  await pruneTask.run(app.services, {}, { ...RUN, signal: AbortSignal.abort() });
  expect(await app.db.rateLimit.count({ where: { key: 'later' } })).toBe(1);
});
