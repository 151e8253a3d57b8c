import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { runJobs } from '../../../support/jobs.ts';
import { mutate } from '../../../support/mutate.ts';
import { createTeam, type TestTeam } from '../../../support/team.ts';
import { startService } from '../../delivery/providers/webhook-service.ts';
import { calling, createStep, seen, tryAgain } from './support.ts';

let app: TestApp;
let mine: TestTeam;
let service: Awaited<ReturnType<typeof startService>>;
let answer: unknown;
let whileAsked: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
  service = await startService(async (_seen, response) => {
    const answered = JSON.stringify(answer);
    await whileAsked();
    response.end(answered);
  });
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  await app.db.voiceCampaign.updateMany({ data: { status: 'draft' } });
  await app.db.voiceCampaignSend.updateMany({ data: { status: 'stopped', nextStepAt: null } });
  mine = await createTeam(app);
  service.seen.splice(0);
  whileAsked = async () => {};
});
afterAll(async () => {
  await service.close();
  await app.close();
});

const step = (outcomeClassifierData: object) => ({ name: 'Find', kind: 'outcome_classifier', outcomeClassifierData });
const own = () => step({ url: `${service.url}/classify`, language: 'en', minimumConfidence: 0.6 });
const suppressed = async () =>
  (await app.db.suppressedNumber.findMany({ where: { teamId: mine.team.id } })).map(({ number }) => number);
const said = (words: string) => ({ artifact: { transcript: `AI: Hello.\nUser: ${words}` } });

test('a service of the team’s own finds outcome, lead and sale; the request is signed', async () => {
  const { campaign, place, report } = await calling(app, mine);
  const id = await createStep(app, mine, campaign, own());
  const { data } = await mutate(app, mine.token, 'rotateVoicePostProcessingSecret', { id }, '{ secret }');
  const { reference } = await place();
  answer = { outcome: 'interested', confidence: 0.7, is_lead: true, is_sale: true };
  await report('customer-ended-call', said('Hm.'));
  await runJobs(app);
  const call = await seen(app, mine, reference);
  expect(call).toMatchObject({
    callOutcome: 'interested',
    isLead: true,
    isSale: true,
    postProcessings: [{ status: 'done' }],
    outcomeLogs: {
      nodes: [
        { callOutcomeClassifierId: id, callOutcomeClassifierRunId: call.postProcessings[0].id, status: 'applied' },
      ],
    },
  });
  const [{ body, headers }] = service.seen as [(typeof service.seen)[0]];
  expect(new Webhook(data.rotateVoicePostProcessingSecret.secret).verify(body, headers as never)).toMatchObject({
    type: 'call.classify',
    data: { language: 'en', call: { id: reference, chat: 'AI: Hello.\nUser: Hm.' } },
  });
});

test('without enough confidence, or without an outcome, the outcome stays and the log says why', async () => {
  for (const [given, newCallOutcome, failureReason] of [
    [{ outcome: 'interested', confidence: 0.5 }, 'interested', 'The confidence of 0.5 is below 0.6.'],
    [{ outcome: null }, null, 'No outcome was found.'],
  ] as const) {
    const { campaign, place, report } = await calling(app, mine);
    await createStep(app, mine, campaign, own());
    const { reference } = await place();
    answer = given;
    await report('customer-ended-call', said('Hm.'));
    await runJobs(app);
    expect(await seen(app, mine, reference)).toMatchObject({
      callOutcome: null,
      postProcessings: [{ status: 'skipped', failureReason }],
      outcomeLogs: { nodes: [{ newCallOutcome, status: 'failed', failureReason }] },
    });
  }
});

test('an answer of another shape is asked for again, and in the end the log says so', async () => {
  const { campaign, place, report } = await calling(app, mine);
  const id = await createStep(app, mine, campaign, own());
  const { reference } = await place();
  answer = { outcome: 'delighted' };
  const failureReason = 'The service’s answer is not of the documented shape.';
  await report('customer-ended-call', said('Hm.'));
  await runJobs(app);
  expect(await seen(app, mine, reference)).toMatchObject({
    postProcessings: [{ status: 'waiting', attempts: 1, failureReason }],
    outcomeLogs: { nodes: [] },
  });
  for (let attempt = 2; attempt <= 8; attempt += 1) await tryAgain(app);
  expect(await seen(app, mine, reference)).toMatchObject({
    callOutcome: null,
    postProcessings: [{ status: 'failed', attempts: 8 }],
    outcomeLogs: { nodes: [{ callOutcomeClassifierId: id, newCallOutcome: null, status: 'failed', failureReason }] },
  });
});

