import type { Tx } from '../../../database/transaction.ts';

/** How many more contacts of each send have a call and wait for no other: its progress is read from that. */
export async function countHanded(tx: Tx, teamId: string, changes: readonly (readonly [string, number])[]) {
  const sums = new Map<string, number>();
  for (const [sendId, more] of changes) sums.set(sendId, (sums.get(sendId) ?? 0) + more);
  for (const [sendId, more] of sums) {
    if (more === 0) continue;
    await tx.change`UPDATE voice_campaign_sends SET handed = handed + ${more}::int
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid`;
  }
}
