import { all, COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceCampaign } from '../../../live/announce.ts';
import { audienceOfSend } from './audience.ts';
import type { Claim, ClaimInput } from './batch.ts';
import { changeStatus, lookAgain, pauseCampaign } from './change-status.ts';
import { claim } from './claim.ts';
import { contactSchedule } from './contact-schedule.ts';
import { endSend } from './end-send.ts';
import { BATCH_SIZE, type Engine, LARGE_BATCH_SIZE, type SendKey } from './engine.ts';
import { growAudience } from './grow-audience.ts';
import { openProvider } from './hand-over.ts';
import { inWords, writeLog } from './logs.ts';
import { freeLookups, lookingUp } from './look-up.ts';
import { nextSend, type OpenSend } from './open-send.ts';
import { paceOf } from './pace.ts';
import { planOf, type SendPlan } from './plan.ts';
import { orPutOff } from './put-off.ts';
import { BalanceError } from './reserve.ts';

import { holdPlan, readStage, type Stage } from './stage.ts';
import { beginStep, clickRate, fillStep, judgeStep, readStep, type Step } from './steps.ts';

export interface Turn extends SendKey {
  /** What was claimed, to be handed over and looked up. */
  claim: Claim | null;
}

/** How soon a send is looked at again: of an inactive campaign, of a feed without news, and with batches under way. */
const INACTIVE_MS = 5_000;
const FEED_MS = 2_000;
const UNDER_WAY_MS = 1_000;
/** A send that goes on within this time still counts as going out. */
const PAUSE_MS = 90_000;

/** Takes the next turn of any send. A turn that fails puts its send off. Null when nothing is due. */
export const takeTurn = (engine: Engine): Promise<Turn | null> =>
  orPutOff(engine, { lookAgain }, (taken) => nextTurn(engine, taken));

/**
 * Does the next thing for any send in one transaction: a chunk of its audience, a claim, a step or its end. `taken` is called
 * with the send before anything is done for it.
 */
export async function nextTurn(engine: Engine, taken: (send?: SendKey) => void = () => {}): Promise<Turn | null> {
  const now = engine.now();
  return engine.db.transaction(
    async (tx) => {
      taken();
      const send = await nextSend(tx, now);
      if (!send) return null;
      taken(send);
      const { teamId, sendId, campaignId } = send;
      return { teamId, sendId, campaignId, claim: await advance(engine, tx, send, now) };
    },
    { again: COLLISION_OR_LOCKED },
  );
}

async function advance(engine: Engine, tx: Tx, send: OpenSend, now: Date): Promise<Claim | null> {
  const { meta } = send;
  const plan = planOf(meta);
  if (!send.isActive) return look(tx, send, after(now, INACTIVE_MS), now);
  const who = await audienceOfSend(tx, send.teamId, meta, plan);
  if (!who) {
    await pauseCampaign(tx, send, 'A segment that the campaign names was deleted.', now);
    return null;
  }
  if (send.audienceAt === null || plan.isFeed) {
    const isComplete = await growAudience(tx, send, who, plan, now);
    if (!isComplete) return null;
  }
  if (meta.hlrSettings?.isActive) await freeLookups(tx, send, now);
  return goOut(engine, tx, send, plan, now);
}

