import { type SendTables, SMS_SENDS, VOICE_SENDS } from '../../src/modules/delivery/engine/send-tables.ts';
import { SMS } from '../../src/modules/delivery/engine/sms.ts';
import { takeTurn } from '../../src/modules/delivery/engine/turn.ts';
import { workOnCalls } from '../../src/modules/voice/engine/voice.ts';
import { tasks } from '../../src/tasks.ts';
import type { TestApp } from '../support/app-on.ts';
import { testCallEngine } from '../support/calling.ts';
import { idOf, KINDS } from '../support/full-team.ts';
import { testEngine } from '../support/sending.ts';
import type { TestTeam } from '../support/team.ts';

/** Contacts in whose time zone it is day, the last of all. */
const AWAKE = 1_000;
const HOUR_MS = 3_600_000;
const RUN = { attempt: 1, maxAttempts: 1, signal: new AbortController().signal };

/** From a change of a rule on. */
export interface Judged {
  kind: string;
  rows: number;
  /** Until the first of those is released whom the rule no longer holds. They are judged last. */
  firstMs: number;
  /** Until everybody has been judged. */
  allMs: number;
  turns: number;
  /** The longest that the send was locked. */
  longestTurnMs: number;
}

/**
 * How long held rows take to be judged again. Everybody of a campaign is held for the team's hours, these change, and
 * everybody but the last contacts stays held, for another time.
 */
export async function judgeHeldRows(app: TestApp, mine: TestTeam, size: number): Promise<Judged[]> {
  const at = new Date(Math.ceil(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + HOUR_MS);
  const sms = testEngine(app, at.toISOString());
  const calls = testCallEngine(app, at.toISOString());
  const awake = [mine.team.id, idOf(KINDS.CONTACT, size - AWAKE)];
  await app.pool.query(`UPDATE contacts SET timezone = 'Asia/Tokyo' WHERE team_id = $1 AND id > $2`, awake);
  const smsTurn = async () => (await takeTurn(SMS, sms))?.claim?.messages ?? 0;
  const callTurn = async () => {
    const before = calls.voice.placed.length;
    await workOnCalls(calls);
    return calls.voice.placed.length - before;
  };
  const judged: Judged[] = [];
  for (const [kind, tables, send, turn, from] of [
    ['SMS', SMS_SENDS, idOf(KINDS.SEND, 1), smsTurn, '09:00'],
    ['voice', VOICE_SENDS, idOf(KINDS.VOICE_SEND, 1), callTurn, '10:00'],
  ] as const) {
    await hold(app, mine.team.id, tables, send, at);
    judged.push({ kind, rows: size, ...(await judge(app, mine, tables, send, turn, from)) });
  }
  return judged;
}

async function hold({ pool, services }: TestApp, teamId: string, tables: SendTables, send: string, at: Date) {
  const { sends, recipients, sendId } = { ...tables, sends: tables.sends.sql, recipients: tables.recipients.sql };
  const { rowCount } = await services.db.transaction((tx) =>
    tx.query(
      `UPDATE ${recipients} SET due_at = $3, rule = 'team_hours', reason = 'Quiet.' WHERE team_id = $1 AND ${sendId.sql} = $2`,
      [teamId, send, new Date(at.getTime() + 6 * HOUR_MS)],
    ),
  );
  if (!rowCount) throw new Error('Nobody is held.');
  await pool.query(
    `UPDATE ${sends} SET next_step_at = CASE WHEN (team_id, id) = ($1, $2) THEN $3::timestamptz END, turn_at = $4,
       judged_up_to = NULL, judged_contact = NULL, status = CASE WHEN (team_id, id) = ($1, $2) THEN status ELSE 'stopped' END`,
    [teamId, send, new Date(at.getTime() + 6 * HOUR_MS), at],
  );
}

async function judge(
  app: TestApp,
  { team, token }: TestTeam,
  { sends }: SendTables,
  send: string,
  turn: () => Promise<number>,
  from: string,
) {
  const change = `mutation { updateSendingSettings(input: { contactFrom: "${from}", contactUntil: "20:00" }) { contactFrom } }`;
  const { errors } = await app.graphql(change, { token });
  if (errors) throw new Error(JSON.stringify(errors));
  const startedAt = performance.now();
  await tasks.judge_held!.run(app.services, { teamId: team.id }, RUN);
  let firstMs = 0;
  let longestTurnMs = 0;
  for (let turns = 1; ; turns += 1) {
    const turnAt = performance.now();
    const released = await turn();
    if (released > 0) firstMs ||= performance.now() - startedAt;
    longestTurnMs = Math.max(longestTurnMs, performance.now() - turnAt);
    const { rows } = await app.pool.query<{ left: Date | null }>(
      `SELECT judged_up_to AS left FROM ${sends.sql} WHERE team_id = $1 AND id = $2`,
      [team.id, send],
    );
    // Callers are few: where all of them are busy, the last contacts wait for calls to end.
    const isBusy = firstMs > 0 && released === 0;
    if (rows[0]!.left === null || isBusy)
      return { firstMs, allMs: performance.now() - startedAt, turns, longestTurnMs };
  }
}
