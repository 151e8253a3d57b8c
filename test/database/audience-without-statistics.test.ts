import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../src/database/transaction.ts';
import { uuidsv7 } from '../../src/database/uuid.ts';
import { addArrivals, addToAudience, audienceOfSend } from '../../src/modules/delivery/engine/audience.ts';
import type { SendMeta } from '../../src/modules/delivery/engine/plan.ts';
import { SMS_SENDS } from '../../src/modules/delivery/engine/send-tables.ts';
import { type Visit, visiting } from '../never-analysed/visits.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { dbOver } from '../support/database.ts';
import { createTeam } from '../support/team.ts';

/**
 * A team's contacts are gone through in stretches. What a stretch visits follows its own size, whatever PostgreSQL takes the team to
 * have: it counts nothing of teams, so where conditions are cheap it may sort all that is left for each stretch.
 */
const CONTACTS = 24_000;
const STRETCH = 5_000;
const CHEAP = [
  {},
  { countryIds: [276] },
  { customFields: [{ field: 'custom1_int', operator: 'greaterThan', value: '0', valueTo: null }] },
  { createdAt: { from: '2026-01-01T00:00:00.000Z', to: null } },
];

let app: TestApp;
let teamId: string;
const visits: Visit[] = [];
let watched: TestApp['services']['db'];

beforeAll(async () => {
  app = await createTestApp();
  ({
    team: { id: teamId },
  } = await createTeam(app));
  await app.pool.query(
    `INSERT INTO contacts (team_id, id, number, name, country_id, custom1_int, created_at, updated_at)
     SELECT $1::uuid, x.id, 4915100000000 + n, 'Person ' || n, 276, n, '2026-06-01'::timestamptz + n * interval '1 second', now()
     FROM unnest($2::uuid[]) WITH ORDINALITY x(id, n)`,
    [teamId, uuidsv7(CONTACTS, Date.now()).sort()],
  );
  watched = dbOver(
    app,
    visiting(app.pool, (visit) => visits.push(visit)),
  );
});
afterAll(() => app.close());

async function sendTo(filter: object) {
  const { db } = app;
  const campaign = await db.smsCampaign.create({ data: { teamId, name: 'Campaign', status: 'running' } });
  const send = await db.smsSend.create({ data: { teamId, smsCampaignId: campaign.id, meta: {} } });
  const segment = await db.segment.create({ data: { teamId, name: JSON.stringify(filter), filter } });
  return {
    key: { teamId, campaignId: campaign.id, sendId: send.id },
    meta: { segmentIds: [segment.id], filterSegmentId: null } as unknown as SendMeta,
  };
}

/** What the busiest node of the busiest statement has looked at. */
async function mostRows(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  visits.length = 0;
  await watched.transaction(work);
  expect(visits.length).toBeGreaterThan(1);
  return Math.max(...visits.map(({ rows }) => rows));
}

test.each(CHEAP)(
  'an audience of %j is put together stretch by stretch, and everybody is in it once',
  async (filter) => {
    const { key, meta } = await sendTo(filter);
    const progress = { cycle: 1, amount: null, upTo: null as string | null };
    const added: number[] = [];
    for (let isComplete = false; !isComplete; ) {
      const most = await mostRows(async (tx) => {
        const who = (await audienceOfSend(tx, teamId, meta, { isFeed: false }))!;
        const chunk = await addToAudience(tx, key, who, progress, new Date(), SMS_SENDS);
        added.push(chunk.added);
        progress.upTo = chunk.upTo;
        isComplete = chunk.isComplete;
      });
      expect(most).toBeLessThanOrEqual(STRETCH);
    }
    expect(added).toEqual([5_000, 5_000, 5_000, 5_000, 4_000]);
    const { rows } = await app.pool.query(
      'SELECT count(DISTINCT contact_id)::int AS contacts FROM sms_recipients WHERE team_id = $1 AND sms_send_id = $2',
      [teamId, key.sendId],
    );
    expect(rows).toEqual([{ contacts: CONTACTS }]);
  },
);

test.each(CHEAP)(
  'a feed of %j looks at a stretch and at the newest contacts, however many came lately',
  async (filter) => {
    const { key, meta } = await sendTo(filter);
    const now = new Date('2026-06-01T00:10:00.000Z');
    let upTo: string | null = null;
    for (let turn = 0; turn < 3; turn += 1) {
      const most = await mostRows(async (tx) => {
        const who = (await audienceOfSend(tx, teamId, meta, { isFeed: false }))!;
        const chunk = await addArrivals(tx, key, who, { cycle: 1, upTo, startedAt: new Date(0) }, now, SMS_SENDS);
        expect(chunk.added).toBe(turn === 0 ? 2 * STRETCH : STRETCH);
        upTo = chunk.upTo;
      });
      expect(most).toBeLessThanOrEqual(2 * STRETCH);
    }
  },
);
