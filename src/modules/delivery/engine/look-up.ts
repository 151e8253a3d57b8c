import type { Sql } from '../../../database/sql.ts';
import { all, COLLISION_OR_LOCKED, type Tx } from '../../../database/transaction.ts';
import { Prisma, type RecipientRule } from '../../../generated/prisma/client.ts';
import type { LookupProvider } from '../enrichment/lookup-provider.ts';
import { nextTryAt, type RetryRules } from '../enrichment/retry-rules.ts';
import type { Claim } from './batch.ts';
import { type Engine, LEASE_MS, type SendKey } from './engine.ts';

import { type SendTables, SMS_SENDS, VOICE_SENDS } from './send-tables.ts';

/**
 * Looks numbers up before they are reached. Each try is counted and committed before the provider is asked, so that no try
 * is paid for twice after a crash.
 */
export async function lookUp(
  engine: Pick<Engine, 'db' | 'logger' | 'now' | 'lookupsOf' | 'stopping'>,
  send: SendKey,
  lookups: Claim['lookups'],
  tables: SendTables = SMS_SENDS,
): Promise<void> {
  const write = (found: Found) =>
    engine.db.transaction((tx) => writeAnswers(tx, engine.now(), send, found, tables), { again: COLLISION_OR_LOCKED });
  const opened = await orNothing(engine, send, async () => ({ provider: await engine.lookupsOf(send.teamId) }));
  if (!opened) return write({ lookups, answers: null, isSimulated: false });
  const { provider } = opened;
  if (!provider) return write({ lookups, answers: new Map(), isSimulated: false });
  const { batchSize: size, isSimulated } = provider;
  const begun = engine.now().getTime();
  for (let at = 0; at < lookups.length; at += size) {
    // Those that are left are asked for once the lease has ended.
    if (engine.stopping?.aborted || engine.now().getTime() - begun > LEASE_MS / 2) return;
    const asked = lookups.slice(at, at + size);
    const answers = await orNothing(engine, send, () => ask(provider, asked, tables));
    if (!answers) return write({ lookups: lookups.slice(at), answers, isSimulated });
    await write({ lookups: asked, answers, isSimulated });
  }
}

/** A provider that fails says nothing of the numbers. */
async function orNothing<T>(
  { logger }: Pick<Engine, 'logger'>,
  { sendId }: SendKey,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    logger.warn({ err: error, send: sendId }, 'numbers could not be looked up');
    return null;
  }
}

async function ask(
  provider: LookupProvider,
  asked: Claim['lookups'],
  { kind }: SendTables,
): Promise<Map<string, NumberState>> {
  const found = await provider.lookup(
    asked.map(({ number, attempt }) => ({ number: BigInt(number), attempt })),
    AbortSignal.timeout(LOOKUP_MS),
  );
  return new Map(
    found.map(({ number, isReachable, isLandline = false }) => [
      String(number),
      !isReachable ? 'unreachable' : isLandline && kind === 'sms' ? 'landline' : 'reachable',
    ]),
  );
}

const LOOKUP_MS = 20_000;

/** A landline stays one: it is not looked up again. */
type NumberState = 'reachable' | 'unreachable' | 'landline';

/** Why a number is looked up again, and why it is not reached once no try is left. Null: it is not, and it is. */
const SAYS: Record<NumberState | 'nothing', { again: string | null; end: string | null }> = {
  reachable: { again: null, end: null },
  unreachable: {
    again: 'The number cannot be reached now; it is looked up again.',
    end: 'The look-up says that the number cannot be reached.',
  },
  landline: { again: null, end: 'The look-up says that the number is a landline.' },
  nothing: { again: 'The number could not be looked up; it is tried again.', end: null },
};

interface Found {
  lookups: Claim['lookups'];
  /** Null where the provider failed. */
  answers: ReadonlyMap<string, NumberState> | null;
  isSimulated: boolean;
}

/**
 * A number for which there is no look-up is reached as if none had been asked for. So is one whose provider fails, after the tries that the
 * campaign allows.
 */
async function writeAnswers(
  tx: Tx,
  now: Date,
  { teamId, sendId, campaignId }: SendKey,
  { lookups, answers, isSimulated }: Found,
  tables: SendTables,
): Promise<void> {
  const simulated = isSimulated ? 'Simulated: ' : '';
  const rules = await rulesOf(tx, teamId, sendId, tables);
  const rows = lookups.map(({ contactId, number, attempt }): Answered => {
    const { again, end } = SAYS[answers ? (answers.get(number) ?? 'reachable') : 'nothing'];
    const dueAt = again === null ? null : nextTryAt(rules, attempt - 1, now);
    if (dueAt) return { contactId, attempt, status: 'waiting', dueAt, reason: simulated + again, at: null };
    const decided = { contactId, attempt, dueAt: now, at: now };
    return end === null
      ? { ...decided, status: 'waiting', reason: null }
      : { ...decided, status: 'skipped', reason: simulated + end };
  });
  await writeAnswered(tx, { teamId, sendId, campaignId }, LOOK_UP, rows, now, tables);
}

/** What a service said of a contact that waited for its answer. */
export interface Answered {
  contactId: string;
  /** Which try it answers. */
  attempt: number;
  status: 'waiting' | 'skipped';
  dueAt: Date;
  reason: string | null;
  /** When it said that the contact may be reached. */
  at: Date | null;
}

