import { Prisma } from '../../generated/prisma/client.ts';
import type { SendKey, Tx } from './engine.ts';
import { changed, rowsOf } from './rows.ts';

export interface Step {
  step: number;
  startedAt: Date;
  handed: number;
  filledAt: Date | null;
  accepted: number;
  clicked: number;
}

/** The step that goes out, locked before balances are as a settlement does it, and what the send handed over in all steps. */
export async function readStep(
  tx: Tx,
  { teamId, sendId }: SendKey,
): Promise<{ step: Step | undefined; handed: number }> {
  const steps = await rowsOf<Step>(
    tx,
    Prisma.sql`SELECT step, started_at AS "startedAt", handed, filled_at AS "filledAt", accepted, clicked
      FROM sms_send_steps WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid ORDER BY step FOR UPDATE`,
  );
  return { step: steps.at(-1), handed: steps.reduce((sum, { handed }) => sum + handed, 0) };
}

export async function beginStep(tx: Tx, { teamId, sendId }: SendKey, step: number, now: Date): Promise<Step> {
  await changed(
    tx,
    Prisma.sql`INSERT INTO sms_send_steps (team_id, sms_send_id, step, started_at)
      VALUES (${teamId}::uuid, ${sendId}::uuid, ${step}::int, ${now}::timestamptz)`,
  );
  return { step, startedAt: now, handed: 0, filledAt: null, accepted: 0, clicked: 0 };
}

/** What a claim put into a step. */
interface Filling {
  messages: number;
  brands: readonly string[];
  timezones: readonly string[];
}

export const fillStep = (
  tx: Tx,
  { teamId, sendId }: SendKey,
  step: number,
  { messages, brands, timezones }: Filling,
  filledAt: Date | null,
) =>
  changed(
    tx,
    Prisma.sql`UPDATE sms_send_steps SET handed = handed + ${messages}::int,
        brands = ARRAY(SELECT DISTINCT unnest(brands || ${brands}::text[]) ORDER BY 1),
        timezones = ARRAY(SELECT DISTINCT unnest(timezones || ${timezones}::text[]) ORDER BY 1),
        filled_at = COALESCE(filled_at, ${filledAt}::timestamptz)
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND step = ${step}::int`,
  );

export const judgeStep = (tx: Tx, { teamId, sendId }: SendKey, step: number, now: Date) =>
  changed(
    tx,
    Prisma.sql`UPDATE sms_send_steps SET judged_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND step = ${step}::int`,
  );

/** Human unique clicks in percent of the messages accepted; null while none was. */
export const clickRate = ({ accepted, clicked }: Pick<Step, 'accepted' | 'clicked'>): number | null =>
  accepted === 0 ? null : Math.round((clicked / accepted) * 10_000) / 100;
