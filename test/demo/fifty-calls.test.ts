import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallOutcome } from '../../src/generated/prisma/client.ts';
import { callFate, eventsOfCall } from '../../src/modules/voice/providers/simulated-call.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { callEvent, createVoiceCampaign, START_CALLS, testCallEngine } from '../support/calling.ts';
import { createTeam } from '../support/team.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('fifty calls of the simulator end within a minute of virtual time, with every documented outcome', async () => {
  const { team, token } = await createTeam(app, 'Demo');
  const campaign = await createVoiceCampaign(app, team.id, { contacts: 50, account: { maxConcurrentCalls: 50 } });
  const { campaignId } = campaign;
  await app.db.voiceCampaign.updateMany({ where: { id: campaignId }, data: { maxAttempts: 1 } });
  const begins = Date.now() + 1_000;
  const engine = testCallEngine(app, new Date(begins).toISOString());
  // As the simulator calls, with its outcomes in turn instead of by chance.
  const outcomes = Object.values(CallOutcome);
  const pending: { at: number; message: Record<string, unknown> }[] = [];
  engine.voice.answer = (call) => {
    const outcome = outcomes[(engine.voice.placed.length - 1) % outcomes.length]!;
    expect(callFate({ seed: 'demo', refused: 0, outcomes: { [outcome]: 1 } }, call).outcome).toBe(outcome);
    const startedAt = engine.clock.getTime();
    const providerId = `simulator-${call.reference}`;
    const events = eventsOfCall(call, { outcome }, { providerId, startedAt, callMs: 10_000 });
    pending.push(...events.map(({ afterMs, message }) => ({ at: startedAt + afterMs, message })));
    return { status: 'accepted', providerId };
  };
  await app.graphql(START_CALLS, { variables: { id: campaignId }, token });
  const going: number[] = [];
  while (engine.clock.getTime() < begins + 60_000) {
    await engine.run();
    going.push(await app.db.callPlacement.count({ where: { teamId: team.id, slotUntil: { not: null } } }));
    engine.clock = new Date(engine.clock.getTime() + 5_000);
    for (const event of pending.filter(({ at }) => at <= engine.clock.getTime())) {
      pending.splice(pending.indexOf(event), 1);
      expect(await callEvent(app, campaign.secret, event.message)).toBe(200);
    }
  }
  expect(engine.voice.placed).toHaveLength(50);
  expect(new Set(engine.voice.placed.map(({ to }) => to)).size).toBe(50);
  expect(Math.max(...going)).toBeLessThanOrEqual(50);
  const query = `query ($id: ID!) { voiceCampaign(id: $id) { callCounts { ended inFlight }
    callsByOutcome { outcome count } progress { total ended calling leads } } }`;
  const { data } = await app.graphql(query, { variables: { id: campaignId }, token });
  expect(data).toEqual({
    voiceCampaign: {
      callCounts: { ended: 50, inFlight: 0 },
      callsByOutcome: outcomes.map((outcome, at) => ({ outcome, count: at < 50 % outcomes.length ? 3 : 2 })),
      progress: { total: 50, ended: 50, calling: 0, leads: 3 },
    },
  });
});
