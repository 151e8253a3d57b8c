import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addJob } from '../../../../src/jobs/add-job.ts';
import { workOnSteps } from '../../../../src/modules/voice/post-processing/work-on-step.ts';
import { tasks } from '../../../../src/tasks.ts';
import { createTestApp, type TestApp } from '../../../support/app.ts';
import { reportOf } from '../../../support/calling.ts';
import { makeJobsDue, runJobs, waitingJobs } from '../../../support/jobs.ts';
import { mutate, refused } from '../../../support/mutate.ts';
import { PATIENCE } from '../../../support/patience.ts';
import { createTeam, createTeamToken, type TestTeam } from '../../../support/team.ts';
import { type Seen, startService } from '../../delivery/providers/webhook-service.ts';
import { calling, createStep, seen, tryAgain } from './support.ts';

let app: TestApp;
let mine: TestTeam;
let service: Awaited<ReturnType<typeof startService>>;
let status: number;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  app = await createTestApp({ PRIVATE_PROVIDERS: true });
  service = await startService((_seen, response) => answer(response));
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM graphile_worker._private_jobs');
  await app.db.voiceCampaign.updateMany({ data: { status: 'draft' } });
  await app.db.voiceCampaignSend.updateMany({ data: { status: 'stopped', nextStepAt: null } });
  mine = await createTeam(app);
  status = 204;
  answer = (response) => void response.writeHead(status).end();
  service.seen.splice(0);
});
afterAll(async () => {
  await service.close();
  await app.close();
});

const RUN = { attempt: 1, maxAttempts: 5, signal: new AbortController().signal };
const rotate = (token: string, id: string) =>
  mutate(app, token, 'rotateVoicePostProcessingSecret', { id }, '{ voicePostProcessing { id } secret }');
const replay = (token: string, id: string) => mutate(app, token, 'replayCallPostProcessing', { id }, '{ status }');
const classifier = { name: 'Classify', kind: 'outcome_classifier' };
const tagger = (tag: string, outcomes: string[] = []) => ({
  name: 'Tag',
  kind: 'tag_contact',
  tagContactData: { tag, outcomes },
});
const hook = () => ({ name: 'CRM', kind: 'webhook', webhookData: { url: `${service.url}/calls` } });
const tagsOf = async (contactId: string) =>
  (await app.db.tag.findMany({ where: { contacts: { some: { contactId } } }, orderBy: { name: 'asc' } })).map(
    ({ name }) => name,
  );
const NO_THANKS = { artifact: { transcript: 'AI: Hello.\nUser: No thanks.', recordingUrl: 'https://a.example/1.mp3' } };

test('a finished call’s steps are worked on in their order, each once, and what they found is on the call', async () => {
  const { campaign, place, report } = await calling(app, mine);
  const everywhere = await createStep(app, mine, null, hook());
  const { data } = await rotate(mine.token, everywhere);
  const finds = await createStep(app, mine, campaign, classifier);
  await createStep(app, mine, campaign, tagger('refused', ['not_interested']));
  await createStep(app, mine, campaign, tagger('hot', ['interested']));
  const { reference } = await place();
  await report('customer-ended-call', { ...NO_THANKS, analysis: { structuredData: { is_lead: true } }, cost: 0.12 });
  await runJobs(app);
  await runJobs(app);
  const call = await seen(app, mine, reference);
  expect(call).toMatchObject({
    callOutcome: 'not_interested',
    isLead: true,
    leadSubmittedAt: expect.any(String),
    postProcessings: [
      { name: 'Classify', position: 0, status: 'done', attempts: 1, failureReason: null },
      { name: 'Tag', position: 1, status: 'done', attempts: 1, failureReason: null },
      { name: 'Tag', position: 2, status: 'skipped', attempts: 1, failureReason: 'The outcome is not_interested.' },
      { name: 'CRM', position: 3, status: 'done', attempts: 1, failureReason: null },
    ],
  });
  expect(call.outcomeLogs.nodes).toEqual([
    {
      callOutcomeClassifierId: finds,
      callOutcomeClassifierRunId: call.postProcessings[0].id,
      initialCallOutcome: null,
      newCallOutcome: 'not_interested',
      status: 'applied',
      failureReason: null,
    },
  ]);
  expect((await tagsOf(campaign.contactIds[0]!)).filter((name) => !name.startsWith('list'))).toEqual(['refused']);
  expect(service.seen).toHaveLength(1);
  const [{ body, headers }] = service.seen as [Seen];
  expect(new Webhook(data.rotateVoicePostProcessingSecret.secret).verify(body, headers as never)).toMatchObject({
    type: 'call.finished',
    data: {
      call: {
        id: reference,
        call_outcome: 'not_interested',
        extprovider_ended_reason: 'customer-ended-call',
        chat: 'AI: Hello.\nUser: No thanks.',
        recording_url: 'https://a.example/1.mp3',
        cost: '0.120000',
        is_lead: true,
        is_sale: false,
        lead_submitted_at: null,
      },
    },
  });
});

