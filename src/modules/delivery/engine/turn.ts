import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import type { Condition } from '../reach/look.ts';
import { audienceOfSend } from './audience.ts';
import { type Stop, statusChanges } from './change-status.ts';
import type { Channel, Taken, Turn } from './channel.ts';
import { endSend } from './end-send.ts';
import type { Machine, SendKey } from './engine.ts';
import { growAudience } from './grow-audience.ts';
import { inWords } from './logs.ts';
import { freeLookups, lookingUp } from './look-up.ts';
import { endAtSlot, nextSlot } from './next-slot.ts';
import { nextSend, type OpenSend } from './open-send.ts';
import { planOf, type SendPlan } from './plan.ts';
import { orPutOff } from './put-off.ts';
import { sweepInTurn } from './sweep-in-turn.ts';

/** How soon a send is looked at again: of an inactive campaign, of a feed without news, and with busy providers. */
const INACTIVE_MS = 5_000;
const FEED_MS = 2_000;
const FULL_MS = 1_000;
/** A send that continues within this time still counts as going out. */
const PAUSE_MS = 90_000;

/**
 * One step of a channel: a turn and what it claimed, and now and then what a dead worker left. False when there is nothing
 * to do. `taken` is called as soon as the turn is committed and others may take the next one.
 */
export async function workOn<Engine extends Machine, Send extends OpenSend, Claim extends Taken>(
  channel: Channel<Engine, Send, Claim>,
  engine: Engine,
  taken = () => {},
): Promise<boolean> {
  const found = await sweepInTurn(engine, channel.sweep);
  const now = engine.now();
  const turn = await takeTurn(channel, engine);
  if (!turn) return found;
  taken();
  if (turn.claim) await channel.carryOut(engine, turn, turn.claim, now);
  return true;
}

/** Takes the next turn of any send. A turn that fails puts its send off. Null when nothing is due. */
export const takeTurn = <Engine extends Machine, Send extends OpenSend, Claim extends Taken>(
  channel: Channel<Engine, Send, Claim>,
  engine: Engine,
): Promise<Turn<Claim> | null> =>
  orPutOff(engine, statusChanges(channel.tables), (taken) => nextTurn(channel, engine, taken));

/**
 * Does the next thing for any send in one transaction: a chunk of its audience, a claim or its end. `taken` is called with
 * the send before anything is done for it.
 */
export async function nextTurn<Engine extends Machine, Send extends OpenSend, Claim extends Taken>(
  channel: Channel<Engine, Send, Claim>,
  engine: Engine,
  taken: (send?: SendKey) => void = () => {},
): Promise<Turn<Claim> | null> {
  const now = engine.now();
  return engine.db.transaction(
    async (tx) => {
      taken();
      const send = await nextSend(tx, channel, now);
      if (!send) return null;
      taken(send);
      const { teamId, sendId, campaignId } = send;
      return { teamId, sendId, campaignId, claim: await advance(channel, engine, tx, send, now) };
    },
    { again: COLLISION_OR_LOCKED },
  );
}

async function advance<Engine extends Machine, Send extends OpenSend, Claim extends Taken>(
  channel: Channel<Engine, Send, Claim>,
  engine: Engine,
  tx: Tx,
  send: Send,
  now: Date,
): Promise<Claim | null> {
  const { tables } = channel;
  const { lookAgain, pauseCampaign } = statusChanges(tables);
  const plan = planOf(send.meta);
  const look = (at: Date) => lookAgain(tx, send, at, now);
  const pause = (stop: Stop) => pauseCampaign(tx, send, stop, now);

  if (channel.isFull(engine, send)) return nothing(look(after(now, FULL_MS)));
  if (!send.isActive) return nothing(look(after(now, INACTIVE_MS)));
  const who = await audienceOfSend(tx, send.teamId, send.meta, plan);
  if (!who) return nothing(pause({ reason: 'A segment that the campaign names was deleted.' }));
  if (send.audienceAt === null || isOpenFeed(send, plan)) {
    const isComplete = await growAudience(tx, send, who, plan, now, tables);
    if (!isComplete) return null;
  }
  if (send.meta.hlrSettings?.isActive || send.meta.preCheckUrl) await freeLookups(tx, send, now, tables);

  const step = await channel.goOut(engine, tx, send, plan, now);
  if (step.kind === 'look') return nothing(look(step.at));
  if (step.kind === 'pause') return nothing(pause(step));
  if (step.kind === 'finish') return nothing(waitOrFinish(channel, tx, send, who, plan, step.reason, now));
  if (step.moreAt) await look(step.moreAt);
  else await waitOrFinish(channel, tx, send, who, plan, null, now);
  return step.claim;
}

