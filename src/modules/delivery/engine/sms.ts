import { countryReached } from 'phone-numbers';
import { all, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { announceCampaign } from '../../../live/announce.ts';
import type { Claim, ClaimInput } from './batch.ts';
import { lookUpsOf, waitWith } from './behind.ts';
import { campaignCarrier } from './campaign-carrier.ts';
import { changeStatus } from './change-status.ts';
import type { Channel, Step as Found } from './channel.ts';
import { candidatesFor, placeOf } from './choose-route.ts';
import { claim } from './claim.ts';
import { contactSchedule } from './contact-schedule.ts';
import { BATCH_SIZE, type Engine, LARGE_BATCH_SIZE } from './engine.ts';
import { foldOutcomes } from './fold-outcomes.ts';
import { handOver, openProvider } from './hand-over.ts';
import type { Carried } from './judge-held.ts';
import { writeBothLogs } from './logs.ts';
import { lookUp } from './look-up.ts';
import type { OpenSend } from './open-send.ts';
import { paceOf } from './pace.ts';
import type { SendMeta, SendPlan } from './plan.ts';
import { checksOf, preCheck } from './pre-check.ts';
import { BalanceError } from './reserve.ts';
import { SMS_SENDS } from './send-tables.ts';
import { holdPlan, readStage, type Stage } from './stage.ts';
import { beginStep, clickRate, fillStep, judgeStep, readStep, type Step } from './steps.ts';
import { sweepBatch } from './sweep.ts';

const UNDER_WAY_MS = 1_000;

/** Who states another country than the number's is known by the number alone, so the claim decides. */
export const SMS_CARRIED: Carried = {
  tables: SMS_SENDS,
  async leads(tx, { teamId, campaignId, meta }) {
    const stage = await readStage(tx, { teamId, campaignId }, meta as SendMeta);
    return (alike) =>
      stage.routes.size === 0 ||
      candidatesFor(stage, placeOf(alike, stage)) !== null ||
      (alike.country !== null && countryReached(alike.number, alike.country) !== alike.country);
  },
};

export const SMS: Channel<Engine, OpenSend, Claim> = {
  tables: SMS_SENDS,
  columns: Prisma.empty,
  joins: Prisma.empty,
  read: (row) => row as OpenSend,
  // A claim leaves out the routes that have enough to do; contacts on others go on.
  isFull: () => false,
  goOut,
  async carryOut(engine, turn, { batches, lookups, checks }, decidedAt) {
    const wait = waitWith(engine);
    const carrier = campaignCarrier(engine, turn);
    await all([
      ...batches.map(({ id, route, messages }) =>
        wait(route.id, handOver(engine, carrier, { id, takeovers: 0 }, route, messages, decidedAt)),
      ),
      ...(lookups.length > 0 ? [wait(lookUpsOf(turn), lookUp(engine, turn, lookups))] : []),
      ...(checks.length > 0 ? [wait(checksOf(turn), preCheck(engine, turn, checks))] : []),
    ]);
  },
  async sweep(engine) {
    await foldOutcomes(engine);
    return sweepBatch(engine);
  },
  // Also of sends that were stopped before this one.
  underWay: ({ teamId, campaignId, cycle }) => Prisma.sql`EXISTS (SELECT FROM sms_batches b
    JOIN sms_sends s ON s.team_id = b.team_id AND s.id = b.sms_send_id
    WHERE b.team_id = ${teamId}::uuid AND s.sms_campaign_id = ${campaignId}::uuid AND s.cycle = ${cycle}::int
      AND b.done_at IS NULL)`,
  underWayMs: UNDER_WAY_MS,
  async sizesOf(tx, { teamId, sendId }) {
    const [row] = await tx.rows<{ reached: number; size: number }>`UPDATE sms_sends SET audience_size = (
          SELECT count(*) FROM sms_recipients WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid)
        WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid
        RETURNING audience_size AS size, (SELECT COALESCE(sum(accepted), 0)::int FROM sms_send_steps
          WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid) AS reached`;
    return row!;
  },
  async reachedInCycle(tx, { teamId, campaignId, cycle }) {
    const [row] = await tx.rows<{
      reached: number;
    }>`SELECT COALESCE(sum(p.accepted), 0)::int AS reached FROM sms_sends s
        JOIN sms_send_steps p ON p.team_id = s.team_id AND p.sms_send_id = s.id
        WHERE s.team_id = ${teamId}::uuid AND s.sms_campaign_id = ${campaignId}::uuid AND s.cycle = ${cycle}::int`;
    return row!.reached;
  },
  reachedText: 'got a message',
};

async function goOut(engine: Engine, tx: Tx, send: OpenSend, plan: SendPlan, now: Date): Promise<Found<Claim>> {
  // Sent together and answered in this order: the stage is read after the plan is locked.
  const [{ step: last, handed }, , stage] = await all([
    readStep(tx, send),
    holdPlan(tx, send, send.meta),
    readStage(tx, send, send.meta),
  ]);
  let step = last;
  if (plan.maxMessages !== null && handed >= plan.maxMessages)
    return { kind: 'finish', reason: `The send’s limit of ${plan.maxMessages} messages is reached.` };
  if (step?.filledAt) {
    const due = new Date(step.filledAt.getTime() + plan.stepDelay * 60_000);
    if (due > now) return { kind: 'look', at: due };
    await judgeStep(tx, send, step.step, now);
    const rate = clickRate(step) ?? 0;
    if (plan.minCtr !== null && rate < plan.minCtr) {
      const reason = `Step ${step.step} reached a click-through rate of ${rate} %, below ${plan.minCtr} %.`;
      return { kind: 'pause', reason };
    }
    const started = send.startedAt ?? now;
    if (plan.maxMinutes !== null && now.getTime() - started.getTime() >= plan.maxMinutes * 60_000)
      return { kind: 'finish', reason: `The send’s ${plan.maxMinutes} minutes are over.` };
    step = undefined;
  }
  step ??= await startStep(tx, send, (last?.step ?? 0) + 1, now);

  const pace = await paceOf(tx, send, plan, now);
  const room = Math.min(
    pace.allowed,
    plan.stepSize === null ? Number.POSITIVE_INFINITY : plan.stepSize - step.handed,
    plan.maxMessages === null ? Number.POSITIVE_INFINITY : plan.maxMessages - handed,
  );
  if (room <= 0) return { kind: 'look', at: pace.roomAt ?? new Date(now.getTime() + UNDER_WAY_MS) };

  const resumes = whenBack(stage, now);
  if (resumes) return { kind: 'look', at: resumes };
  if (stage.texts.length === 0) return { kind: 'pause', reason: 'The campaign has no texts.' };
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
    return { kind: 'pause', reason: 'The integration’s balance does not cover the next messages.', isBalance: true };
  }
  if (taken.hasDecided) await announceCampaign(tx, campaignId);
  if (taken.messages > 0) {
    await tellStep(tx, send, step, now);
    await fillStep(tx, send, step.step, { ...taken, stepSize: plan.stepSize }, now);
  }
  return { kind: 'claimed', claim: taken, moreAt: taken.moreAt };
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

/** Claims as many messages as balances cover, over the routes that can be paid. Null when one is left that cannot. */
async function claimWithin(tx: Tx, engine: Engine, input: ClaimInput): Promise<Claim | null> {
  const isPaid = [...input.stage.routes.values()].some(({ integrationId }) => integrationId !== null);
  if (!isPaid) return claim(tx, engine, input);
  const routes = new Map(input.stage.routes);
  for (let { limit } = input; limit > 0; ) {
    await tx.query('SAVEPOINT claim');
    try {
      return await claim(tx, engine, { ...input, stage: { ...input.stage, routes }, limit });
    } catch (error) {
      if (!(error instanceof BalanceError)) throw error;
      await tx.query('ROLLBACK TO SAVEPOINT claim');
      const route = routes.get(error.routeId)!;
      if (error.affordable === 0 && !route.lacksBalance) routes.set(route.id, { ...route, lacksBalance: true });
      // Another claim may take from the balance meanwhile: this one tries again with fewer.
      else limit = Math.min(limit - 1, error.affordable);
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
  await writeBothLogs(tx, SMS_SENDS.logs, send, text, now);
}

/** Both rows are locked: nobody changes them meanwhile. */
const isOut = ({ status, campaignStatus }: OpenSend) => status === OUT.send && campaignStatus === OUT.campaign;

async function startStep(tx: Tx, send: OpenSend, step: number, now: Date) {
  await tx.change`UPDATE sms_sends SET step = ${step}::int
      WHERE team_id = ${send.teamId}::uuid AND id = ${send.sendId}::uuid`;
  return beginStep(tx, send, step, now);
}
