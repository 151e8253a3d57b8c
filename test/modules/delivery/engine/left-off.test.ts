import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isDistributed } from '../../../../src/database/distribute.ts';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { type Visit, visiting } from '../../../never-analysed/visits.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { dbOver } from '../../../support/database.ts';
import { createSmsCampaign, manual, START, testEngine } from '../../../support/sending.ts';
import { createSendingTeam } from '../../../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const soon = () => new Date(Date.now() + 1_000).toISOString();

/** Starts a campaign while a transaction that sees the database as it was before is left open. */
async function besideAnOpenTransaction(run: (visits: Visit[], watched: TestApp) => Promise<void>) {
  const open = await app.pool.connect();
  try {
    await open.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await open.query('SELECT pg_current_xact_id()');
    const visits: Visit[] = [];
    const db = dbOver(
      app,
      visiting(app.pool, (visit) => visits.push(visit)),
    );
    await run(visits, { ...app, services: { ...app.services, db } });
  } finally {
    await open.query('ROLLBACK');
    open.release();
  }
}

const isServer = inject('databaseTemplate').kind === 'server';

it.skipIf(!isServer)(
  'a claim reads nothing that the claims before it have left, however old a transaction is',
  async () => {
    if (await isDistributed(app.pool)) return;
    const { team, token } = await createSendingTeam(app);
    const { campaignId } = await createSmsCampaign(app, team.id, { contacts: 3_000, meta: manual(3_000) });
    await app.graphql(START, { variables: { id: campaignId }, token });
    await besideAnOpenTransaction(async (visits, watched) => {
      const engine = testEngine(watched, soon());
      await engine.run();
      expect(engine.provider.sent).toHaveLength(3_000);
      const pages = visits.flatMap(({ text, pages: of }) =>
        text.includes('FROM sms_recipients r') && text.includes('FOR UPDATE OF r')
          ? (of.get('sms_recipients') ?? 0)
          : [],
      );
      // Six claims of 500. The next one finds nobody, and then looks from the beginning.
      expect(pages).toHaveLength(8);
      const [first] = pages;
      for (const one of pages.slice(0, 6)) expect(one).toBeLessThanOrEqual(1.1 * first!);
    });
  },
);

it('whoever comes back before the place where a claim left off is reached, too', async () => {
  const { team, token } = await createSendingTeam(app);
  const { campaignId, contactIds } = await createSmsCampaign(app, team.id, { contacts: 1_600, meta: manual(1_600) });
  await app.graphql(START, { variables: { id: campaignId }, token });
  const engine = testEngine(app, soon());
  while (engine.provider.sent.length < 1_000) await work(engine);
  const [first] = await app.db.smsRecipient.findMany({
    where: { teamId: team.id, status: 'handed' },
    orderBy: [{ dueAt: 'asc' }, { contactId: 'asc' }],
    take: 1,
  });
  await app.pool.query(
    `UPDATE sms_recipients SET status = 'waiting', message_id = NULL WHERE team_id = $1 AND contact_id = $2`,
    [team.id, first!.contactId],
  );
  await engine.run();
  expect(engine.provider.sent).toHaveLength(1_601);
  expect(new Set(engine.provider.sent.map(({ to }) => to)).size).toBe(contactIds.length);
});
