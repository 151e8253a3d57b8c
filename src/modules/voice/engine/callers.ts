import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

import type { CallMeta } from './call-send.ts';
import type { VoiceAccountRow } from './engine.ts';

/** A number that may call, with the account that it calls over. */
interface CallerNumber {
  id: string;
  /** E.164 digits. */
  number: string;
  country: string | undefined;
  accountId: string;
  disallowedCountries: string[];
  maxCalls: number | null;
  inUse: number;
  turn: bigint;
}

interface CallerAccount extends VoiceAccountRow {
  maxCalls: number;
  inUse: number;
  pausedUntil: Date | null;
  /** Whether its integration's balance is used up. */
  isBroke: boolean;
}

interface CallerAgent {
  id: string;
  /** The only account that it speaks over. Null: over every account. */
  accountId: string | null;
  turn: bigint;
}

/** Columns of `voice_accounts a` that make a provider. */
export const ACCOUNT = Prisma.sql`a.team_id AS "teamId", a.id, a.name, a.adapter, a.adapter_settings AS settings,
  a.adapter_credentials AS credentials`;

/** Whether the balance of the integration of `voice_accounts a` is used up. */
export const lacksBalance = (teamId: string) =>
  Prisma.sql`COALESCE((SELECT i.is_balance_managed AND i.balance <= 0 AND a.adapter <> 'simulator' FROM integrations i
    WHERE i.team_id = ${teamId}::uuid AND i.id = a.integration_id), false)`;

/** The account that a number, `numbers n`, calls over. */
export const accountOfNumber = (teamId: string) => Prisma.sql`SELECT a.id FROM voice_accounts a
  WHERE a.team_id = ${teamId}::uuid AND a.provider = n.voice_provider AND a.adapter IS NOT NULL AND a.archived_at IS NULL
  ORDER BY a.id = n.voice_account_id DESC NULLS LAST, a.created_at, a.id LIMIT 1`;

/** Who may call for a campaign, and how many calls they have at the moment. */
export interface Callers {
  accounts: Map<string, CallerAccount>;
  numbers: CallerNumber[];
  agents: CallerAgent[];
}

/**
 * Locks the accounts that a campaign's numbers call over, so that each claim sees the slots that others took. A number calls
 * over the account that runs it, if that has the number's provider. Otherwise it calls over the team's oldest account that
 * has the provider and is connected.
 */
export async function readCallers(
  tx: Tx,
  teamId: string,
  meta: CallMeta,
  now: Date,
  { lock = true } = {},
): Promise<Callers> {
  const numbers = await tx.rows<
    Omit<CallerNumber, 'inUse' | 'turn' | 'country' | 'disallowedCountries'> & { disallowed: string | null }
  >`SELECT n.id, n.number::text AS number, a.id AS "accountId", n.disallowed_countries AS disallowed,
        n.max_concurrent_calls AS "maxCalls"
      FROM numbers n CROSS JOIN LATERAL (${accountOfNumber(teamId)}) a
      WHERE n.team_id = ${teamId}::uuid AND n.id = ANY(${meta.numberIds}::uuid[]) AND n.archived_at IS NULL
      ORDER BY n.id`;
  const accountIds = [...new Set(numbers.map(({ accountId }) => accountId))];
  const accounts = await tx.rows<
    Omit<CallerAccount, 'inUse'>
  >`SELECT ${ACCOUNT}, a.max_concurrent_calls AS "maxCalls", a.paused_until AS "pausedUntil",
        ${lacksBalance(teamId)} AS "isBroke"
      FROM voice_accounts a WHERE a.team_id = ${teamId}::uuid AND a.id = ANY(${accountIds}::uuid[])
        AND a.adapter IS NOT NULL AND a.archived_at IS NULL
      ORDER BY a.id ${lock ? Prisma.sql`FOR NO KEY UPDATE OF a` : Prisma.empty}`;
  // Read after the lock, so that slots of other claims count.
  const slots = await tx.rows<{
    accountId: string;
    numberId: string;
    count: number;
  }>`SELECT voice_account_id AS "accountId", number_id AS "numberId", count(*)::int AS count
      FROM call_placements WHERE team_id = ${teamId}::uuid AND slot_until > ${now}::timestamptz
        AND (voice_account_id = ANY(${accountIds}::uuid[]) OR number_id = ANY(${numbers.map(({ id }) => id)}::uuid[]))
      GROUP BY 1, 2`;
  const turns = await tx.rows<{
    id: string;
    turn: string;
    accountId: string | null;
    isAgent: boolean;
  }>`SELECT id, turn::text AS turn, NULL::uuid AS "accountId", false AS "isAgent" FROM numbers
      WHERE team_id = ${teamId}::uuid AND id = ANY(${meta.numberIds}::uuid[])
      UNION ALL SELECT id, turn::text, voice_account_id, true FROM agents
      WHERE team_id = ${teamId}::uuid AND id = ANY(${meta.agentIds}::uuid[]) AND archived_at IS NULL`;
  const used = new Map<string, number>();
  for (const { accountId, numberId, count } of slots) {
    for (const id of [accountId, numberId]) used.set(id, (used.get(id) ?? 0) + count);
  }
  const turnOf = new Map(turns.map(({ id, turn }) => [id, BigInt(turn)]));
  const open = new Map(accounts.map((a) => [a.id, { ...a, inUse: used.get(a.id) ?? 0 }]));
  return {
    accounts: open,
    // An account may have been archived before it was locked.
    numbers: numbers
      .filter(({ accountId }) => open.has(accountId))
      .map(({ disallowed, ...number }) => ({
        ...number,
        country: countryOf(number.number),
        disallowedCountries: disallowed?.split(',') ?? [],
        inUse: used.get(number.id) ?? 0,
        turn: turnOf.get(number.id) ?? 0n,
      })),
    agents: turns.flatMap(({ id, accountId, turn, isAgent }) =>
      isAgent ? [{ id, accountId, turn: BigInt(turn) }] : [],
    ),
  };
}