test('what a person decided stands, and what a step found stands against later events', async () => {
  const decided = await calling(app, mine);
  await createStep(app, mine, decided.campaign, step({}));
  const { reference } = await decided.place();
  await decided.report('customer-ended-call', said('No thanks.'));
  const outcome = { callOutcome: 'maybe_interested' };
  await mutate(app, mine.token, 'changeCallOutcome', { id: reference, input: [outcome, 'ChangeCallOutcomeInput'] });
  await runJobs(app);
  expect(await seen(app, mine, reference)).toMatchObject({
    callOutcome: 'maybe_interested',
    postProcessings: [{ status: 'skipped', failureReason: 'A person decided the outcome; it stands.' }],
  });
  expect(await suppressed()).toEqual([]);

  const found = await calling(app, mine);
  await createStep(app, mine, found.campaign, step({}));
  const placed = await found.place();
  await found.report('customer-ended-call', said('No thanks.'));
  await runJobs(app);
  await found.report('customer-ended-call', {
    ...said('No thanks.'),
    analysis: { structuredData: { outcome: 'busy' } },
  });
  expect(await seen(app, mine, placed.reference)).toMatchObject({ callOutcome: 'not_interested' });
});

test('who is found to have asked for it is not called again, whatever outcome a person decided', async () => {
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, step({}));
  const { reference, to } = await place();
  await report('customer-ended-call', said('Never call this number again.'));
  const outcome = { callOutcome: 'not_interested' };
  await mutate(app, mine.token, 'changeCallOutcome', { id: reference, input: [outcome, 'ChangeCallOutcomeInput'] });
  await runJobs(app);
  expect(await seen(app, mine, reference)).toMatchObject({
    callOutcome: 'not_interested',
    postProcessings: [{ status: 'skipped', failureReason: 'A person decided the outcome; it stands.' }],
  });
  expect(await suppressed()).toEqual([BigInt(to)]);
});

test('a transcript that comes late is heard: a classifier and the tags that lacked its outcome work on the call again', async () => {
  const { campaign, place, event, report } = await calling(app, mine);
  await createStep(app, mine, campaign, step({}));
  const tagContactData = { tag: 'never', outcomes: ['do_not_call'] };
  await createStep(app, mine, campaign, { name: 'Tag', kind: 'tag_contact', tagContactData });
  await createStep(app, mine, campaign, { name: 'Tell', kind: 'webhook', webhookData: { url: `${service.url}/told` } });
  const { reference, to } = await place();
  await event({
    ...{ type: 'status-update', status: 'ended', call: { id: `p-${reference}` } },
    ...{ endedReason: 'customer-ended-call', timestamp: Date.now() },
  });
  await tryAgain(app);
  expect((await seen(app, mine, reference)).postProcessings).toMatchObject([
    { status: 'skipped', failureReason: 'No outcome was found.' },
    { status: 'skipped', failureReason: 'The outcome is not known.' },
    { status: 'done' },
  ]);
  await report('customer-ended-call', said('Never call me again.'));
  await runJobs(app);
  expect(await seen(app, mine, reference)).toMatchObject({
    callOutcome: 'do_not_call',
    postProcessings: [{ status: 'done', failureReason: null }, { status: 'done' }, { status: 'done' }],
  });
  expect(await suppressed()).toEqual([BigInt(to)]);
  // A webhook is posted once, and the same transcript is heard once.
  await report('customer-ended-call', { ...said('Never call me again.'), timestamp: Date.now() + 1_000 });
  await runJobs(app);
  expect(service.seen.map(({ path }) => path)).toEqual(['/told']);
});

const decide = (id: string) =>
  mutate(app, mine.token, 'changeCallOutcome', {
    id,
    input: [{ callOutcome: 'interested' }, 'ChangeCallOutcomeInput'],
  });

test.each([
  ['a classifier on a later try', own, null],
  ['a report after five minutes', null, () => ({ analysis: { structuredData: { outcome: 'interested' } } })],
  ['a person', null, null],
] as const)(
  'a tag that was skipped for the outcome is given once %s finds another one',
  async (_who, classifier, later) => {
    const { campaign, place, event, report } = await calling(app, mine);
    const tagOf = (tag: string, outcomes: string[]) =>
      createStep(app, mine, campaign, { name: tag, kind: 'tag_contact', tagContactData: { tag, outcomes } });
    if (classifier) await createStep(app, mine, campaign, classifier());
    await tagOf('Warm', ['interested']);
    await tagOf('Cold', ['not_interested']);
    const { reference } = await place();
    answer = 'nothing that can be read';
    const end = { endedReason: 'customer-ended-call', timestamp: Date.now() };
    await event({ type: 'status-update', status: 'ended', call: { id: `p-${reference}` }, ...end });
    await tryAgain(app);
    const tags = async () => (await seen(app, mine, reference)).postProcessings.slice(-2);
    const unknown = { status: 'skipped', failureReason: 'The outcome is not known.' };
    expect(await tags()).toMatchObject([unknown, unknown]);
    answer = { outcome: 'interested', confidence: 0.9 };
    if (classifier) await tryAgain(app);
    else {
      if (later) await report('customer-ended-call', { artifact: {}, ...later() });
      else expect((await decide(reference)).errors).toBeUndefined();
      await runJobs(app);
    }
    expect(await tags()).toMatchObject([
      { status: 'done', failureReason: null },
      { status: 'skipped', failureReason: 'The outcome is interested.' },
    ]);
    const contact = await app.db.contact.findFirstOrThrow({
      where: { teamId: mine.team.id },
      include: { tags: { include: { tag: true } } },
    });
    expect(contact.tags.map(({ tag }) => tag.name)).toContain('Warm');
  },
);