test('steps wait for the report of a call that has ended, and no longer than five minutes', async () => {
  const { campaign, place, event, report } = await calling(app, mine);
  await createStep(app, mine, campaign, classifier);
  const placed = await place();
  const before = Date.now();
  await event({ ...reportOf(placed, new Date(), 'customer-ended-call'), type: 'status-update', status: 'ended' });
  await runJobs(app);
  expect((await seen(app, mine, placed.reference)).postProcessings).toMatchObject([{ status: 'waiting', attempts: 0 }]);
  const [job] = await waitingJobs(app, 'post_process_call');
  expect(job!.runAt.getTime() - before).toBeGreaterThanOrEqual(300_000);
  await report('customer-ended-call', NO_THANKS);
  await runJobs(app);
  expect(await seen(app, mine, placed.reference)).toMatchObject({
    callOutcome: 'not_interested',
    postProcessings: [{ status: 'done' }],
  });
});

test('a step that is replayed while it is run, also on a later try, is not posted twice', async () => {
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, hook());
  const { reference } = await place();
  const runs: Promise<unknown>[] = [];
  const key = { teamId: mine.team.id, callId: reference };
  const now = () => new Date();
  for (const code of [500, 204]) {
    answer = (response) => {
      answer = (again) => void again.writeHead(code).end();
      runs.push(
        (async () => {
          const [{ id }] = (await seen(app, mine, reference)).postProcessings;
          expect(await replay(mine.token, id)).toEqual({ data: { replayCallPostProcessing: { status: 'waiting' } } });
          await workOnSteps(app.services, key, now);
          response.writeHead(code).end();
        })(),
      );
    };
    if (code === 500) {
      await report('voicemail');
      await runJobs(app);
    } else await tryAgain(app);
    await Promise.all(runs);
  }
  expect(service.seen).toHaveLength(2);
  expect((await seen(app, mine, reference)).postProcessings).toMatchObject([{ status: 'done', attempts: 2 }]);
});

test('a webhook that fails holds nothing back, says why, and is given up and replayed under the same id', async () => {
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, hook());
  await createStep(app, mine, campaign, tagger('called'));
  const { reference } = await place();
  status = 500;
  await report('voicemail');
  await runJobs(app);
  expect((await seen(app, mine, reference)).postProcessings).toMatchObject([
    { name: 'CRM', status: 'waiting', attempts: 1, failureReason: 'The service answered 500.' },
    { name: 'Tag', status: 'done', failureReason: null },
  ]);
  for (let attempt = 2; attempt <= 8; attempt += 1) await tryAgain(app);
  const [work] = (await seen(app, mine, reference)).postProcessings;
  expect(work).toMatchObject({ status: 'failed', attempts: 8, failureReason: 'The service answered 500.' });
  expect(await waitingJobs(app)).toEqual([]);

  const dead = '{ callPostProcessings(filter: { status: [failed], kind: [webhook] }) { nodes { id call { id } } } }';
  expect(await app.graphql(dead, { token: mine.token })).toEqual({
    data: { callPostProcessings: { nodes: [{ id: work.id, call: { id: reference } }] } },
  });
  const rival = await createTeam(app, 'Rival');
  expect(await app.graphql(dead, { token: rival.token })).toEqual({ data: { callPostProcessings: { nodes: [] } } });
  expect(await replay(rival.token, work.id)).toMatchObject(refused('NOT_FOUND', 'Call post-processing not found.'));
  const member = await createTeamToken(app, mine.team.id, { role: 'member' });
  expect(await replay(member, work.id)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));

  status = 200;
  expect(await replay(mine.token, work.id)).toEqual({ data: { replayCallPostProcessing: { status: 'waiting' } } });
  await runJobs(app);
  expect((await seen(app, mine, reference)).postProcessings[0]).toMatchObject({ status: 'done', attempts: 1 });
  expect(service.seen).toHaveLength(9);
  expect(new Set(service.seen.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([work.id]));
  // What was done is not done again.
  expect(await replay(mine.token, work.id)).toEqual({ data: { replayCallPostProcessing: { status: 'done' } } });
  await runJobs(app);
  expect(service.seen).toHaveLength(9);
});

