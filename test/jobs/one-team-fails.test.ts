import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fireSmsTestsTask } from '../../src/modules/delivery/routing/fire-sms-tests.ts';
import { giveUpParts } from '../../src/modules/hub/connections/part-receipts.ts';
import { applyDueProfitRules } from '../../src/modules/hub/pricing/profit-rules.ts';
import { endInboundCallsTask } from '../../src/modules/voice/engine/end-inbound-calls.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { rollUp } from '../support/roll-ups.ts';
import { createSellerEndpoint } from '../support/sellers.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'silent' });
  await app.pool.query(`CREATE FUNCTION refuse_team() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF COALESCE(NEW.team_id, OLD.team_id) = TG_ARGV[0]::uuid THEN RAISE 'refused by the test'; END IF;
    RETURN COALESCE(NEW, OLD); END $$`);
});
afterAll(() => app.close());

const RUN = { attempt: 1, maxAttempts: 3, signal: new AbortController().signal };
const AGO = new Date('2026-01-01T00:00:00Z');

interface Work {
  /** What the job writes for a team. */
  table: string;
  give: (teamId: string) => Promise<unknown>;
  run: () => Promise<unknown>;
  /** What is left to do. */
  left: string;
}

const WORK: Record<string, Work> = {
  'roll-ups': {
    table: 'report_marks',
    give: (teamId) => app.db.reportMark.create({ data: { teamId, kind: 'call', slot: 1 } }),
    run: () => rollUp(app.services),
    left: 'report_marks',
  },
  'test messages of routes': {
    table: 'sms_test_results',
    async give(teamId) {
      const { id: routeId } = await app.db.route.create({ data: { teamId, name: 'Direct' } });
      const fields = { teamId, routeId, name: 'Hourly', toNumber: 14155550100n, text: 'Test', nextRunAt: AGO };
      await app.db.smsTestSchedule.create({ data: fields });
    },
    run: () => fireSmsTestsTask.run(app.services, {}, RUN),
    left: 'sms_test_schedules WHERE next_run_at < now()',
  },
  'profit rules': {
    table: 'profit_rules',
    give: (teamId) => app.db.profitRule.create({ data: { teamId, upcomingProfit: '25', appliedAt: AGO } }),
    run: () => applyDueProfitRules(app.services),
    left: 'profit_rules WHERE upcoming_profit IS NOT NULL',
  },
  'inbound calls without an end': {
    table: 'calls',
    give: (teamId) => app.db.call.create({ data: { teamId, toNumber: 1n, callSource: 'inbound', createdAt: AGO } }),
    run: () => endInboundCallsTask.run(app.services, {}, RUN),
    left: "calls WHERE status <> 'ended'",
  },
  'parts whose others do not come': {
    table: 'hub_parts',
    async give(teamId) {
      const { id: sellerEndpointId } = await createSellerEndpoint(app.db, {
        teamId,
        username: randomUUID(),
        passwordHash: '',
      });
      const part = { sender: 'Acme', destination: '12025550123', concatenation: 9, part: 1, total: 3 };
      await app.db.hubPart.create({
        data: { teamId, sellerEndpointId, ...part, submission: {}, receipts: 'none', createdAt: AGO },
      });
    },
    run: () => giveUpParts(app.services.db, 300),
    left: 'hub_parts',
  },
};

test.each(Object.keys(WORK))('%s of a team that fails each time hold up no other team', async (what) => {
  const { table, give, run, left } = WORK[what]!;
  const teams = [await createTeam(app), await createTeam(app), await createTeam(app)].map(({ team }) => team.id);
  for (const failing of teams) {
    for (const teamId of teams) await give(teamId);
    await app.pool.query(`CREATE TRIGGER refuse_team BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW
      EXECUTE FUNCTION refuse_team('${failing}')`);
    await expect(run()).rejects.toThrow();
    const { rows } = await app.pool.query(`SELECT DISTINCT team_id AS id FROM ${left}`);
    expect(rows).toEqual([{ id: failing }]);
    await app.pool.query(`DROP TRIGGER refuse_team ON ${table}`);
    await run();
    expect((await app.pool.query(`SELECT count(*)::int AS count FROM ${left}`)).rows).toEqual([{ count: 0 }]);
  }
});
