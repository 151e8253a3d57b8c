import { COLLISION_OR_LOCKED, type Tx } from '../../database/transaction.ts';
import { uuidv7 } from '../../database/uuid.ts';
import type { Task } from '../../jobs/task.ts';

import { findNames } from './find-names.ts';
import { applyReceipts } from './keep-receipts.ts';
import { expectNames } from './names.ts';
import { type Match, matchShape, queueMatch, SPAN_MS } from './queue-match.ts';

const ROUNDS = 4;
const MOST = 5_000;
const CHUNK = 100;

/** Matches receipts that came before the provider's answer for their messages was stored. */
export const matchReceiptsTask: Task = {
  async run({ db }, payload) {
    const match = matchShape.parse(payload);
    const waiting = await db.transaction((tx) => waitingReceipts(tx, match), { again: COLLISION_OR_LOCKED });
    let left = 0;
    for (let at = 0; at < waiting.length; at += CHUNK) {
      left += await db.transaction((tx) => matchAgain(tx, match, waiting.slice(at, at + CHUNK)), {
        again: COLLISION_OR_LOCKED,
      });
    }
    if (left === 0 || match.round + 1 === ROUNDS) return;
    await db.transaction((tx) => queueMatch(tx, { ...match, round: match.round + 1 }), { again: COLLISION_OR_LOCKED });
  },
};

interface Waiting {
  id: string;
  providerId: string;
  numbers: string[];
  own: string | null;
}

const waitingReceipts = (tx: Tx, { teamId, routeId, since }: Match) =>
  tx.rows<Waiting>`SELECT id, provider_id AS "providerId", numbers, message_id AS own FROM sms_receipts
      WHERE team_id = ${teamId}::uuid AND id BETWEEN ${uuidv7(since - 1)}::uuid AND ${uuidv7(since + SPAN_MS)}::uuid
        AND route_id = ${routeId}::uuid AND applied_at IS NULL AND (cardinality(numbers) > 0 OR message_id IS NOT NULL)
      ORDER BY id LIMIT ${MOST}::int`;

/** Returns how many are still without a message. */
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
    ...spelled.flatMap(({ id }, at) => (spelledNames[at] ? [{ id, name: spelledNames[at] }] : [])),
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

/** Receipts get the names of their messages, unless the same receipt came under that name already. */
const rename = (tx: Tx, teamId: string, receipts: readonly { id: string; name: string }[]) =>
  tx.change`UPDATE sms_receipts r SET provider_id = x.name
      FROM (SELECT DISTINCT ON (u.name, o.status, o.occurred_at) u.id, u.name
        FROM unnest(${receipts.map(({ id }) => id)}::uuid[], ${receipts.map(({ name }) => name)}::text[]) u(id, name)
        JOIN sms_receipts o ON o.team_id = ${teamId}::uuid AND o.id = u.id ORDER BY u.name, o.status, o.occurred_at, u.id) x
      WHERE r.team_id = ${teamId}::uuid AND r.id = x.id AND r.provider_id <> x.name AND NOT EXISTS (
        SELECT FROM sms_receipts o WHERE o.team_id = ${teamId}::uuid AND o.route_id = r.route_id AND o.provider_id = x.name
          AND o.status = r.status AND o.occurred_at = r.occurred_at)`;
