import type { Tx } from '../../../database/transaction.ts';
import type { Call } from '../../../generated/prisma/client.ts';

import { isInFlight } from './rules.ts';

type Counted = Pick<Call, 'voiceCampaignId' | 'status' | 'isAnswered'>;

const count = ({ status, isAnswered }: Counted) => [isInFlight(status), isAnswered, status === 'ended'].map(Number);

export async function countTransitions(
  tx: Tx,
  teamId: string,
  changes: readonly { before: Counted; after: Counted }[],
): Promise<void> {
  const rows = changes.flatMap(({ before, after }) => {
    const was = count(before);
    const [inFlight, answered, ended] = count(after).map((is, at) => is - was[at]!);
    const moved = inFlight !== 0 || answered !== 0 || ended !== 0;
    return after.voiceCampaignId !== null && moved ? [{ id: after.voiceCampaignId, inFlight, answered, ended }] : [];
  });
  if (rows.length === 0) return;
  await tx.keptChange`UPDATE voice_campaigns c SET calls_in_flight = c.calls_in_flight + x.in_flight,
        calls_answered = c.calls_answered + x.answered, calls_ended = c.calls_ended + x.ended
      FROM (SELECT id, sum("inFlight")::int AS in_flight, sum(answered)::int AS answered, sum(ended)::int AS ended
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) y(id uuid, "inFlight" int, answered int, ended int)
        GROUP BY id) x
      WHERE c.team_id = ${teamId}::uuid AND c.id = x.id`;
}
