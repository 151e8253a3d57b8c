import { idsWithin } from '../../../database/partitions.ts';
import type { Tx } from '../../../database/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Route } from '../engine/engine.ts';

import { directNamed, messageOfName } from './by-names.ts';
import { type Reading, spellingsOf } from './spellings.ts';

/** As written; the recipient's number first. */
export interface Written {
  ids: readonly string[];
  numbers: readonly string[];
}

interface KnownName {
  name: string;
  number: string;
  /** Whether a settlement has stored which message has the name. */
  isBound: boolean;
}

interface Candidate extends KnownName {
  readings: () => ReadonlySet<Reading>;
  isExact: boolean;
  isConfirmed: boolean;
}

/** Null unless exactly one message fits: no receipt may settle the wrong one. The spelling found is stored on the route. */
export async function findNames(
  tx: Tx,
  route: Pick<Route, 'teamId' | 'id'>,
  receipts: readonly Written[],
): Promise<(Pick<KnownName, 'name' | 'isBound'> | null)[]> {
  const row = await tx.row<{ usual: Reading | null }>`
      SELECT COALESCE(receipt_ids, CASE WHEN settings ->> 'receiptIds' = 'decimal' THEN 'decimal' END) AS usual
      FROM routes WHERE team_id = ${route.teamId}::uuid AND id = ${route.id}::uuid`;
  const usual = row?.usual ?? null;
  const spelled = receipts.map(spelledAs);
  // Where the recipient’s number confirms one of these, no other spelling can win.
  const likely = await readNames(
    tx,
    route,
    spelled.flatMap((one) => likelyNames(one, usual)),
  );
  const first = spelled.map((one) => candidatesOf(one, likelyNames(one, usual), likely));
  const others = spelled.filter((_, at) => !first[at]!.some(({ isConfirmed }) => isConfirmed));
  const all = others.length === 0 ? likely : await readNames(tx, route, others.flatMap(allNames));
  const chosen = spelled.map((one, at) => {
    const isConfirmed = first[at]!.some((candidate) => candidate.isConfirmed);
    return choose(isConfirmed ? first[at]! : candidatesOf(one, allNames(one), all), one.receipt, usual);
  });
  const learnt = chosen
    .flatMap((candidate) => (candidate && tells(candidate, usual) ? [...candidate.readings()] : []))
    .at(-1);
  if (learnt !== undefined) {
    await tx.change`UPDATE routes SET receipt_ids = ${learnt} WHERE team_id = ${route.teamId}::uuid AND id = ${route.id}::uuid`;
  }
  return chosen;
}

interface Spelled {
  receipt: Written;
  /** There are many of each id, and few receipts need them. */
  spellings(): ReturnType<typeof spellingsOf>[];
}

function spelledAs(receipt: Written): Spelled {
  let spellings: ReturnType<typeof spellingsOf>[] | undefined;
  return { receipt, spellings: () => (spellings ??= receipt.ids.map(spellingsOf)) };
}

const allNames = ({ spellings }: Spelled) => spellings().flatMap((known) => [...known.keys()]);

const likelyNames = ({ receipt, spellings }: Spelled, usual: Reading | null): readonly string[] =>
  usual === null || usual === 'same'
    ? receipt.ids
    : spellings().flatMap((known) => [...known].flatMap(([name, readings]) => (readings.has(usual) ? [name] : [])));

/** The messages that have these names, by name. */
async function readNames(
  tx: Tx,
  { teamId, id: routeId }: Pick<Route, 'teamId' | 'id'>,
  given: readonly string[],
): Promise<Map<string, KnownName[]>> {
  const names = [...new Set(given)];
  const bound = await tx.rows<{ name: string; id: string }>`SELECT x.name, p.message_id AS id
      FROM unnest(${names}::text[]) x(name) CROSS JOIN ${messageOfName(teamId, routeId)} WHERE p.message_id IS NOT NULL`;
  const ids = bound.map(({ id }) => id);
  const rows = await tx.rows<KnownName>`
      SELECT x.name, COALESCE(m.number, h.number::text) AS number, TRUE AS "isBound"
      FROM unnest(${bound.map(({ name }) => name)}::text[], ${ids}::uuid[]) x(name, id)
      LEFT JOIN LATERAL (SELECT m.phone_normalized AS number FROM sms_messages m
        WHERE m.team_id = ${teamId}::uuid AND m.id = x.id AND ${idsWithin(Prisma.sql`m.id`, ids)} OFFSET 0) m ON TRUE
      LEFT JOIN LATERAL (SELECT h.number FROM hub_messages h
        WHERE h.team_id = ${teamId}::uuid AND h.id = x.id AND ${idsWithin(Prisma.sql`h.id`, ids)} OFFSET 0) h ON TRUE
      WHERE COALESCE(m.number, h.number::text) IS NOT NULL
      UNION ALL SELECT t.sms_id, s.to_number::text, FALSE FROM sms_test_results t
      JOIN sms_test_schedules s ON s.team_id = t.team_id AND s.id = t.sms_test_schedule_id AND s.route_id = ${routeId}::uuid
      WHERE t.team_id = ${teamId}::uuid AND t.sms_id = ANY(${names}::text[])
      UNION ALL SELECT x.name, d.number::text, FALSE FROM unnest(${names}::text[]) x(name)
      CROSS JOIN LATERAL (SELECT d.number FROM direct_messages d
        WHERE ${directNamed(teamId, routeId)} OFFSET 0) d`;
  const found = new Map<string, KnownName[]>();
  for (const row of rows) found.set(row.name, [...(found.get(row.name) ?? []), row]);
  return found;
}

function candidatesOf(
  { receipt, spellings }: Spelled,
  names: readonly string[],
  known: ReadonlyMap<string, KnownName[]>,
): Candidate[] {
  return [...new Set(names)].flatMap((name) =>
    (known.get(name) ?? []).map((row) => ({
      ...row,
      readings: () => new Set(spellings().flatMap((each) => [...(each.get(name) ?? [])])),
      isExact: receipt.ids.includes(name),
      isConfirmed: receipt.numbers.some((number) => isSameNumber(number, row.number)),
    })),
  );
}

/** By the recipient's number, then the operator's usual spelling, then the exact spelling. */
function choose(candidates: readonly Candidate[], { numbers }: Written, usual: Reading | null): Candidate | null {
  const isUsual = ({ readings }: Candidate) => usual !== null && readings().has(usual);
  const confirmed = candidates.filter(({ isConfirmed }) => isConfirmed);
  const others = (numbers[0] ?? '').length < DIGITS;
  const possible =
    confirmed.length > 0
      ? confirmed
      : candidates.filter((one) => (usual === null ? one.isExact || others : isUsual(one)));
  const usuals = preferred(possible, isUsual);
  const [only, ...more] = preferred(usuals, ({ isExact }) => isExact);
  return only && more.length === 0 ? only : null;
}

function preferred(
  candidates: readonly Candidate[],
  isBetter: (candidate: Candidate) => boolean,
): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  const better = candidates.filter(isBetter);
  return better.length > 0 ? better : candidates;
}

/** Nothing else fits, and a number confirms a new spelling. */
const tells = ({ readings, isConfirmed, isExact }: Candidate, usual: Reading | null) =>
  !(isExact && usual === 'same') &&
  readings().size === 1 &&
  (usual === null || (isConfirmed && !readings().has(usual)));

/** Fewer do not identify a person. */
const DIGITS = 8;

const isSameNumber = (one: string, other: string) =>
  one.length >= DIGITS && one.slice(-DIGITS) === other.slice(-DIGITS);
