import type { Services } from '../../../src/context.ts';
import { staleRollUps } from '../roll-ups.ts';
import { audience } from './check-audience.ts';
import { limits, pace, reachedRightly } from './check-reached.ts';
import { type Outcome, type Rows, readRows } from './outcome.ts';

/** What is wrong, in sentences; empty: everything holds. Read from rows and from what the provider got, by code of its own. */
export async function violations(services: Pick<Services, 'db' | 'pool'>, outcome: Outcome): Promise<string[]> {
  const rows = await readRows(services, outcome.teamId);
  for (const { status } of rows.messages.values()) count(outcome, status);
  for (const { status, reason } of rows.recipients) {
    count(outcome, status === 'waiting' ? (reason ? 'held' : 'waiting') : status);
  }
  return [
    ...reachedRightly(outcome, rows),
    ...limits(outcome, rows),
    ...pace(outcome, rows),
    ...audience(outcome, rows),
    ...(await finished(services, outcome, rows)),
    ...(await counters(services, outcome)),
    ...(await staleRollUps(services, outcome.teamId)),
    ...(await money(services, outcome, rows)),
    ...unknowns(outcome, rows),
  ];
}

function count({ statistics }: Outcome, what: string) {
  statistics[what] = (statistics[what] ?? 0) + 1;
}

async function finished({ pool }: Pick<Services, 'pool'>, { teamId }: Outcome, { messages }: Rows): Promise<string[]> {
  const { rows: open } = await pool.query('SELECT id FROM sms_batches WHERE team_id = $1 AND done_at IS NULL', [
    teamId,
  ]);
  return [
    ...(open.length > 0 ? [`${open.length} batches never ended.`] : []),
    ...[...messages.values()].flatMap(({ id, status }) => (status === 'sending' ? [`${id} is sending for ever.`] : [])),
  ];
}

/** Every counter is what its rows add up to. */
async function counters({ pool }: Pick<Services, 'pool'>, { teamId }: Outcome): Promise<string[]> {
  const { rows: steps } = await pool.query(
    `SELECT * FROM (
        SELECT s.sms_send_id, s.step, s.handed, count(m.id)::int AS messages,
          s.accepted, (count(m.id) FILTER (WHERE m.is_sent))::int AS sent,
          s.delivered, (count(m.id) FILTER (WHERE m.status = 'delivered'))::int AS deliveries,
          s.failed, (count(m.id) FILTER (WHERE m.status IN ('failed', 'expired')))::int AS failures,
          s.unknown, (count(m.id) FILTER (WHERE m.status = 'unknown'))::int AS unknowns,
          s.unsubscribed, (count(m.id) FILTER (WHERE m.unsubscribed_method IS NOT NULL))::int AS unsubscribes
        FROM sms_send_steps s LEFT JOIN sms_messages m
          ON m.team_id = s.team_id AND m.sms_send_id = s.sms_send_id AND m.step = s.step
        WHERE s.team_id = $1 GROUP BY s.team_id, s.sms_send_id, s.step) c
      WHERE handed <> messages OR accepted <> sent OR delivered <> deliveries OR failed <> failures
        OR unknown <> unknowns OR unsubscribed <> unsubscribes`,
    [teamId],
  );
  const { rows: sizes } = await pool.query(
    `SELECT * FROM (
        SELECT s.id, s.audience_size, (SELECT count(*) FROM sms_recipients r
          WHERE r.team_id = s.team_id AND r.sms_send_id = s.id)::int AS recipients
        FROM sms_sends s WHERE s.team_id = $1 AND s.status = 'sent') c WHERE audience_size <> recipients`,
    [teamId],
  );
  return [...steps, ...sizes].map((row) => `Counters differ from rows: ${JSON.stringify(row)}.`);
}

/** Not a cent too much or too little, on any integration; the ledger tells the same. */
async function money(
  { pool }: Pick<Services, 'pool'>,
  { teamId, scenario }: Outcome,
  { messages, integrations }: Rows,
): Promise<string[]> {
  const found: string[] = [];
  const micros = (amount: unknown) => Math.round(Number(amount ?? 0) * 1_000_000);
  const { rows: ledger } = await pool.query<{ id: string; sum: string }>(
    `SELECT integration_id AS id, sum(CASE kind WHEN 'charge' THEN -amount ELSE amount END) AS sum
      FROM ledger_entries WHERE team_id = $1 GROUP BY integration_id`,
    [teamId],
  );
  for (const { id, balance } of integrations) {
    const spent = [...messages.values()]
      .filter(({ integrationId }) => integrationId === id)
      .reduce((sum, { cost }) => sum + micros(cost), 0);
    const [had, left] = [micros(scenario.balance), micros(balance)];
    if (had - spent !== left) found.push(`${spent / 1e6} were spent of ${had / 1e6}, and ${left / 1e6} are left.`);
    const entered = micros(ledger.find((one) => one.id === id)?.sum);
    if (had + entered !== left) found.push(`The ledger says ${entered / 1e6}, and ${left / 1e6} are left.`);
  }
  for (const { id, status, cost } of messages.values()) {
    const isFree = status === 'failed' && micros(cost) > 0 && !messages.get(id)!.isSent;
    if (isFree) found.push(`${id} was refused and costs ${micros(cost) / 1e6}.`);
  }
  return found;
}

/** One lost answer or dead worker leaves one batch at the most. */
function unknowns({ faults }: Outcome, { messages, batchOf }: Rows): string[] {
  const batches = new Set(
    [...messages.values()].flatMap(({ id, status }) => (status === 'unknown' ? [batchOf.get(id)] : [])),
  );
  return batches.size > faults ? [`${batches.size} batches became unknown, with ${faults} faults.`] : [];
}
