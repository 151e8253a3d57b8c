import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { work } from '../../../../src/modules/delivery/engine/run-sender.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { createSmsCampaign, planner, START, testEngine } from '../../../support/sending.ts';
import { createSendingTeam, type TestTeam } from '../../../support/team.ts';

let test: TestApp;
let acme: TestTeam;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  acme = await createSendingTeam(test);
});

interface Window {
  timezone?: string;
  hours: { start: string; end: string };
  contactHours?: { start: string; end: string };
}

/** What becomes of a contact whose turn it is at a moment: `sent`, or until when it is held and by which rule. */
async function at(moment: string, { hours, ...options }: Window): Promise<string> {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 1,
    meta: planner({ weeklySchedule: { default: hours } }),
    ...options,
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  await test.pool.query('UPDATE sms_sends SET next_step_at = $2, created_at = $2 WHERE sms_campaign_id = $1', [
    campaignId,
    moment,
  ]);
  const engine = testEngine(test, moment);
  await engine.run();
  const [recipient] = await test.db.smsRecipient.findMany({ where: { smsCampaignId: campaignId } });
  await test.pool.query("UPDATE sms_sends SET status = 'stopped', next_step_at = NULL WHERE status <> 'sent'");
  if (recipient!.status === 'handed') return 'sent';
  expect(engine.provider.sent).toEqual([]);
  return `${recipient!.rule} until ${recipient!.dueAt.toISOString()}`;
}

describe('hours over midnight, 22:00 to 03:00 by the contact’s clock', () => {
  const hours = { start: '22:00', end: '03:00' };
  // Its last moment, the one at which it is closed, and when it opens again.
  it.each([
    ['Europe/Berlin', 'when clocks go forward, an hour shorter', '2026-03-29T01:00:00Z', '2026-03-29T20:00:00.000Z'],
    ['Europe/Berlin', 'when clocks go back, an hour longer', '2026-10-25T02:00:00Z', '2026-10-25T21:00:00.000Z'],
    ['America/Phoenix', 'where clocks never change', '2026-03-29T10:00:00Z', '2026-03-30T05:00:00.000Z'],
    ['Asia/Kathmandu', 'at an offset of 5:45', '2026-03-29T21:15:00Z', '2026-03-30T16:15:00.000Z'],
  ])('%s, %s', async (timezone, _, closes, opens) => {
    const last = new Date(Date.parse(closes) - 1).toISOString();
    expect(await at(last, { timezone, hours })).toBe('sent');
    expect(await at(closes, { timezone, hours })).toBe(`campaign_hours until ${opens}`);
    expect(await at(opens, { timezone, hours })).toBe('sent');
  });

  it('lie within the hours of the team: only what is in both', async () => {
    const both = { timezone: 'Asia/Kathmandu', hours: { start: '20:00', end: '06:00' } };
    const contactHours = { start: '08:00', end: '21:00' };
    // 03:45, 20:00, 20:59:59.999 and 21:00 in Kathmandu.
    expect(await at('2026-03-28T22:00:00Z', { ...both, contactHours })).toBe(
      'team_hours until 2026-03-29T14:15:00.000Z',
    );
    expect(await at('2026-03-29T14:15:00Z', { ...both, contactHours })).toBe('sent');
    expect(await at('2026-03-29T15:14:59.999Z', { ...both, contactHours })).toBe('sent');
    expect(await at('2026-03-29T15:15:00Z', { ...both, contactHours })).toBe(
      'team_hours until 2026-03-30T14:15:00.000Z',
    );
  });
});

it('a zone that nobody knows is as good as none: the country’s clock counts', async () => {
  const hours = { start: '09:00', end: '17:00' };
  for (const timezone of ['Mars/Olympus', undefined]) {
    const window = { hours, ...(timezone && { timezone }) };
    // The contact is in Germany, and clocks there went forward at 01:00.
    expect(await at('2026-03-29T06:59:59.999Z', window)).toBe('campaign_hours until 2026-03-29T07:00:00.000Z');
    expect(await at('2026-03-29T07:00:00Z', window)).toBe('sent');
    expect(await at('2026-03-29T15:00:00Z', window)).toBe('campaign_hours until 2026-03-30T07:00:00.000Z');
  }
});

it('who was to be reached before the hours ended is not reached after them, however long the claim took', async () => {
  const { campaignId } = await createSmsCampaign(test, acme.team.id, {
    contacts: 1,
    timezone: 'Europe/Berlin',
    meta: planner({ weeklySchedule: { default: { start: '09:00', end: '21:00' } } }),
  });
  await test.graphql(START, { variables: { id: campaignId }, token: acme.token });
  const before = '2026-06-01T18:59:58Z';
  await test.pool.query('UPDATE sms_sends SET next_step_at = $2, created_at = $2 WHERE sms_campaign_id = $1', [
    campaignId,
    before,
  ]);
  const engine = testEngine(test, before);
  const committed = () => {
    engine.clock = new Date('2026-06-01T19:00:12Z');
  };
  expect(await work(engine, committed)).toBe(true);
  await engine.run();
  expect(engine.provider.sent).toEqual([]);
  expect(await test.db.smsRecipient.findMany({ where: { smsCampaignId: campaignId } })).toMatchObject([
    { status: 'waiting', rule: 'campaign_hours', dueAt: new Date('2026-06-02T07:00:00Z') },
  ]);
});