/**
 * Nobody is due now: the send waits for held contacts, for those who may join its feed, or for what is under way, from which
 * contacts may come back. Otherwise it ends, with `reason` when its own limit ended it: held contacts are not waited for then. It also
 * ends at its campaign's next slot: contacts that are held then move to that slot's send.
 */
async function waitOrFinish<Engine extends Machine, Send extends OpenSend, Claim extends Taken>(
  channel: Channel<Engine, Send, Claim>,
  tx: Tx,
  send: Send,
  who: Condition,
  plan: SendPlan,
  reason: string | null,
  now: Date,
): Promise<void> {
  const { tables } = channel;
  const { changeStatus, lookAgain } = statusChanges(tables);
  const { held, lookups, isUnderWay, why } = await whatWaits(channel, tx, send);
  if (lookups && lookups <= now) await freeLookups(tx, send, now, tables);
  const waits = reason === null;
  const slot = waits && held ? await nextSlot(tx, tables, send, now) : null;
  const isBusy = isUnderWay || lookups !== null;
  if (slot && slot.at <= now && !isBusy) return endAtSlot(channel, tx, send, slot, who, now);
  const looks = [
    ...(isBusy ? [after(now, channel.underWayMs)] : []),
    ...(waits && held ? [held] : []),
    ...(slot && slot.at > now ? [slot.at] : []),
    ...(waits && isOpenFeed(send, plan) ? [after(now, FEED_MS)] : []),
  ].map((at) => at.getTime());
  if (looks.length === 0) return endSend(channel, tx, send, plan, reason, now);
  const isIdle = waits && !isBusy && (held === null || held.getTime() - now.getTime() > PAUSE_MS);
  if (isIdle) {
    const atSlot = slot && held && slot.at < held ? slot.at : null;
    const text = atSlot
      ? `Waiting for the next slot at ${inWords(atSlot, send.timezone)}.`
      : held
        ? `Waiting until ${inWords(held, send.timezone)}. ${why ?? ''}`.trim()
        : 'Waiting for contacts of the feed.';
    await changeStatus(tx, send, { send: 'running', campaign: 'running' }, text, now);
  }
  await lookAgain(tx, send, new Date(Math.min(...looks)), now);
}

/** A feed whose campaign has another type since takes in nobody more, and ends. */
const isOpenFeed = ({ sendType }: OpenSend, { isFeed }: SendPlan) => isFeed && sendType === 'feed';

async function whatWaits<Engine extends Machine, Send extends OpenSend, Claim extends Taken>(
  { tables, underWay }: Channel<Engine, Send, Claim>,
  tx: Tx,
  send: Send,
) {
  const { recipients, sendId } = tables;
  const [row] = await tx.rows<{
    held: Date | null;
    why: string | null;
    lookups: Date | null;
    isUnderWay: boolean;
  }>`SELECT
        (SELECT min(due_at) FROM ${recipients} WHERE team_id = ${send.teamId}::uuid
          AND ${sendId} = ${send.sendId}::uuid AND status = 'waiting') AS held,
        (SELECT reason FROM ${recipients} WHERE team_id = ${send.teamId}::uuid
          AND ${sendId} = ${send.sendId}::uuid AND status = 'waiting' ORDER BY due_at LIMIT 1) AS why,
        (SELECT min(due_at) FROM ${recipients} WHERE ${lookingUp(send, tables)}) AS lookups,
        ${underWay(send)} AS "isUnderWay"`;
  return row!;
}

async function nothing(done: Promise<unknown>): Promise<null> {
  await done;
  return null;
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);
