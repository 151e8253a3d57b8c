import type { Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import { knownZone } from '../../../schedule/zone-offsets.ts';

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

/** The same in the log of a send and in that of its campaign. */
export async function writeBothLogs(
  tx: Tx,
  logs: { campaign: LogOwner; send: LogOwner },
  { teamId, sendId, campaignId }: { teamId: string; sendId: string; campaignId: string },
  text: string,
  at: Date,
): Promise<void> {
  await writeLog(tx, { teamId, owner: logs.send, id: sendId, at }, text);
  await writeLog(tx, { teamId, owner: logs.campaign, id: campaignId, at }, text);
}

/** A moment as a person of the team reads it: `Monday 23 November 2026, 08:00 (Europe/Berlin)`. */
export function inWords(at: Date, timezone: string): string {
  const zone = knownZone(timezone) ?? 'UTC';
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...DAY }).format(at).replace(',', '');
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
  return `${day}, ${time} (${zone})`;
}

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
