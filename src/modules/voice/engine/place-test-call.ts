import { z } from 'zod';
import { COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { announceCall } from '../../../live/announce.ts';
import type { TokenKeys } from '../../../secrets.ts';
import { closeGate } from '../../delivery/engine/call-gate.ts';
import { noteAnswer } from '../../delivery/engine/last-error.ts';
import { untilStored } from '../../delivery/engine/until-stored.ts';
import { whySuppressed } from '../../delivery/reach/is-suppressed.ts';
import { optOut } from '../../delivery/receipts/opt-out.ts';
import type { OutgoingCall, PlaceResult } from '../providers/voice-provider.ts';
import { ACCOUNT, accountOfNumber, lacksBalance } from './callers.ts';
import { endCallAs } from './end-call.ts';
import { type CallEngine, LEASE_MS, MAX_CALL_SECONDS, type VoiceAccountRow } from './engine.ts';
import { withCallEngine } from './open-call-engine.ts';
import { singleCall } from './outgoing-call.ts';
import { ask, beginCalling } from './place-call.ts';
import { accept, isPlacing, markUnknown } from './settle-call.ts';

const payloadShape = z.object({ teamId: z.uuid(), callId: z.uuid() });

type TestKey = z.infer<typeof payloadShape>;

export const addTestCallJob = (tx: Tx, { teamId, callId }: TestKey): Promise<void> =>
  addJob(tx, {
    task: 'place_test_call',
    payload: { teamId, callId },
    key: `test-call:${callId}`,
    maxAttempts: 5,
  });

/** At most once, as calls of campaigns are: one that is marked is not placed again, and the sweep decides about it. */
export const placeTestCallTask: Task = {
  async run(services, payload) {
    const key = payloadShape.parse(payload);
    await withCallEngine(services, (engine) => placeTest(engine, services.tokenKeys, key));
  },
  async giveUp(tx, payload, { now }) {
    await giveUpWaiting(tx, payloadShape.parse(payload), 'No worker could place it.', now());
  },
};

async function giveUpWaiting(tx: Tx, key: TestKey, why: string, now: Date): Promise<void> {
  const [waiting] = await tx.rows`SELECT 1 AS one FROM call_placements WHERE team_id = ${key.teamId}::uuid
      AND call_id = ${key.callId}::uuid AND status = 'claimed' FOR UPDATE`;
  if (waiting) await notPlaced(tx, key, why, now);
}

async function placeTest(engine: CallEngine, keys: TokenKeys, key: TestKey): Promise<void> {
  const { db } = engine;
  const marked = await db.transaction((tx) => mark(tx, key, engine.now()), { again: COLLISION_OR_LOCKED });
  if (!marked) return;
  const { account, outgoing } = marked;
  const whyNot = async (tx: Tx) => {
    const reason = await whySuppressed(keys, tx, key.teamId, outgoing.to);
    return reason === null ? null : { reason };
  };
  const begun = await beginCalling(engine, key, whyNot, () => ask(engine, { ...key, account }, outgoing));
  if (begun === null) {
    await untilStored(engine, { call: key.callId }, () => unmark(engine, key));
    throw new Error('The call was not placed.');
  }
  if ('reason' in begun) {
    return untilStored(engine, { call: key.callId }, async () => {
      await db.transaction((tx) => notPlaced(tx, key, begun.reason, engine.now()), { again: COLLISION_OR_LOCKED });
    });
  }
  const result = await begun.answer;
  await untilStored(engine, { call: key.callId }, () =>
    db.transaction((tx) => settle(tx, key, account, result, engine.now()), { again: COLLISION_OR_LOCKED }),
  );
}

interface Marked {
  account: VoiceAccountRow;
  outgoing: OutgoingCall;
}

interface Limits {
  /** Whether the test is over it. Else it is the one that the number calls over. */
  isTested: boolean;
  maxCalls: number;
  isConnected: boolean;
  isBroke: boolean;
}

interface Waiting {
  to: string;
  number: string;
  numberId: string | null;
  agentId: string | null;
  agentName: string;
  timezone: string;
  inUse: number;
  isNumberBusy: boolean;
}

/**
 * Null: another worker has it, or it cannot be placed, which is written down. Its account is locked first, as a claim does,
 * and so is the one whose claims give the number's slots away.
 */
async function mark(tx: Tx, key: TestKey, now: Date): Promise<Marked | null> {
  const { teamId, callId } = key;
  const ofTest = Prisma.sql`call_placements p WHERE p.team_id = ${teamId}::uuid AND p.call_id = ${callId}::uuid`;
  const accounts = await tx.rows<VoiceAccountRow & Limits>`SELECT ${ACCOUNT}, a.max_concurrent_calls AS "maxCalls",
        a.adapter IS NOT NULL AND a.adapter_credentials IS NOT NULL AND a.archived_at IS NULL AS "isConnected",
        ${lacksBalance(teamId)} AS "isBroke", a.id = (SELECT p.voice_account_id FROM ${ofTest}) AS "isTested"
      FROM voice_accounts a WHERE a.team_id = ${teamId}::uuid AND a.id IN (SELECT p.voice_account_id FROM ${ofTest}
        UNION ALL SELECT o.id FROM numbers n CROSS JOIN LATERAL (${accountOfNumber(teamId)}) o
        WHERE n.team_id = ${teamId}::uuid AND n.id = (SELECT p.number_id FROM ${ofTest}))
      ORDER BY a.id FOR NO KEY UPDATE OF a`;
  const locked = accounts.find(({ isTested }) => isTested);
  if (!locked) {
    await giveUpWaiting(tx, key, 'The voice account was deleted.', now);
    return null;
  }
  const [call] = await tx.rows<Waiting>`SELECT k.to_number::text AS "to", u.number::text AS number,
        u.voice_provider_id AS "numberId", a.external_id AS "agentId", a.name AS "agentName",
        (SELECT t.timezone FROM teams t WHERE t.id = ${teamId}::uuid) AS timezone,
        (SELECT count(*)::int FROM call_placements x WHERE x.team_id = ${teamId}::uuid
          AND x.voice_account_id = ${locked.id}::uuid AND x.slot_until > ${now}::timestamptz) AS "inUse",
        u.max_concurrent_calls <= (SELECT count(*) FROM call_placements x WHERE x.team_id = ${teamId}::uuid
          AND x.number_id = u.id AND x.slot_until > ${now}::timestamptz) AS "isNumberBusy"
      FROM call_placements p
      JOIN calls k ON k.team_id = p.team_id AND k.id = p.call_id
      JOIN numbers u ON u.team_id = k.team_id AND u.id = k.number_id
      JOIN agents a ON a.team_id = k.team_id AND a.id = k.agent_id
      WHERE p.team_id = ${teamId}::uuid AND p.call_id = ${callId}::uuid AND p.status = 'claimed'
        AND p.voice_campaign_send_id IS NULL FOR UPDATE OF p`;
  if (!call) return null;
  const { maxCalls, isConnected, isBroke, isTested: _, ...account } = locked;
  const why = [
    ...(isConnected ? [] : [NO_PROVIDER]),
    ...(isBroke ? [NO_BALANCE] : []),
    ...(call.inUse >= maxCalls ? [`The voice account ${BUSY}`] : []),
    ...(call.isNumberBusy ? [`The number ${BUSY}`] : []),
  ][0];
  if (why !== undefined) {
    await notPlaced(tx, key, why, now);
    return null;
  }
  await tx.change`UPDATE call_placements SET status = 'placing', handed_at = ${now}::timestamptz,
        lease_until = ${new Date(now.getTime() + LEASE_MS)}::timestamptz,
        slot_until = ${new Date(now.getTime() + 1_000 * MAX_CALL_SECONDS)}::timestamptz
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid`;
  await announceCall(tx, callId);
  const { to, number, numberId, agentId, agentName, timezone } = call;
  const outgoing = singleCall(callId, {
    ...{ to, timezone },
    from: { number, id: numberId },
    agent: { id: agentId, name: agentName },
  });
  return { account, outgoing };
}

const BUSY = 'has all the calls that it may have. Try again when one has ended.';
const NO_BALANCE = 'The integration’s balance does not cover it.';
const NO_PROVIDER = 'The voice account has no provider.';

const unmark = async ({ db }: CallEngine, { teamId, callId }: TestKey): Promise<void> => {
  await db.change`UPDATE call_placements SET status = 'claimed', handed_at = NULL, slot_until = NULL
      WHERE team_id = ${teamId}::uuid AND call_id = ${callId}::uuid AND status = 'placing'`;
};

/** One test says nothing of the account's health, so it pauses nothing. What it was told is the account's last error. */
async function settle(
  tx: Tx,
  { teamId, callId }: TestKey,
  account: VoiceAccountRow,
  result: PlaceResult,
  now: Date,
): Promise<void> {
  const key = { teamId, callId, campaignId: null };
  const hasOptedOut = result.status === 'rejected' && result.kind === 'opted_out';
  if (hasOptedOut) await tx.rows(closeGate(teamId));
  await tx.rows`SELECT id FROM calls WHERE team_id = ${teamId}::uuid AND id = ${callId}::uuid FOR UPDATE`;
  if (result.status === 'accepted') await accept(tx, key, result, now);
  else if (result.status === 'unknown') await markUnknown(tx, key, result.reason);
  else if (await isPlacing(tx, key)) {
    const number = await notPlaced(tx, key, result.reason, now);
    if (hasOptedOut && number !== null) {
      await optOut(tx, { teamId, number, method: 'provider', evidence: result.reason, messageId: null, now });
    }
  }
  await noteAnswer(tx, 'voice_accounts', teamId, account.id, result, now);
  await announceCall(tx, callId);
}

async function notPlaced(tx: Tx, key: TestKey, why: string, now: Date): Promise<string | null> {
  const end = { outcome: 'failed', reason: `not placed: ${why}` } as const;
  const number = await endCallAs(tx, { ...key, campaignId: null }, end, now);
  await announceCall(tx, key.callId);
  return number;
}