async function goOut(engine: Engine, tx: Tx, send: OpenSend, plan: SendPlan, now: Date): Promise<Claim | null> {
  // Sent together and answered in this order: the stage is read after the plan is locked.
  const [{ step: last, handed }, , stage] = await all([
    readStep(tx, send),
    holdPlan(tx, send, send.meta),
    readStage(tx, send, send.meta),
  ]);
  let step = last;
  if (plan.maxMessages !== null && handed >= plan.maxMessages) {
    return finish(tx, send, plan, `The send’s limit of ${plan.maxMessages} messages is reached.`, now);
  }
  if (step?.filledAt) {
    const due = new Date(step.filledAt.getTime() + plan.stepDelay * 60_000);
    if (due > now) return look(tx, send, due, now);
    await judgeStep(tx, send, step.step, now);
    const rate = clickRate(step);
    if (plan.minCtr !== null && (rate ?? 0) < plan.minCtr) {
      const text = `Step ${step.step} reached a click-through rate of ${rate ?? 0} %, below ${plan.minCtr} %.`;
      await pauseCampaign(tx, send, text, now);
      return null;
    }
    const started = send.startedAt ?? now;
    if (plan.maxMinutes !== null && now.getTime() - started.getTime() >= plan.maxMinutes * 60_000) {
      return finish(tx, send, plan, `The send’s ${plan.maxMinutes} minutes are over.`, now);
    }
    step = undefined;
  }
  step ??= await startStep(tx, send, (last?.step ?? 0) + 1, now);

  const pace = await paceOf(tx, send, plan, now);
  const room = Math.min(
    pace.allowed,
    plan.stepSize === null ? Number.POSITIVE_INFINITY : plan.stepSize - step.handed,
    plan.maxMessages === null ? Number.POSITIVE_INFINITY : plan.maxMessages - handed,
  );
  if (room <= 0) return look(tx, send, pace.roomAt ?? after(now, UNDER_WAY_MS), now);

  const resumes = whenBack(stage, now);
  if (resumes) return look(tx, send, resumes, now);
  if (stage.texts.length === 0) {
    await pauseCampaign(tx, send, 'The campaign has no texts.', now);
    return null;
  }
  const schedule = contactSchedule(
    { daysOfWeek: plan.days, weeklySchedule: plan.hours, teamHours: stage.contactHours },
    send.timezone,
  );
  const { sendId, campaignId, teamId } = send;
  const size = room >= LARGE_BATCH_SIZE && holdsMany(engine, stage) ? LARGE_BATCH_SIZE : BATCH_SIZE;
  const taken = await claimWithin(tx, engine, {
    send: { sendId, campaignId, teamId },
    cycle: send.cycle,
    step: step.step,
    meta: send.meta,
    plan,
    stage,
    schedule,
    judging: send,
    now,
    size,
    limit: Math.min(size, room),
  });
  if (taken === null) {
    await pauseCampaign(tx, send, 'The integration’s balance does not cover the next messages.', now);
    return null;
  }
  if (taken.messages > 0) await fillStep(tx, send, step.step, { ...taken, stepSize: plan.stepSize }, now);
  if (taken.messages > 0) await tellStep(tx, send, step, now);
  if (taken.moreAt) await look(tx, send, taken.moreAt, now);
  else await waitOrFinish(tx, send, plan, now);
  if (taken.hasDecided) await announceCampaign(tx, campaignId);
  return taken;
}

/** When the first of a send's routes is used again. Null when one is in use, or none leads anywhere. */
function whenBack({ routes }: Stage, now: Date): Date | null {
  const paused = [...routes.values()].map(({ pausedUntil }) => (pausedUntil && pausedUntil > now ? pausedUntil : now));
  const first = Math.min(...paused.map((until) => until.getTime()));
  return Number.isFinite(first) && first > now.getTime() ? new Date(first) : null;
}

/** Whether every route's provider takes a large batch at once. SMPP does not, and connects as soon as it is opened. */
const holdsMany = (engine: Engine, { routes }: Stage): boolean =>
  [...routes.values()].every((route) => {
    const provider = route.provider === 'smpp' ? null : openProvider(engine, route);
    if (provider === null || 'refusal' in provider) return false;
    return provider.capabilities.batchSize * provider.capabilities.maxInFlight >= LARGE_BATCH_SIZE;
  });

/** Claims as many messages as the balance covers. Null when it covers none. */
async function claimWithin(tx: Tx, engine: Engine, input: ClaimInput): Promise<Claim | null> {
  const isPaid = [...input.stage.routes.values()].some(({ integrationId }) => integrationId !== null);
  if (!isPaid) return claim(tx, engine, input);
  for (let { limit } = input; limit > 0; ) {
    await tx.query('SAVEPOINT claim');
    try {
      return await claim(tx, engine, { ...input, limit });
    } catch (error) {
      if (!(error instanceof BalanceError)) throw error;
      await tx.query('ROLLBACK TO SAVEPOINT claim');
      // Another claim may take from the balance meanwhile: this one tries again with fewer.
      limit = Math.min(limit - 1, error.affordable);
    }
  }
  return null;
}

const OUT = { send: 'in_progress', campaign: 'in_progress' } as const;

