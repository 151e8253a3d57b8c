import { afterAll, beforeAll, expect, it } from 'vitest';
import { creditStopTask } from '../../../../src/modules/delivery/receipts/credit-stop.ts';
import { receiveInbound } from '../../../../src/modules/delivery/receipts/receive.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, manual, START, testEngine, testProvider } from '../../../support/sending.ts';
import { createTeam } from '../../../support/team.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const RUN = { attempt: 1, maxAttempts: 25, signal: new AbortController().signal };

/** A contact got a message; a later one, of another campaign, is refused for good. Which of them the STOP counts for. */
async function stopped(when: 'while it is sent' | 'after it was refused') {
  const { team, token } = await createTeam(test);
  const { campaignId, routeId } = await createSmsCampaign(test, team.id, { contacts: 1, meta: manual(1) });
  const start = (id: string) => test.graphql(START, { variables: { id }, token });
  await start(campaignId);
  const provider = testProvider();
  const engine = testEngine(test, new Date(Date.now() + 1_000).toISOString(), provider);
  await engine.run();
  const { name, segmentIds, smsRoutingPlanId, manualData } = await test.db.smsCampaign.findFirstOrThrow({
    where: { teamId: team.id },
  });
  const second = await test.db.smsCampaign.create({
    data: {
      teamId: team.id,
      name: `${name} again`,
      segmentIds,
      smsRoutingPlanId,
      sendType: 'manual',
      manualData: manualData as object,
    },
  });
  await test.db.campaignText.create({
    data: { teamId: team.id, smsCampaignId: second.id, text: 'Again', position: 0 },
  });
  await start(second.id);
  engine.clock = new Date(engine.clock.getTime() + 60_000);
  const stop = (from: string) =>
    receiveInbound(
      engine.db,
      { teamId: team.id, id: routeId },
      { receipts: [], replies: [{ id: 'r1', from, to: null, text: 'STOP', at: engine.clock }] },
      engine.clock,
    );
  let number = '';
  provider.send = async ([message]) => {
    number = message!.to;
    if (when === 'while it is sent') await stop(number);
    return [{ status: 'rejected', kind: 'permanent', code: null, reason: 'No.', retryAfterSeconds: null }];
  };
  await engine.run();
  if (when === 'after it was refused') await stop(number);
  const { id: replyId } = await test.db.smsReply.findFirstOrThrow({ where: { teamId: team.id } });
  if (when === 'while it is sent') await creditStopTask.run(test.services, { teamId: team.id, replyId }, RUN);
  const messages = await test.db.smsMessage.findMany({ where: { teamId: team.id }, orderBy: { id: 'asc' } });
  return messages.map(({ status, unsubscribedMethod }) => [status, unsubscribedMethod]);
}

it.each(['while it is sent', 'after it was refused'] as const)(
  'a STOP that comes %s is counted for the message that went out, not for one that was refused for good',
  async (when) => {
    expect(await stopped(when)).toEqual([
      ['accepted', 'reply'],
      ['failed', null],
    ]);
  },
);
