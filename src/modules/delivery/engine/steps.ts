import type { Tx } from '../../../database/transaction.ts';
import { publish } from '../../../observability/events.ts';
import type { SendKey } from './engine.ts';

export interface Step {
  step: number;
  startedAt: Date;
  handed: number;
  filledAt: Date | null;
  accepted: number;
  clicked: number;
}

/**
 * The present step, and how many messages all steps handed over, those of contacts deleted since among them. Both may become
 * less meanwhile, but not more.
 */
export async function readStep(
  tx: Tx,
  { teamId, sendId }: SendKey,
): Promise<{ step: Step | undefined; handed: number }> {
  const steps =
    await tx.rows<Step>`SELECT step, started_at AS "startedAt", handed + gone AS handed, filled_at AS "filledAt", accepted, clicked
      FROM sms_send_steps WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid ORDER BY step`;
  return { step: steps.at(-1), handed: steps.reduce((sum, { handed }) => sum + handed, 0) };
}

export async function beginStep(tx: Tx, { teamId, sendId }: SendKey, step: number, now: Date): Promise<Step> {
  await tx.change`INSERT INTO sms_send_steps (team_id, sms_send_id, step, started_at)
      VALUES (${teamId}::uuid, ${sendId}::uuid, ${step}::int, ${now}::timestamptz)`;
  return { step, startedAt: now, handed: 0, filledAt: null, accepted: 0, clicked: 0 };
}

/** What a claim put into a step. */
interface Filling {
  /** Contacts that make it full; null: no number does. */
  stepSize: number | null;
  messages: number;
  brands: readonly string[];
  timezones: readonly string[];
}

export const fillStep = (
  tx: Tx,
  { teamId, sendId }: SendKey,
  step: number,
  { messages, brands, timezones, stepSize }: Filling,
  now: Date,
) =>
  tx.change`UPDATE sms_send_steps SET handed = handed + ${messages}::int,
        brands = ARRAY(SELECT DISTINCT unnest(brands || ${brands}::text[]) ORDER BY 1),
        timezones = ARRAY(SELECT DISTINCT unnest(timezones || ${timezones}::text[]) ORDER BY 1),
        filled_at = CASE WHEN handed + gone + ${messages}::int >= ${stepSize}::int THEN COALESCE(filled_at, ${now}::timestamptz)
          ELSE filled_at END
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND step = ${step}::int`;

export const judgeStep = (tx: Tx, { teamId, sendId }: SendKey, step: number, now: Date) =>
  tx.change`UPDATE sms_send_steps SET judged_at = ${now}::timestamptz
      WHERE team_id = ${teamId}::uuid AND sms_send_id = ${sendId}::uuid AND step = ${step}::int`;

/** Unique clicks of people in percent of the accepted messages. Null without accepted messages. */
export const clickRate = ({ accepted, clicked }: Pick<Step, 'accepted' | 'clicked'>): number | null =>
  accepted === 0 ? null : Math.round((clicked / accepted) * 10_000) / 100;

/** How a transaction changes the counters of a step. */
export interface StepChange {
  step: number;
  handed?: number;
  accepted?: number;
  failed?: number;
  unknown?: number;
  /** Contacts came back to the step: it is no longer full. */
  isOpenAgain?: boolean;
}

/**
 * Changes the counters of a send's steps. A transaction does this last: every worker of the send changes the same row, which
 * is locked until the commit. Balances are locked before steps.
 */
export async function countSteps(tx: Tx, { teamId, sendId }: SendKey, changes: readonly StepChange[]): Promise<void> {
  if (changes.length === 0) return;
  const column = (of: (change: StepChange) => number | undefined) => changes.map((change) => of(change) ?? 0);
  await tx.change`UPDATE sms_send_steps s SET handed = s.handed + x.handed, accepted = s.accepted + x.accepted,
        failed = s.failed + x.failed, unknown = s.unknown + x.unknown,
        filled_at = CASE WHEN x.is_open_again THEN NULL ELSE s.filled_at END
      FROM (SELECT step, sum(handed)::int AS handed, sum(accepted)::int AS accepted, sum(failed)::int AS failed,
          sum(unknown)::int AS unknown, bool_or(is_open_again) AS is_open_again
        FROM unnest(${column(({ step }) => step)}::int[], ${column(({ handed }) => handed)}::int[],
          ${column(({ accepted }) => accepted)}::int[], ${column(({ failed }) => failed)}::int[],
          ${column(({ unknown }) => unknown)}::int[], ${changes.map(({ isOpenAgain }) => isOpenAgain ?? false)}::bool[])
          c(step, handed, accepted, failed, unknown, is_open_again) GROUP BY step) x
      WHERE s.team_id = ${teamId}::uuid AND s.sms_send_id = ${sendId}::uuid AND s.step = x.step`;
  for (const status of ['accepted', 'failed', 'unknown'] as const) {
    const count = changes.reduce((sum, change) => sum + Math.max(0, change[status] ?? 0), 0);
    if (count > 0) tx.committed(() => publish({ is: 'messages', status, count }));
  }
}
