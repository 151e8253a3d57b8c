import type { Services } from '../../../../context.ts';
import { lookUp } from '../../../delivery/engine/look-up.ts';
import { preCheck } from '../../../delivery/engine/pre-check.ts';
import type { Clock, Rehearsal } from '../../../delivery/engine/preview/look-ahead.ts';
import { freeLookupsOf } from '../../../delivery/engine/preview/rehearse-sms.ts';
import { refreshStatistics } from '../../../delivery/engine/preview/shadows.ts';
import { VOICE_SENDS } from '../../../delivery/engine/send-tables.ts';
import { nextTurn } from '../../../delivery/engine/turn.ts';
import type { CallEngine, ClaimedCall } from '../engine.ts';
import { VOICE } from '../voice.ts';

/** Most calls that a preview places. */
export const PREVIEW_CALLS = 10_000;

/** Every call is accepted at once, answered, and lasts so many seconds. */
export function rehearseCalls(
  { config, logger, db, tokenKeys }: Pick<Services, 'config' | 'logger' | 'db' | 'tokenKeys'>,
  clock: Clock,
  teamId: string,
  seconds: number,
): Rehearsal {
  const engine: CallEngine = {
    db,
    logger,
    now: () => clock.now,
    lookupsOf: freeLookupsOf({ config, db, tokenKeys }),
    preChecks: null,
    providerOf() {
      throw new Error('A preview asks no provider.');
    },
  };
  let isFirst = true;

  async function place(calls: readonly ClaimedCall[]): Promise<void> {
    const endsAt = new Date(clock.now.getTime() + seconds * 1_000);
    await db.change`UPDATE call_placements SET status = 'placed', handed_at = ${clock.now}::timestamptz,
        slot_until = ${endsAt}::timestamptz
      WHERE team_id = ${teamId}::uuid AND call_id = ANY(${calls.map(({ callId }) => callId)}::uuid[])`;
    if (!isFirst) return;
    isFirst = false;
    for (const table of ['voice_recipients', 'calls', 'call_placements']) await refreshStatistics(db, table);
  }

  return {
    most: PREVIEW_CALLS,
    async turn() {
      const turn = await nextTurn(VOICE, engine);
      if (!turn?.claim) return turn && { count: 0, hasDecided: false };
      const { calls, lookups, checks, hasDecided, busy } = turn.claim;
      if (calls.length > 0) await place(calls);
      if (lookups.length > 0) await lookUp(engine, turn, lookups, VOICE_SENDS);
      if (checks.length > 0) await preCheck(engine, turn, checks, VOICE_SENDS);
      return { count: calls.length, hasDecided, waitsForEvent: busy?.until === null && calls.length === 0 };
    },
    async nextEvent() {
      const row = await db.row<{ at: Date | null }>`SELECT min(slot_until) AS at FROM call_placements
        WHERE team_id = ${teamId}::uuid AND slot_until IS NOT NULL`;
      return row!.at;
    },
    async pass() {
      const ended = await db.rows<{ id: string }>`UPDATE call_placements SET status = 'ended', slot_until = NULL
        WHERE team_id = ${teamId}::uuid AND slot_until <= ${clock.now}::timestamptz RETURNING call_id AS id`;
      if (ended.length === 0) return;
      await db.change`UPDATE calls SET status = 'ended', is_answered = true
        WHERE team_id = ${teamId}::uuid AND id = ANY(${ended.map(({ id }) => id)}::uuid[])`;
      // A slot is free, so the send is looked at now.
      await db.change`UPDATE voice_campaign_sends SET next_step_at = LEAST(next_step_at, ${clock.now}::timestamptz)
        WHERE team_id = ${teamId}::uuid AND next_step_at IS NOT NULL AND audience_at IS NOT NULL`;
    },
  };
}