test('a transcript that comes while a service looks at the call is shown to it', async () => {
  const { campaign, place, event, report } = await calling(app, mine);
  await createStep(app, mine, campaign, own());
  const { reference } = await place();
  answer = { outcome: null };
  whileAsked = async () => {
    whileAsked = async () => {};
    await report('customer-ended-call', said('Yes, please.'));
    answer = { outcome: 'interested' };
  };
  await event({
    ...{ type: 'status-update', status: 'ended', call: { id: `p-${reference}` } },
    ...{ endedReason: 'customer-ended-call', timestamp: Date.now() },
  });
  await tryAgain(app);
  await tryAgain(app);
  expect(await seen(app, mine, reference)).toMatchObject({
    callOutcome: 'interested',
    postProcessings: [{ status: 'done' }],
  });
  expect(service.seen.map(({ body }) => JSON.parse(body).data.call.chat)).toEqual([
    null,
    'AI: Hello.\nUser: Yes, please.',
  ]);
});

test('what is found without enough confidence keeps nobody from being called', async () => {
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, own());
  const { reference } = await place();
  answer = { outcome: 'do_not_call', confidence: 0.5 };
  await report('customer-ended-call', said('Hm.'));
  const outcome = { callOutcome: 'not_interested' };
  await mutate(app, mine.token, 'changeCallOutcome', { id: reference, input: [outcome, 'ChangeCallOutcomeInput'] });
  await runJobs(app);
  expect(service.seen).toHaveLength(1);
  expect(await suppressed()).toEqual([]);
});

test('who is found to have asked for it is not called again', async () => {
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, step({ language: 'en' }));
  const { to } = await place();
  await report('customer-ended-call', said('Never call this number again.'));
  expect(await suppressed()).toEqual([]);
  await runJobs(app);
  expect(await suppressed()).toEqual([BigInt(to)]);
});

test('a feed’s auto_analyze classifies what its provider left open, and hears who asks not to be called', async () => {
  const feedData = {
    daysOfWeek: null,
    weeklySchedule: null,
    feedId: null,
    feedIds: null,
    isActive: true,
    autoAnalyze: true,
    hourlyCallsLimit: 0,
  };
  const verdict = (successEvaluation: string) => ({ analysis: { successEvaluation } });
  const named = (outcome: string) => ({ analysis: { structuredData: { outcome } } });
  const foundOut = { status: 'skipped', failureReason: 'The provider found the outcome out.' };
  for (const [endedReason, words, more, callOutcome, work] of [
    ['customer-ended-call', 'No thanks.', {}, 'not_interested', { status: 'done' }],
    ['silence-timed-out', 'No thanks.', {}, 'no_user_response', foundOut],
    ['silence-timed-out', 'Do not call me again.', {}, 'do_not_call', { status: 'done' }],
    ['customer-ended-call', 'No thanks.', verdict('true'), 'interested', foundOut],
    ['customer-ended-call', 'Never call me again.', verdict('false'), 'do_not_call', { status: 'done' }],
    ['customer-ended-call', 'Do not call me again.', named('interested'), 'do_not_call', { status: 'done' }],
  ] as const) {
    const { campaign, place, report } = await calling(app, mine, { sendType: 'feed', feedData });
    // A feed calls who comes after its start.
    const { contactIds } = campaign;
    await app.db.contact.updateMany({ where: { id: { in: contactIds } }, data: { createdAt: new Date('2099-01-01') } });
    const { reference, to } = await place();
    await report(endedReason, { ...said(words), ...more });
    await runJobs(app);
    expect(await seen(app, mine, reference)).toMatchObject({
      callOutcome,
      postProcessings: [{ name: 'auto_analyze', kind: 'outcome_classifier', ...work }],
    });
    expect((await suppressed()).includes(BigInt(to))).toBe(callOutcome === 'do_not_call');
    await app.db.voiceCampaign.updateMany({ data: { status: 'draft' } });
    await app.db.voiceCampaignSend.updateMany({ data: { status: 'stopped', nextStepAt: null } });
  }
});
