import type { Tx } from '../../../database/transaction.ts';
import type { Route } from '../engine/engine.ts';

import { type Reading, spellingsOf } from './spellings.ts';

/** As written; the recipient's number first. */
export interface Written {
  ids: readonly string[];
  numbers: readonly string[];
}

interface KnownName {
  name: string;
  number: string;
}

interface Candidate extends KnownName {
  readings: ReadonlySet<Reading>;
  isExact: boolean;
  isConfirmed: boolean;
}

/** Null unless exactly one message fits: no receipt may settle the wrong one. The spelling found is stored on the route. */
export async function findNames(
  tx: Tx,
  { teamId, id: routeId }: Pick<Route, 'teamId' | 'id'>,
  receipts: readonly Written[],
): Promise<(string | null)[]> {
  const spellings = receipts.map(({ ids }) => ids.map(spellingsOf));
  const names = [...new Set(spellings.flatMap((each) => each.flatMap((known) => [...known.keys()])))];
  const rows = await tx.rows<KnownName>`
      SELECT x.name, COALESCE(m.phone_normalized, h.number::text) AS number FROM unnest(${names}::text[]) x(name)
      CROSS JOIN LATERAL (SELECT p.message_id FROM sms_provider_messages p
        WHERE p.team_id = ${teamId}::uuid AND p.route_id = ${routeId}::uuid AND p.provider_id = x.name OFFSET 0) p
      LEFT JOIN sms_messages m ON m.team_id = ${teamId}::uuid AND m.id = p.message_id
      LEFT JOIN hub_messages h ON h.team_id = ${teamId}::uuid AND h.id = p.message_id
      WHERE COALESCE(m.id, h.id) IS NOT NULL
      UNION ALL SELECT t.sms_id, s.to_number::text FROM sms_test_results t
      JOIN sms_test_schedules s ON s.team_id = t.team_id AND s.id = t.sms_test_schedule_id AND s.route_id = ${routeId}::uuid
      WHERE t.team_id = ${teamId}::uuid AND t.sms_id = ANY(${names}::text[])
      UNION ALL SELECT x.name, d.number::text FROM unnest(${names}::text[]) x(name)
      CROSS JOIN LATERAL (SELECT d.number FROM direct_messages d
        WHERE d.team_id = ${teamId}::uuid AND d.route_id = ${routeId}::uuid AND d.sms_id = x.name OFFSET 0) d`;
  const route = await tx.row<{ usual: Reading | null }>`
      SELECT COALESCE(receipt_ids, CASE WHEN settings ->> 'receiptIds' = 'decimal' THEN 'decimal' END) AS usual
      FROM routes WHERE team_id = ${teamId}::uuid AND id = ${routeId}::uuid`;
  const usual = route?.usual ?? null;
  const chosen = receipts.map((receipt, at) => {
    const candidates = rows.flatMap((row) => candidateOf(row, receipt, spellings[at]!));
    return choose(candidates, receipt, usual);
  });
  const learnt = chosen
    .flatMap((candidate) => (candidate && tells(candidate, usual) ? [...candidate.readings] : []))
    .at(-1);
  if (learnt !== undefined) {
    await tx.change`UPDATE routes SET receipt_ids = ${learnt} WHERE team_id = ${teamId}::uuid AND id = ${routeId}::uuid`;
  }
  return chosen.map((candidate) => candidate?.name ?? null);
}

function candidateOf(
  row: KnownName,
  { ids, numbers }: Written,
  spellings: ReturnType<typeof spellingsOf>[],
): Candidate[] {
  const readings = new Set(spellings.flatMap((known) => [...(known.get(row.name) ?? [])]));
  if (readings.size === 0) return [];
  const isConfirmed = numbers.some((number) => isSameNumber(number, row.number));
  return [{ ...row, readings, isExact: ids.includes(row.name), isConfirmed }];
}

/** By the recipient's number, then the operator's usual spelling, then the exact spelling. */
function choose(candidates: readonly Candidate[], { numbers }: Written, usual: Reading | null): Candidate | null {
  const isUsual = ({ readings }: Candidate) => usual !== null && readings.has(usual);
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
  const better = candidates.filter(isBetter);
  return better.length > 0 ? better : candidates;
}

/** Nothing else fits, and a number confirms a new spelling. */
const tells = ({ readings, isConfirmed }: Candidate, usual: Reading | null) =>
  readings.size === 1 && (usual === null || (isConfirmed && !readings.has(usual)));

/** Fewer do not identify a person. */
const DIGITS = 8;

const isSameNumber = (one: string, other: string) =>
  one.length >= DIGITS && one.slice(-DIGITS) === other.slice(-DIGITS);
