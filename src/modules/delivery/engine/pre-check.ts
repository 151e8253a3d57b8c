import { COLLISION_OR_LOCKED } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { mergeValues } from './due.ts';
import type { Machine, SendKey } from './engine.ts';
import { type Answered, writeAnswered } from './look-up.ts';
import type { Asked, PreCheckAnswer } from './pre-checks.ts';
import { type SendTables, SMS_SENDS } from './send-tables.ts';

/** Most contacts of one claim: they have all been asked about before its lease ends, even if every request times out. */
export const MOST_CHECKS = 100;
const AT_ONCE = 25;
/** Minutes until the next try; after these there is none. */
const PAUSES = [1, 2, 4, 8, 16, 32, 60, 60, 60];

/** Work behind the lanes: a campaign whose service is slow holds up no other. */
export const checksOf = ({ campaignId }: Pick<SendKey, 'campaignId'>) => `pre-checks of ${campaignId}`;

/**
 * Asks a service of the team about contacts before they are reached. They are leased by the claim, which is committed: nothing is
 * locked meanwhile. Asking changes nothing, so after a crash they are asked about again.
 */
export async function preCheck(
  engine: Pick<Machine, 'db' | 'logger' | 'now' | 'preChecks' | 'stopping'>,
  send: SendKey,
  asked: readonly Asked[],
  tables: SendTables = SMS_SENDS,
): Promise<void> {
  const answers = await ask(engine, send, asked, tables);
  const now = engine.now();
  // Those that a process that stops did not ask about are asked about again once their lease has ended.
  const told = engine.stopping?.aborted ? asked.filter(({ contactId }) => answers.has(contactId)) : asked;
  const rows = told.map((one) => ({ ...one, ...answered(one, answers.get(one.contactId) ?? UNASKED, now) }));
  await engine.db.transaction((tx) => writeAnswered(tx, send, PRE_CHECK, rows, now, tables), {
    again: COLLISION_OR_LOCKED,
  });
}

/** Tries are counted until there is an answer. Once it is too old to count, the next ones are counted from 0. */
const PRE_CHECK = {
  rule: 'pre_check',
  tries: Prisma.sql`r.checks`,
  kept: Prisma.sql`checked_at = x.at, checks = CASE WHEN x.at IS NULL THEN r.checks ELSE 0 END`,
} as const;
const UNASKED: PreCheckAnswer = { failed: 'The service could not be asked.' };

async function ask(
  { db, logger, preChecks, stopping }: Pick<Machine, 'db' | 'logger' | 'preChecks' | 'stopping'>,
  { teamId, sendId, campaignId }: SendKey,
  asked: readonly Asked[],
  tables: SendTables,
): Promise<Map<string, PreCheckAnswer>> {
  const ids = asked.map(({ contactId }) => contactId);
  if (!preChecks) return new Map(ids.map((id) => [id, { eligible: true, reason: null }]));
  const answers = new Map<string, PreCheckAnswer>();
  const [of] = await db.rows<{ url: string; name: string; sealedSecret: Buffer | null }>`
    SELECT s.meta ->> 'preCheckUrl' AS url, c.name, x.pre_check_secret AS "sealedSecret"
    FROM ${tables.sends} s JOIN ${tables.campaigns} c ON c.team_id = s.team_id AND c.id = s.${tables.campaignId}
    LEFT JOIN sending_settings x ON x.team_id = s.team_id
    WHERE s.team_id = ${teamId}::uuid AND s.id = ${sendId}::uuid`;
  const contacts = await db.rows<{ id: string; values: object }>`SELECT c.id, ${mergeValues} AS values
    FROM contacts c LEFT JOIN countries n ON n.id = c.country_id
    WHERE c.team_id = ${teamId}::uuid AND c.id = ANY(${ids}::uuid[])`;
  const campaign = { id: campaignId, name: of!.name, kind: tables.kind };
  async function lane(): Promise<void> {
    for (let contact = contacts.shift(); contact && !stopping?.aborted; contact = contacts.shift()) {
      const { id, values } = contact;
      const body = JSON.stringify({ contact: { id, ...values }, campaign });
      try {
        answers.set(id, await preChecks!.ask({ url: of!.url, sealedSecret: of!.sealedSecret, body }));
      } catch (error) {
        logger.warn({ err: error, campaign: campaignId }, 'a pre-check could not be asked');
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return answers;
}

function answered({ attempt }: Asked, answer: PreCheckAnswer, now: Date): Omit<Answered, keyof Asked> {
  if ('failed' in answer) {
    const pause = PAUSES[attempt - 1];
    return pause === undefined
      ? skipped(`The pre-check gave no answer ${attempt} times: ${answer.failed}`, now)
      : {
          ...{ status: 'waiting', dueAt: new Date(now.getTime() + pause * 60_000) },
          ...{ reason: `The pre-check gave no answer, and is asked again: ${answer.failed}`, at: null },
        };
  }
  // Before those who have not been asked about, so that they go while the answer is fresh.
  if (answer.eligible) return { status: 'waiting', dueAt: FIRST, reason: null, at: now };
  return skipped(`The pre-check says no${answer.reason ? `: ${answer.reason}` : '.'}`, now);
}

const FIRST = new Date(0);

const skipped = (reason: string, now: Date) => ({ status: 'skipped', dueAt: now, reason, at: null }) as const;
