import { COLLISION_OR_LOCKED } from '../../../database/transaction.ts';
import { type PlacementStatus, Prisma } from '../../../generated/prisma/client.ts';
import { announceCall, announceCampaign } from '../../../live/announce.ts';

import { ACCOUNT } from './callers.ts';
import { endCallAs } from './end-call.ts';
import { type CallEngine, type CallKey, LEASE_MS, type VoiceAccountRow } from './engine.ts';
import { returnCall } from './place-call.ts';
import { NEVER_HEARD_OF } from './resolve-unknown-calls.ts';
import { markUnknown } from './settle-call.ts';

interface Leftover extends CallKey {
  /** Null: a test call, which takes no slot before it is placed. */
  sendId: string | null;
  accountId: string;
  status: PlacementStatus;
  externalId: string | null;
  controlUrl: string | null;
}

/**
 * Decides about a call whose worker is gone, or whose end was never reported. A claimed call waits again. One that was being
 * placed is unknown: an event may still name it. A call that no event ended within the longest time ends here. False when
 * there is no such call.
 */
export async function sweepCall(engine: CallEngine): Promise<boolean> {
  const now = engine.now();
  const isLeft = Prisma.sql`p.slot_until IS NOT NULL AND p.lease_until <= ${now}::timestamptz
    AND (p.status IN ('claimed', 'placing') OR p.slot_until <= ${now}::timestamptz)`;
  const call = await engine.db.transaction(async (tx) => {
    const [found] = await tx.rows<Leftover>`SELECT /* across teams: a call of whichever team */
          p.team_id AS "teamId", p.call_id AS "callId", p.voice_campaign_send_id AS "sendId",
          s.voice_campaign_id AS "campaignId", p.voice_account_id AS "accountId", p.status, k.external_id AS "externalId",
          k.control_url AS "controlUrl"
        FROM call_placements p
        LEFT JOIN voice_campaign_sends s ON s.team_id = p.team_id AND s.id = p.voice_campaign_send_id${tx.reach.within('s.team_id')}
        JOIN calls k ON k.team_id = p.team_id AND k.id = p.call_id
        WHERE ${isLeft}${tx.reach.within('p.team_id', 'k.team_id')} ORDER BY p.lease_until LIMIT 1`;
    if (!found) return undefined;
    // From now on it is this worker's: others leave it alone until the new lease ends.
    const isOurs =
      await tx.change`UPDATE call_placements p SET lease_until = ${new Date(now.getTime() + LEASE_MS)}::timestamptz
        WHERE p.team_id = ${found.teamId}::uuid AND p.call_id = ${found.callId}::uuid AND ${isLeft}`;
    return { ...found, isOurs: isOurs > 0 };
  });
  if (!call) return false;
  if (!call.isOurs) return true;
  const { sendId, campaignId } = call;
  if (call.status === 'claimed' && sendId !== null && campaignId !== null) {
    const reason = 'Its worker ended before the call was placed.';
    await returnCall(engine, { ...call, sendId, campaignId }, { status: 'waiting', rule: 'came_back', reason }, [
      'claimed',
    ]);
  } else if (call.status === 'placing') {
    await engine.db.transaction(
      async (tx) => {
        await markUnknown(tx, call, 'its worker ended.');
        await announceCall(tx, call.callId);
      },
      { again: COLLISION_OR_LOCKED },
    );
  } else await endOverdue(engine, call);
  return true;
}

async function endOverdue(engine: CallEngine, call: Leftover): Promise<void> {
  if (call.externalId !== null) await askToEnd(engine, call, call.externalId);
  await engine.db.transaction(
    async (tx) => {
      await endCallAs(tx, call, { outcome: 'unknown_error', reason: NEVER_HEARD_OF }, engine.now());
      if (call.campaignId !== null) await announceCampaign(tx, call.campaignId);
      await announceCall(tx, call.callId);
    },
    { again: COLLISION_OR_LOCKED },
  );
}

async function askToEnd(
  engine: CallEngine,
  { teamId, accountId, callId, controlUrl }: Leftover,
  providerId: string,
): Promise<void> {
  const [account] = await engine.db.transaction(
    (tx) =>
      tx.rows<VoiceAccountRow>`SELECT ${ACCOUNT} FROM voice_accounts a
        WHERE a.team_id = ${teamId}::uuid AND a.id = ${accountId}::uuid AND a.adapter IS NOT NULL`,
  );
  if (!account) return;
  try {
    const provider = engine.providerOf(account);
    if (provider.capabilities.canEnd) await provider.end({ providerId, controlUrl });
  } catch (error) {
    engine.logger.warn({ err: error, account: accountId, call: callId }, 'a call could not be ended');
  }
}