test('a webhook whose service is gone is not tried again', async () => {
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, hook());
  const { reference } = await place();
  status = 410;
  await report('voicemail');
  await runJobs(app);
  expect((await seen(app, mine, reference)).postProcessings).toMatchObject([
    { status: 'failed', attempts: 1, failureReason: 'The service answered 410.' },
  ]);
});

test('a service that does not answer leaves a worker’s other places to others', async () => {
  await createStep(app, mine, null, hook());
  for (let calls = 0; calls < 2; calls += 1) {
    const { place, report } = await calling(app, mine);
    await place();
    await report('voicemail');
  }
  await addJob(app.services.db, { task: 'fire_sms_tests', payload: {} });
  const held: ServerResponse[] = [];
  answer = (response) => void held.push(response);
  await makeJobsDue(app);
  const worked = runJobs(app, { concurrency: 2 });
  await expect.poll(() => waitingJobs(app, 'fire_sms_tests')).toEqual([]);
  await expect.poll(() => held.length).toBe(1);
  answer = (response) => void response.end();
  held[0]!.end();
  await worked;
  // A worker that looks for a job while the one before it is still being put away finds none, and is at its end here.
  await runJobs(app);
  expect(service.seen).toHaveLength(2);
});

test('what asks no service waits for none that does not answer', async () => {
  const slow = await calling(app, mine);
  await createStep(app, mine, slow.campaign, hook());
  await slow.place();
  const quick = await calling(app, mine);
  await createStep(app, mine, quick.campaign, classifier);
  await createStep(app, mine, quick.campaign, tagger('refused', ['not_interested']));
  await createStep(app, mine, quick.campaign, hook());
  const { reference } = await quick.place();
  const held: ServerResponse[] = [];
  answer = (response) => void held.push(response);
  await slow.report('voicemail');
  await quick.report('customer-ended-call', NO_THANKS);
  const { rows } = await app.pool.query(
    `SELECT payload ->> 'callId' = $1 AS "isQuick", job_queue_id IS NULL AS "isFree" FROM graphile_worker._private_jobs
     WHERE payload ->> 'callId' IS NOT NULL ORDER BY 1`,
    [reference],
  );
  expect(rows).toEqual([
    { isQuick: false, isFree: false },
    { isQuick: true, isFree: true },
  ]);
  const worked = runJobs(app, { concurrency: 2 });
  await expect
    .poll(async () => (await seen(app, mine, reference)).postProcessings, PATIENCE)
    .toMatchObject([{ status: 'done' }, { status: 'done' }, { status: 'waiting', attempts: 0 }]);
  await expect.poll(() => held.length, PATIENCE).toBe(1);
  expect((await seen(app, mine, reference)).callOutcome).toBe('not_interested');
  expect(held).toHaveLength(1);
  answer = (response) => void response.end();
  held[0]!.end();
  await worked;
  await runJobs(app);
  expect((await seen(app, mine, reference)).postProcessings[2]).toMatchObject({ status: 'done', attempts: 1 });
});

