import { uuidv7 } from '../../database/uuid.ts';
import type { Tx } from './engine.ts';

export type LogOwner = 'sms_campaign' | 'sms_campaign_send' | 'voice_campaign' | 'voice_campaign_send';

/** Writes what happened, in words for an operator. */
export async function writeLog(
  tx: Tx,
  { teamId, owner, id, at }: { teamId: string; owner: LogOwner; id: string; at: Date },
  text: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO logs (team_id, id, caller_type, caller_id, text, created_at)
     VALUES ($1::uuid, $2::uuid, $3::log_caller_type, $4::uuid, $5, $6::timestamptz)`,
    [teamId, uuidv7(), owner, id, text, at],
  );
}
