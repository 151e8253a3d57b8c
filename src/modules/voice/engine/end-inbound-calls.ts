import { COLLISION_OR_LOCKED, type Db } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Task } from '../../../jobs/task.ts';
import { tryEach } from '../../../jobs/try-each.ts';
import { announceCall } from '../../../live/announce.ts';
import { endCallAs } from './end-call.ts';
import { MAX_CALL_SECONDS } from './engine.ts';
import { NEVER_HEARD_OF } from './resolve-unknown-calls.ts';

const AT_ONCE = 100;

/** The condition of an index, and those whose end no event has told within the longest time. */
const IS_OVERDUE = Prisma.sql`call_source = 'inbound' AND ended_at IS NULL AND status <> 'ended'
  AND created_at < now() - make_interval(secs => ${MAX_CALL_SECONDS}::int)`;

/** The sweep ends calls that we placed; inbound ones have no placement. */
export const endInboundCallsTask: Task = {
  async run({ db, now }, _payload, { signal }) {
    const teams = await db.rows<{ teamId: string }>`SELECT DISTINCT /* across teams: inbound calls that are overdue */
        team_id AS "teamId" FROM calls WHERE ${IS_OVERDUE}${db.reach.within('team_id')}`;
    await tryEach(teams, async ({ teamId }) => {
      while (!signal.aborted && (await endSome(db, teamId, now)) === AT_ONCE);
    });
  },
};

async function endSome(db: Db, teamId: string, now: () => Date): Promise<number> {
  const calls = await db.rows<{ callId: string }>`SELECT id AS "callId" FROM calls
    WHERE team_id = ${teamId}::uuid AND ${IS_OVERDUE} ORDER BY created_at LIMIT ${AT_ONCE}::int`;
  await tryEach(calls, ({ callId }) =>
    db.transaction(
      async (tx) => {
        const end = { outcome: 'unknown_error', reason: NEVER_HEARD_OF } as const;
        await endCallAs(tx, { teamId, callId, campaignId: null }, end, now());
        await announceCall(tx, callId);
      },
      { again: COLLISION_OR_LOCKED },
    ),
  );
  return calls.length;
}