test('a step that one worker is at holds those behind it back from another', async () => {
  await createStep(app, mine, null, hook());
  await createStep(app, mine, null, tagger('called'));
  const { campaign, place, report } = await calling(app, mine);
  const contactId = campaign.contactIds[0]!;
  const { reference: callId } = await place();
  await report('voicemail');
  const held: ServerResponse[] = [];
  answer = (response) => void held.push(response);
  const run = () => tasks.post_process_call!.run(app.services, { teamId: mine.team.id, callId }, RUN);
  const first = run();
  await expect.poll(() => held.length, PATIENCE).toBe(1);
  await run();
  expect(await tagsOf(contactId)).not.toContain('called');
  held[0]!.writeHead(204).end();
  await first;
  expect(await tagsOf(contactId)).toContain('called');
});

test('a try that fails after another worker took its step over does not free the step for a third one', async () => {
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, hook());
  const { reference: callId } = await place();
  await report('voicemail');
  const held: ServerResponse[] = [];
  answer = (response) => void held.push(response);
  const later = new Date(Date.now() + 61_000);
  const run = (now: Date) => workOnSteps(app.services, { teamId: mine.team.id, callId }, () => now);
  const first = run(new Date());
  await expect.poll(() => held.length).toBe(1);
  const second = run(later);
  await expect.poll(() => held.length).toBe(2);
  held[0]!.writeHead(500).end();
  await first;
  // The pause after a failed try has ended by then.
  await run(new Date(later.getTime() + 10_000));
  expect(held).toHaveLength(2);
  held[1]!.writeHead(204).end();
  await second;
  expect((await seen(app, mine, callId)).postProcessings).toMatchObject([{ status: 'done', attempts: 2 }]);
});

test('a step that was deleted or set inactive meanwhile is skipped', async () => {
  const { campaign, place, report } = await calling(app, mine);
  const gone = await createStep(app, mine, campaign, hook());
  const idle = await createStep(app, mine, campaign, hook());
  const { reference } = await place();
  await report('voicemail');
  await app.db.postProcessing.delete({ where: { teamId_id: { teamId: mine.team.id, id: gone } } });
  await app.db.postProcessing.updateMany({ where: { id: idle }, data: { isActive: false } });
  await runJobs(app);
  expect((await seen(app, mine, reference)).postProcessings).toMatchObject([
    { status: 'skipped', failureReason: 'The step was deleted.' },
    { status: 'skipped', failureReason: 'The step is not active.' },
  ]);
  expect(service.seen).toEqual([]);
});

test('a try whose process died is followed by another', async () => {
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, hook());
  const { reference } = await place();
  await report('voicemail');
  // As it is left by a process that died while it posted.
  await app.db.callPostProcessing.updateMany({ data: { attempts: 1, dueAt: new Date(Date.now() + 60_000) } });
  await runJobs(app);
  expect(service.seen).toEqual([]);
  await tryAgain(app);
  expect((await seen(app, mine, reference)).postProcessings).toMatchObject([{ status: 'done', attempts: 2 }]);
});

test('a secret is shown by its rotation alone, to owners and admins, for steps that send', async () => {
  const { campaign } = await calling(app, mine);
  const id = await createStep(app, mine, campaign, hook());
  const tags = await createStep(app, mine, campaign, tagger('x'));
  const { data } = await rotate(mine.token, id);
  expect(data.rotateVoicePostProcessingSecret).toEqual({
    voicePostProcessing: { id },
    secret: expect.stringMatching(/^whsec_/),
  });
  expect(await rotate(mine.token, tags)).toMatchObject({ errors: [{ extensions: { code: 'VALIDATION_FAILED' } }] });
  const member = await createTeamToken(app, mine.team.id, { role: 'member' });
  expect(await rotate(member, id)).toMatchObject(refused('FORBIDDEN', 'Action not allowed'));
  const rival = await createTeam(app, 'Rival');
  expect(await rotate(rival.token, id)).toMatchObject(refused('NOT_FOUND', 'Post-processing not found.'));
});

test('addresses of private networks are refused unless they are allowed', async () => {
  const { config } = app.services;
  const { campaign, place, report } = await calling(app, mine);
  await createStep(app, mine, campaign, hook());
  const { reference } = await place();
  await report('voicemail');
  await runJobs({ services: { ...app.services, config: { ...config, PRIVATE_PROVIDERS: false } } });
  expect((await seen(app, mine, reference)).postProcessings).toMatchObject([
    { status: 'failed', failureReason: 'The service’s address is of a private network.' },
  ]);
  expect(service.seen).toEqual([]);
});