/** Each step leaves a line, also when the step before is still going out. */
async function tellStep(tx: Tx, send: OpenSend, { step, handed }: Step, now: Date): Promise<void> {
  const text = `Step ${step} is going out.`;
  if (!isOut(send)) return changeStatus(tx, send, OUT, text, now);
  if (handed > 0) return;
  const { teamId, sendId, campaignId } = send;
  await writeLog(tx, { teamId, owner: 'sms_campaign_send', id: sendId, at: now }, text);
  await writeLog(tx, { teamId, owner: 'sms_campaign', id: campaignId, at: now }, text);
}

/** Both rows are locked: nobody changes them meanwhile. */
const isOut = ({ status, campaignStatus }: OpenSend) => status === OUT.send && campaignStatus === OUT.campaign;

async function startStep(tx: Tx, send: OpenSend, step: number, now: Date) {
  await tx.change`UPDATE sms_sends SET step = ${step}::int
      WHERE team_id = ${send.teamId}::uuid AND id = ${send.sendId}::uuid`;
  return beginStep(tx, send, step, now);
}

/** Nobody is due now: the send waits for held contacts or its last batches, or it has ended. */
async function waitOrFinish(tx: Tx, send: OpenSend, plan: SendPlan, now: Date): Promise<null> {
  const [row] = await tx.rows<{
    held: Date | null;
    lookups: Date | null;
    batches: boolean;
    reason: string | null;
  }>`SELECT
        (SELECT min(due_at) FROM sms_recipients WHERE team_id = ${send.teamId}::uuid
          AND sms_send_id = ${send.sendId}::uuid AND status = 'waiting') AS held,
        (SELECT min(due_at) FROM sms_recipients WHERE ${lookingUp(send)}) AS lookups,
        ${underWay(send)} AS batches,
        (SELECT reason FROM sms_recipients WHERE team_id = ${send.teamId}::uuid
          AND sms_send_id = ${send.sendId}::uuid AND status = 'waiting' ORDER BY due_at LIMIT 1) AS reason`;
  const { held, lookups, batches, reason } = row!;
  if (lookups && lookups <= now) await freeLookups(tx, send, now);
  if (batches || lookups) return look(tx, send, after(now, UNDER_WAY_MS), now);
  if (held) {
    const text = `Waiting until ${inWords(held, send.timezone)}. ${reason ?? ''}`.trim();
    if (held.getTime() - now.getTime() > PAUSE_MS) {
      await changeStatus(tx, send, { send: 'running', campaign: 'running' }, text, now);
    }
    // In a feed others may arrive meanwhile.
    const arrivals = after(now, FEED_MS);
    return look(tx, send, plan.isFeed && arrivals < held ? arrivals : held, now);
  }
  if (plan.isFeed) {
    await changeStatus(tx, send, { send: 'running', campaign: 'running' }, 'Waiting for contacts of the feed.', now);
    return look(tx, send, after(now, FEED_MS), now);
  }
  return finish(tx, send, plan, null, now);
}

async function finish(tx: Tx, send: OpenSend, plan: SendPlan, reason: string | null, now: Date): Promise<null> {
  const [row] = await tx.rows<{
    isUnderWay: boolean;
  }>`SELECT ${underWay(send)} OR EXISTS (SELECT FROM sms_recipients WHERE ${lookingUp(send)}) AS "isUnderWay"`;
  // Batches and look-ups under way finish first: some contacts may come back from them.
  if (row!.isUnderWay) return look(tx, send, after(now, UNDER_WAY_MS), now);
  await endSend(tx, send, plan, reason, now);
  return null;
}

/** Batches of the campaign that may still come back, also of sends that were stopped before this one. */
const underWay = ({ teamId, campaignId, cycle }: OpenSend) => Prisma.sql`EXISTS (SELECT FROM sms_batches b
  JOIN sms_sends s ON s.team_id = b.team_id AND s.id = b.sms_send_id
  WHERE b.team_id = ${teamId}::uuid AND s.sms_campaign_id = ${campaignId}::uuid AND s.cycle = ${cycle}::int
    AND b.done_at IS NULL)`;

async function look(tx: Tx, send: SendKey, at: Date, now: Date): Promise<null> {
  await lookAgain(tx, send, at, now);
  return null;
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);