export type Choice =
  | { kind: 'call'; number: CallerNumber; agent: CallerAgent; account: CallerAccount }
  /** All who may call this contact have all the calls they may have, or their provider asked for a pause. */
  | { kind: 'busy'; until: Date | null };

interface Called {
  country: string | null;
  number: string;
}

/** The numbers that may call a contact, of which each has an agent, and the country that the contact is called in. */
interface Able {
  numbers: CallerNumber[];
  country: string | undefined;
}

/** Who may ever call a contact; a sentence: why nobody may. */
export function callersFor({ numbers, agents }: Callers, contact: Called): Able | string {
  // The call goes where its number is, whatever country the contact names.
  const home = countryOf(contact.number);
  const allowed = numbers.filter(
    ({ disallowedCountries }) =>
      !disallowedCountries.some((country) => country === contact.country || country === home),
  );
  if (allowed.length === 0) return NO_NUMBER;
  const over = new Set(agents.map(({ accountId }) => accountId));
  const able = over.has(null) ? allowed : allowed.filter(({ accountId }) => over.has(accountId));
  return able.length === 0 ? NO_AGENT : { numbers: able, country: contact.country ?? home };
}

/**
 * Chooses who of those that may calls a contact, and takes the slot. Of the numbers that have a free slot, those of the contact's
 * country go first, and of those the one that waited longest. The agent is chosen likewise.
 */
export function chooseCaller(callers: Callers, { numbers, country }: Able, now: Date): Choice {
  const accountOf = ({ accountId }: CallerNumber) => callers.accounts.get(accountId)!;
  const going = numbers.filter((number) => !isPaused(accountOf(number), now) && !accountOf(number).isBroke);
  const free = going.filter((number) => hasLine({ number, account: accountOf(number) }));
  if (free.length === 0) {
    const pauses = numbers.map(accountOf).flatMap((one) => (isPaused(one, now) ? one.pausedUntil!.getTime() : []));
    return { kind: 'busy', until: going.length === 0 && pauses.length > 0 ? new Date(Math.min(...pauses)) : null };
  }
  const near = free.filter((number) => number.country === country);
  const number = longestWaiting(near.length > 0 ? near : free);
  const account = accountOf(number);
  const agent = longestWaiting(
    callers.agents.filter(({ accountId }) => accountId === null || accountId === account.id),
  );
  number.inUse += 1;
  account.inUse += 1;
  number.turn = last(callers.numbers) + 1n;
  agent.turn = last(callers.agents) + 1n;
  return { kind: 'call', number, agent, account };
}

const longestWaiting = <Waiting extends { id: string; turn: bigint }>(of: Waiting[]): Waiting =>
  of.reduce((first, one) => ((compare(one.turn, first.turn) || compare(one.id, first.id)) < 0 ? one : first));

const isPaused = ({ pausedUntil }: CallerAccount, now: Date) => pausedUntil !== null && pausedUntil > now;

const hasLine = ({ number, account }: { number: CallerNumber; account: CallerAccount }) =>
  account.inUse < account.maxCalls && number.inUse < (number.maxCalls ?? Number.POSITIVE_INFINITY);

/** Whether any of them may call somebody now. */
export const isAnybodyFree = ({ accounts, numbers }: Callers, now: Date): boolean =>
  numbers.some((number) => {
    const account = accounts.get(number.accountId)!;
    return !isPaused(account, now) && !account.isBroke && hasLine({ number, account });
  });

const NO_NUMBER = 'None of the campaign’s numbers may call the contact’s country.';
const NO_AGENT = 'None of the campaign’s agents speaks over the account of a number that may call the contact.';

const last = (of: readonly { turn: bigint }[]) => of.reduce((most, { turn }) => (turn > most ? turn : most), 0n);

const compare = <T extends bigint | string>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0);

const countryOf = (number: string) => parsePhoneNumberFromString(`+${number}`)?.country;

/** Stores whose turn it was. Every claim does so in the order of ids. */
export async function saveTurns(tx: Tx, teamId: string, { numbers, agents }: Callers): Promise<void> {
  for (const [table, rows] of [
    [Prisma.sql`numbers`, numbers],
    [Prisma.sql`agents`, agents],
  ] as const) {
    const sorted = [...rows].sort((one, other) => compare(one.id, other.id));
    await tx.change`UPDATE ${table} n SET turn = GREATEST(n.turn, x.turn)
        FROM unnest(${sorted.map(({ id }) => id)}::uuid[], ${sorted.map(({ turn }) => String(turn))}::bigint[]) x(id, turn)
        WHERE n.team_id = ${teamId}::uuid AND n.id = x.id AND n.turn < x.turn`;
  }
}