/** The rule under which contacts wait for a service's answer, and what recipients `r` keep of the answer `x`. */
interface Service {
  rule: RecipientRule;
  /** How often it was asked. */
  tries: Prisma.Sql;
  kept: Prisma.Sql;
}

const LOOK_UP: Service = { rule: 'look_up', tries: Prisma.sql`r.lookups`, kept: Prisma.sql`looked_up_at = x.at` };

/** Contacts whose lease has ended are another worker's, and an answer to a try that no longer counts was of another number. */
export async function writeAnswered(
  tx: Tx,
  { teamId, sendId, campaignId }: SendKey,
  { rule, tries, kept }: Service,
  rows: readonly Answered[],
  now: Date,
  tables: SendTables,
): Promise<void> {
  await tx.change`UPDATE ${tables.recipients} r SET status = x.status::recipient_status, due_at = x.due_at, reason = x.reason,
        ${kept}, decided_at = ${now}::timestamptz,
        -- The campaign may have been stopped and started since, as in unclaim.ts.
        ${tables.sendId} = COALESCE((SELECT s.id FROM ${tables.sends} s WHERE s.team_id = ${teamId}::uuid
            AND s.${tables.campaignId} = r.${tables.campaignId} AND s.cycle = r.cycle AND s.amount IS NULL
            AND s.status IN ('pending', 'running', 'in_progress') AND x.status = 'waiting' ORDER BY s.id DESC LIMIT 1),
          r.${tables.sendId})
      FROM unnest(${rows.map(({ contactId }) => contactId)}::uuid[], ${rows.map(({ status }) => status)}::text[],
        ${rows.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[], ${rows.map(({ reason }) => reason)}::text[],
        ${rows.map(({ at }) => at?.toISOString() ?? null)}::timestamptz[], ${rows.map(({ attempt }) => attempt)}::int[])
        x(contact, status, due_at, reason, at, attempt)
      WHERE r.team_id = ${teamId}::uuid AND r.${tables.campaignId} = ${campaignId}::uuid AND r.${tables.sendId} = ${sendId}::uuid
        AND r.contact_id = x.contact AND r.status = 'looking_up' AND r.rule = ${rule}::recipient_rule
        AND ${tries} = x.attempt`;
  await tx.change`UPDATE ${tables.sends} SET next_step_at = LEAST(next_step_at, ${now}::timestamptz)
      WHERE team_id = ${teamId}::uuid AND id = ${sendId}::uuid AND next_step_at IS NOT NULL`;
}

async function rulesOf(tx: Tx, teamId: string, sendId: string, { sends }: SendTables): Promise<RetryRules> {
  const [row] =
    await tx.rows<RetryRules>`SELECT s.meta -> 'hlrSettings' AS settings, t.timezone FROM ${sends} s JOIN teams t ON t.id = s.team_id
      WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid`;
  return row!;
}

/**
 * Frees look-ups and pre-checks whose worker ended, also those of a send that was stopped before this one. Their try is counted, and they
 * are asked for again. A send that reaches everybody takes them over; one with a number of contacts takes others instead.
 */
export const freeLookups = (tx: Tx, send: LookingSend, now: Date, tables: SendTables = SMS_SENDS) =>
  tx.change`UPDATE ${tables.recipients} SET status = 'waiting', reason = NULL,
        ${tables.sendId} = CASE WHEN ${send.amount}::int IS NULL THEN ${send.sendId}::uuid ELSE ${tables.sendId} END
      WHERE ${lookingUp(send, tables)} AND due_at <= ${now}::timestamptz`;

type LookingSend = SendKey & { cycle: number; amount: number | null };

/** Recipients of the campaign's cycle whose look-up or pre-check is under way. */
export const lookingUp = ({ teamId, campaignId, cycle }: LookingSend, tables: SendTables = SMS_SENDS) =>
  Prisma.sql`team_id = ${teamId}::uuid AND status = 'looking_up' AND ${tables.sendId} IN (SELECT s.id FROM ${tables.sends} s
    WHERE s.team_id = ${teamId}::uuid AND s.${tables.campaignId} = ${campaignId}::uuid AND s.cycle = ${cycle}::int)`;

/**
 * Of a contact that gets another number: what look-ups and pre-checks said, or are about to say, was of its former one. Called before
 * the contact is changed.
 */
export async function forgetAnswers(
  tx: Sql,
  { teamId, contactId, number }: { teamId: string; contactId: string; number: number },
): Promise<void> {
  await all(
    [SMS_SENDS, VOICE_SENDS].map(
      ({ recipients }) =>
        tx.change`UPDATE ${recipients} r SET lookups = 0, looked_up_at = NULL, checks = 0, checked_at = NULL
      WHERE r.team_id = ${teamId}::uuid AND r.contact_id = ${contactId}::uuid
        AND (r.lookups > 0 OR r.checks > 0 OR r.checked_at IS NOT NULL)
        AND EXISTS (SELECT FROM contacts c WHERE c.team_id = ${teamId}::uuid AND c.id = ${contactId}::uuid
          AND c.number <> ${number}::bigint)`,
    ),
  );
}
