import type { Services } from '../../../context.ts';
import { COLLISION, type Tx } from '../../../database/transaction.ts';
import type { Call, CallPostProcessing, PostProcessing } from '../../../generated/prisma/client.ts';
import { attachTags, tagsNamed } from '../../audience/contacts/operations/tagging.ts';
import { secondsUntilNextTry, WebhookFailure } from '../../webhooks/requests/post-signed.ts';
import { applyFound, classify, logOutcome } from './classify-call.ts';
import { type OutcomeClassifierData, storedData, type TagContactData, type WebhookData } from './data.ts';
import { asksService, queueSteps } from './plan-steps.ts';
import { type Done, markSubmitted, postStep } from './post-step.ts';

interface CallKey {
  teamId: string;
  callId: string;
}

/** About a day in all. */
const PAUSE_SECONDS = [5, 60, 300, 1_800, 7_200, 21_600, 43_200];
/** An older try died with its process. */
const LEASE_MS = 60_000;
const FAILED = 'Server Error';

/** Up to a step that asks a service, unless it may. */
export async function workOnSteps(
  services: Services,
  key: CallKey & { mayAsk?: boolean },
  now: () => Date,
): Promise<void> {
  for (let work = await takeStep(services, key, now()); work; work = await takeStep(services, key, now())) {
    const taken = work;
    try {
      await workOnStep(services, taken);
    } catch (error) {
      if (!(error instanceof WebhookFailure)) {
        services.logger.error({ err: error, step: taken.postProcessingId, call: key.callId }, 'a step failed');
      }
      await services.db.transaction((tx) => putBack(tx, taken, error, now()));
    }
  }
  await services.db.transaction(async (tx) => {
    await lockCall(tx, key);
    await queueSteps(tx, key, now());
  });
}

/** A step that a worker is running. Any other step that has been tried is due or has a failure reason. */
export const isBeingRun = (now: Date) =>
  ({ status: 'waiting', attempts: { gt: 0 }, failureReason: null, dueAt: { gt: now } }) as const;

/** A step that another worker is running holds up those behind it; a failed one does not. */
async function takeStep(
  { db }: Services,
  key: CallKey & { mayAsk?: boolean },
  now: Date,
): Promise<CallPostProcessing | null> {
  const { teamId, callId, mayAsk = true } = key;
  return db.transaction(async (tx) => {
    await lockCall(tx, key);
    const taken = await tx.row<{ id: string }>`
      UPDATE call_post_processings p SET attempts = p.attempts + 1, failure_reason = NULL,
        due_at = ${new Date(now.getTime() + LEASE_MS)}::timestamptz
      WHERE p.team_id = ${teamId}::uuid AND p.id = (SELECT x.id FROM (SELECT d.id, ${asksService(teamId, 'd')} AS asks FROM call_post_processings d
        WHERE d.team_id = ${teamId}::uuid AND d.call_id = ${callId}::uuid AND d.status = 'waiting'
          AND d.due_at <= ${now}::timestamptz AND NOT EXISTS (SELECT FROM call_post_processings e
            WHERE e.team_id = ${teamId}::uuid AND e.call_id = ${callId}::uuid AND e.position < d.position AND e.status = 'waiting'
              AND e.attempts > 0 AND e.failure_reason IS NULL AND e.due_at > ${now}::timestamptz)
        ORDER BY d.position LIMIT 1) x WHERE ${mayAsk} OR NOT x.asks)
      RETURNING p.id`;
    return taken ? tx.prisma.callPostProcessing.findFirst({ where: { teamId, id: taken.id } }) : null;
  });
}

