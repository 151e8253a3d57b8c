import { COLLISION_OR_LOCKED, type Db, type Tx } from '../../../database/transaction.ts';
import { uuidv7 } from '../../../database/uuid.ts';
import type { Task } from '../../../jobs/task.ts';

import { findNames } from './find-names.ts';
import { applyReceipts } from './keep-receipts.ts';
import { expectNames } from './names.ts';
import { type Match, matchShape, queueMatch, ROUNDS, SPAN_MS } from './queue-match.ts';

const CHUNK = 100;

/** Receipts that came before their provider's answer was stored. */
export const matchReceiptsTask: Task = {
  async run({ db }, payload) {
    const match = matchShape.parse(payload);
    let left = 0;
    let after = uuidv7(match.since - 1);
    for (let isFull = true; isFull; ) {
      const step = await db.transaction((tx) => matchSome(tx, match, after), { again: COLLISION_OR_LOCKED });
      left += step.left;
      isFull = step.last !== null;
      after = step.last ?? after;
    }
    if (left === 0) return;
    if (match.round + 1 === ROUNDS) return forgetNumbers(db, match);
    await db.transaction((tx) => queueMatch(tx, { ...match, round: match.round + 1 }), { again: COLLISION_OR_LOCKED });
  },
};

async function matchSome(tx: Tx, match: Match, after: string): Promise<{ left: number; last: string | null }> {
  const waiting = await waitingReceipts(tx, match, after);
  const left = waiting.length > 0 ? await matchAgain(tx, match, waiting) : 0;
  return { left, last: waiting.length === CHUNK ? waiting.at(-1)!.id : null };
}

interface Waiting {
  id: string;
  providerId: string;
  numbers: string[];
  own: string | null;
}

const waitingReceipts = (tx: Tx, { teamId, routeId, since }: Match, after: string) =>
  tx.rows<Waiting>`SELECT id, provider_id AS "providerId", numbers, message_id AS own FROM sms_receipts
      WHERE team_id = ${teamId}::uuid AND id > ${after}::uuid AND id <= ${uuidv7(since + SPAN_MS)}::uuid
        AND route_id = ${routeId}::uuid AND applied_at IS NULL AND (cardinality(numbers) > 0 OR message_id IS NOT NULL)
      ORDER BY id LIMIT ${CHUNK}::int`;

async function matchAgain(tx: Tx, { teamId, routeId }: Match, receipts: readonly Waiting[]): Promise<number> {
  const route = { teamId, id: routeId };
  const now = new Date();
  const ours = receipts.filter(({ own }) => own !== null);
  const { names, unbound } = await expectNames(tx, route, ours, now);
  const spelled = receipts.filter(({ own }) => own === null);
  const spelledNames = await findNames(
    tx,
    route,
    spelled.map(({ providerId, numbers }) => ({ ids: [providerId], numbers })),
  );
  const found = [
    ...ours.map(({ id }, at) => ({ id, name: names[at]! })),
    ...spelled.flatMap(({ id }, at) => (spelledNames[at] ? [{ id, name: spelledNames[at].name }] : [])),
  ];
  if (found.length > 0) {
    await rename(tx, teamId, found);
    await applyReceipts(
      tx,
      route,
      found.map(({ name }) => name),
      now,
    );
  }
  return receipts.length - found.length + unbound;
}

/** Those that are left belong to no message, so nothing would lead an erasure to them. */
async function forgetNumbers(db: Db, { teamId, routeId, since }: Match): Promise<void> {
  await db.change`UPDATE sms_receipts SET numbers = '{}', reason = NULL
    WHERE team_id = ${teamId}::uuid AND id > ${uuidv7(since - 1)}::uuid AND id <= ${uuidv7(since + SPAN_MS)}::uuid
      AND route_id = ${routeId}::uuid AND applied_at IS NULL AND cardinality(numbers) > 0`;
}

/** Unless the same receipt came under that name already. */
const rename = (tx: Tx, teamId: string, receipts: readonly { id: string; name: string }[]) =>
  tx.change`UPDATE sms_receipts r SET provider_id = x.name
      FROM (SELECT DISTINCT ON (u.name, o.status, o.occurred_at) u.id, u.name
        FROM unnest(${receipts.map(({ id }) => id)}::uuid[], ${receipts.map(({ name }) => name)}::text[]) u(id, name)
        JOIN sms_receipts o ON o.team_id = ${teamId}::uuid AND o.id = u.id ORDER BY u.name, o.status, o.occurred_at, u.id) x
      WHERE r.team_id = ${teamId}::uuid AND r.id = x.id AND r.provider_id <> x.name AND NOT EXISTS (
        SELECT FROM sms_receipts o WHERE o.team_id = ${teamId}::uuid AND o.route_id = r.route_id AND o.provider_id = x.name
          AND o.status = r.status AND o.occurred_at = r.occurred_at)`;
