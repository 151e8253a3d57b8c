import type { Services } from '../../src/context.ts';
import { takeAllMarks } from '../../src/modules/insight/reports/roll-ups/take-marks.ts';
import type { TestApp } from './app.ts';

/** The product marks what it writes; rows that a test writes itself need this. */
export async function markAll({ pool }: Pick<TestApp, 'pool'>, teamId: string): Promise<void> {
  for (const [kind, table] of [
    ['sms', 'sms_messages'],
    ['call', 'calls'],
    ['hub', 'hub_messages'],
  ]) {
    await pool.query(
      `INSERT INTO report_marks (team_id, kind, slot)
       SELECT DISTINCT $1::uuid, $2::mark_kind, (('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 900000)::int
       FROM ${table} WHERE team_id = $1`,
      [teamId, kind],
    );
  }
}

export const rollUp = ({ db }: Pick<Services, 'db'>): Promise<void> => takeAllMarks(db, new AbortController().signal);

const SLOT = `(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 900000)::int`;
const UNMARKED = (kind: string) =>
  `slot NOT IN (SELECT slot FROM report_marks WHERE team_id = $1 AND kind = '${kind}')`;

/** Unmarked slots where roll-ups and rows disagree, with both values. */
export async function staleRollUps({ pool }: Pick<Services, 'pool'>, teamId: string): Promise<string[]> {
  const pairs = [
    [
      'sms',
      `SELECT ${SLOT} AS slot, sms_send_id, count(*), count(*) FILTER (WHERE is_sent), count(*) FILTER (WHERE status = 'delivered'),
         count(*) FILTER (WHERE status IN ('failed', 'expired')), count(unsubscribed_method), sum(cost),
         segment_id, count(*) FILTER (WHERE is_clicked), count(*) FILTER (WHERE is_lead), count(*) FILTER (WHERE is_sale), sum(revenue)
       FROM sms_messages WHERE team_id = $1 GROUP BY 1, 2, segment_id`,
      `SELECT slot, sms_send_id, sum(messages), sum(sent), sum(delivered), sum(failed), sum(unsubscribed), sum(cost),
         segment_id, sum(clicked), sum(leads), sum(sales), sum(revenue)
       FROM sms_roll_ups WHERE team_id = $1 AND number > 0 GROUP BY 1, 2, segment_id`,
    ],
    [
      'call',
      `SELECT ${SLOT} AS slot, voice_campaign_id, status, call_outcome, is_answered, is_lead, count(*), sum(cost)
       FROM calls WHERE team_id = $1 AND deleted_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6`,
      `SELECT slot, voice_campaign_id, status, call_outcome, is_answered, is_lead, sum(calls), sum(cost)
       FROM call_roll_ups WHERE team_id = $1 AND number > 0 GROUP BY 1, 2, 3, 4, 5, 6`,
    ],
    [
      'hub',
      `SELECT ${SLOT} AS slot, seller_endpoint_id, client_company_id, route_id, status, refusal, count(*), sum(cost), sum(price)
       FROM hub_messages WHERE team_id = $1 GROUP BY 1, 2, 3, 4, 5, 6`,
      `SELECT slot, seller_endpoint_id, client_company_id, route_id, status, refusal, sum(messages), sum(cost), sum(price)
       FROM hub_roll_ups WHERE team_id = $1 AND number > 0 GROUP BY 1, 2, 3, 4, 5, 6`,
    ],
  ] as const;
  const found: string[] = [];
  for (const [kind, rows, rollUps] of pairs) {
    const { rows: different } = await pool.query(
      `/* across teams: a test */ WITH r AS (${rows}), u AS (${rollUps})
       (SELECT 'rows' AS of, x.* FROM (TABLE r EXCEPT TABLE u) x WHERE ${UNMARKED(kind)})
       UNION ALL (SELECT 'roll-ups', x.* FROM (TABLE u EXCEPT TABLE r) x WHERE ${UNMARKED(kind)})`,
      [teamId],
    );
    found.push(...different.map((one) => `${kind}: ${JSON.stringify(one)}`));
  }
  return found;
}