async function workOnStep(services: Services, work: CallPostProcessing): Promise<void> {
  const { teamId, callId, postProcessingId } = work;
  const { db } = services;
  const step =
    postProcessingId === null
      ? AUTO_ANALYZE
      : await db.prisma.postProcessing.findFirst({ where: { teamId, id: postProcessingId } });
  const call = await db.prisma.call.findFirst({ where: { teamId, id: callId } });
  if (!step || !call) return end(services, work, () => ({ status: 'skipped', reason: 'The step was deleted.' }));
  if (!step.isActive) return end(services, work, () => ({ status: 'skipped', reason: 'The step is not active.' }));
  const classifier = storedData<OutcomeClassifierData>(step, 'outcome_classifier', CLASSIFIER);
  const webhook = storedData<WebhookData>(step, 'webhook', {});
  const tag = storedData<TagContactData>(step, 'tag_contact', { outcomes: [] });
  if (classifier) {
    const found = await classify(services, work, call, classifier, step.signingSecret);
    await end(services, work, (tx, locked) =>
      // The transcript came meanwhile. The step is run again when its lease ends.
      locked.chat === call.chat ? applyFound(tx, work, locked, found, classifier) : null,
    );
  } else if (webhook) {
    const request = { id: work.id, url: webhook.url, sealedSecret: step.signingSecret, type: 'call.finished', call };
    await postStep(services, request);
    await end(services, work, async (tx) => {
      if (call.isLead) await markSubmitted(tx, call);
      return { status: 'done' };
    });
  } else await end(services, work, (tx, locked) => tagContact(tx, locked, tag!));
}

const CLASSIFIER: OutcomeClassifierData = { language: null, minimumConfidence: 0, url: null };

const AUTO_ANALYZE: Pick<PostProcessing, 'kind' | 'config' | 'isActive' | 'signingSecret'> = {
  kind: 'outcome_classifier',
  config: {},
  isActive: true,
  signingSecret: null,
};

async function end(
  { db }: Services,
  work: CallPostProcessing,
  finish: (tx: Tx, call: Call) => Done | null | Promise<Done>,
): Promise<void> {
  await db.transaction(
    async (tx) => {
      const call = await lockCall(tx, work);
      if (!call || !(await isWaiting(tx, work))) return;
      const done = await finish(tx, call);
      if (done) await settle(tx, work, done);
    },
    // Who asks not to be called makes it wait for events of the same call.
    { again: COLLISION },
  );
}

async function tagContact(tx: Tx, { teamId, contactId, callOutcome }: Call, data: TagContactData): Promise<Done> {
  if (data.outcomes.length > 0 && (callOutcome === null || !data.outcomes.includes(callOutcome))) {
    return { status: 'skipped', reason: `The outcome is ${callOutcome ?? 'not known'}.` };
  }
  if (contactId === null) return { status: 'skipped', reason: 'The contact was deleted.' };
  const tags = await tagsNamed(tx, teamId, [data.tag]);
  await attachTags(
    tx,
    teamId,
    [contactId],
    tags.map(({ id }) => id),
  );
  return { status: 'done' };
}

async function putBack(tx: Tx, work: CallPostProcessing, error: unknown, now: Date): Promise<void> {
  const call = await lockCall(tx, work);
  // Another worker may have taken it over: it decides then.
  if (!call || !(await isWaiting(tx, work, { attempts: work.attempts }))) return;
  const { isFinal, retryAfter, message } =
    error instanceof WebhookFailure ? error : { isFinal: false, retryAfter: null, message: FAILED };
  const seconds = isFinal ? null : secondsUntilNextTry(PAUSE_SECONDS, work.attempts, retryAfter);
  if (seconds !== null) {
    const dueAt = new Date(now.getTime() + 1_000 * seconds);
    await tx.prisma.callPostProcessing.updateMany({ where: keyOf(work), data: { dueAt, failureReason: message } });
    return;
  }
  await settle(tx, work, { status: 'failed', reason: message });
  if (work.kind !== 'outcome_classifier') return;
  await logOutcome(tx, work, call, { status: 'failed', newCallOutcome: null, failureReason: message });
}

const keyOf = ({ teamId, id }: CallPostProcessing) => ({ teamId, id });

async function settle(tx: Tx, work: CallPostProcessing, { status, reason = undefined }: Done): Promise<void> {
  const data = { status, failureReason: reason ?? null, dueAt: null, endedAt: new Date() };
  await tx.prisma.callPostProcessing.updateMany({ where: keyOf(work), data });
}

const isWaiting = async (tx: Tx, work: CallPostProcessing, which: { attempts?: number } = {}) =>
  (await tx.prisma.callPostProcessing.count({ where: { ...keyOf(work), status: 'waiting', ...which } })) === 1;

/** Serializes changes of a call and of its steps' job. */
export async function lockCall(tx: Tx, { teamId, callId }: CallKey): Promise<Call | null> {
  await tx.rows`SELECT 1 FROM calls WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid FOR UPDATE`;
  return tx.prisma.call.findFirst({ where: { teamId, id: callId } });
}
