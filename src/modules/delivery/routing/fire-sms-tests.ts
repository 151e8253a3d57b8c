import type { Services } from '../../../context.ts';
import { addJob } from '../../../jobs/add-job.ts';
import type { Task } from '../../../jobs/task.ts';
import { tryEach } from '../../../jobs/try-each.ts';

const BATCH = 100;

/** Times that passed while no worker ran are left out. */
export const fireSmsTestsTask: Task = {
  async run(services, _payload, { signal }) {
    const due = await services.db.rows<{ teamId: string }>`
      SELECT /* across teams: every schedule that is due */ team_id AS "teamId" FROM sms_test_schedules
      WHERE is_active AND next_run_at <= now()${services.db.reach.within('team_id')} GROUP BY team_id ORDER BY min(next_run_at)`;
    await tryEach(due, async ({ teamId }) => {
      let fired = BATCH;
      while (fired === BATCH && !signal.aborted) fired = await fireSome(services, teamId);
    });
  },
};

const fireSome = ({ db }: Pick<Services, 'db'>, teamId: string): Promise<number> =>
  db.transaction(async (tx) => {
    const turns = await tx.rows<{ id: string; teamId: string }>`
      WITH due AS (
        SELECT id, next_run_at, make_interval(mins => greatest(interval_minutes, 1)) AS pause FROM sms_test_schedules
        WHERE team_id = ${teamId}::uuid AND is_active AND next_run_at <= now()
        ORDER BY next_run_at, id LIMIT ${BATCH}::int FOR UPDATE SKIP LOCKED
      ), moved AS (
        UPDATE sms_test_schedules s SET last_run_at = now(), updated_at = now(), next_run_at = due.next_run_at
          + due.pause * (floor(extract(epoch FROM now() - due.next_run_at) / extract(epoch FROM due.pause)) + 1)
        FROM due WHERE s.team_id = ${teamId}::uuid AND s.id = due.id RETURNING s.team_id, s.id, due.next_run_at AS due_at
      )
      INSERT INTO sms_test_results (team_id, id, sms_test_schedule_id, due_at)
      SELECT team_id, gen_random_uuid(), id, due_at FROM moved RETURNING id, team_id AS "teamId"`;
    for (const turn of turns) await addJob(tx, sendSmsTestJob(turn));
    return turns.length;
  });

export const sendSmsTestJob = ({ id, teamId }: { id: string; teamId: string }) => ({
  task: 'send_sms_test',
  payload: { teamId, resultId: id },
  key: `sms-test:${id}`,
  maxAttempts: 5,
});
